"""The look of a film as a stylesheet, whose address holds all that is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from nightreel.films.look import TYPE
from nightreel.reel.once import once
from nightreel.reel.program import Program
from nightreel.web.gate.headers import FOREVER

router: Final = APIRouter(include_in_schema=False)
ADDRESS: Final = "/look.css"
Colour = Annotated[str, Field(pattern=r"^(#[0-9a-f]{6})?$")]


class Look(BaseModel):
    """What a film may set; nothing stands for what is usual."""

    model_config = ConfigDict(extra="forbid")

    ground: Colour = ""
    surface: Colour = ""
    ink: Colour = ""
    muted: Colour = ""
    accent: Colour = ""
    threat: Colour = ""
    type: Literal["", "plain", "serif", "typewriter", "condensed"] = ""


@router.get(ADDRESS)
def look(look: Annotated[Look, Query()]) -> Response:
    """The stylesheet of a look."""
    return Response(stylesheet(look), media_type="text/css", headers={"Cache-Control": FOREVER})


def stylesheet(look: Look) -> str:
    """What a look sets, as custom properties for all other stylesheets."""
    chosen = look.model_dump(exclude={TYPE}, exclude_defaults=True)
    lines = [f"--{name}:{colour};" for name, colour in chosen.items()]
    if look.type:
        lines.append(f"--titles:var(--{look.type});")
    return f":root{{{''.join(lines)}}}\n"


@once
def look_of(program: Program) -> str:
    """The address of the stylesheet of a film; empty when that has no look."""
    return look_address(program.facts.get("look", {}))


def look_address(look: Mapping[str, str]) -> str:
    """The address of the stylesheet of a look."""
    return f"{ADDRESS}?{urlencode(sorted(look.items()))}" if look else ""
