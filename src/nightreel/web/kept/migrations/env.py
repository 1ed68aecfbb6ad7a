"""Runs migrations on the connection that the server hands over."""

from __future__ import annotations

from alembic import context

from nightreel.web.kept.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
context.run_migrations()
