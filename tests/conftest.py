"""Set-up of all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000)
settings.load_profile("quick")
