"""The import contract for rooms: whoever is outside a room enters it through its door (docs/architecture.md)."""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class DoorsContract(Contract):
    """A module of a room is imported by that room only; everybody else imports the room itself."""

    rooms = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002  # import-linter's signature
        """Find the imports that go past a door."""
        listed: Any = self.rooms  # the field is declared as one and read as a list
        rooms: list[str] = sorted(listed, key=len, reverse=True)
        missing = [room for room in rooms if room not in graph.modules]
        found = [
            f"{importer} imports {imported}; import {room}"
            for imported in sorted(graph.modules)
            if (room := _room_of(imported, rooms)) is not None and imported != room
            for importer in sorted(graph.find_modules_that_directly_import(imported))
            if not _is_within(importer, room)
        ]
        problems = [*(f"{room} is no package of moot" for room in missing), *found]
        return ContractCheck(kept=not problems, metadata={"problems": problems})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line for each of them."""
        for problem in check.metadata["problems"]:
            output.print_error(problem)


def _room_of(module: str, rooms: list[str]) -> str | None:
    return next((room for room in rooms if _is_within(module, room)), None)


def _is_within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")
