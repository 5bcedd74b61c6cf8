"""Chooses which way a question takes, and tells which body of law it belongs to."""

from moot.policies.routing.domains import DomainLabel, classify_domain, read_label
from moot.policies.routing.routes import accept_route, choose_route, list_routes

__all__ = ["DomainLabel", "accept_route", "choose_route", "classify_domain", "list_routes", "read_label"]
