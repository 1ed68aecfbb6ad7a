"""How Sphinx makes a site of these pages (``make docs``); nothing comes from the network."""

from __future__ import annotations

from sphinx.application import Sphinx

from nightreel.pages.highlight import ReelLexer

project = "Nightreel"
author = "Nightreel contributors"

extensions = ["myst_parser"]
exclude_patterns = ["examples", "pictures"]
nitpicky = True

myst_heading_anchors = 6
myst_heading_slug_func = "nightreel.pages.anchors.slug"
# The anchors of rules stand in the pages themselves, where readers of the plain files need them.
myst_heading_anchors_html_ids = False

html_theme = "furo"
html_title = "Nightreel"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Let examples in Reel have colours."""
    app.add_lexer("reel", ReelLexer)
