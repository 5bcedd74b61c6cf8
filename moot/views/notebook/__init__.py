"""Shows debates in notebooks: a result as a card with the whole report inside, and a debate while it runs."""

from moot.views.notebook.card import render_card
from moot.views.notebook.live_view import LiveView

__all__ = ["LiveView", "render_card"]
