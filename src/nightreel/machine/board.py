"""Pieces and the map: where pieces stand, who may step where, how far it is."""

from __future__ import annotations

from nightreel.machine.words import (
    Card,
    Kind,
    Number,
    Piece,
    Place,
    Record,
    Result,
    Space,
    Spaces,
    Table,
    Walk,
    Way,
)
from nightreel.record import layout as L


def size(spaces: Spaces) -> Result:
    """How many spaces are in a set."""
    n = 0
    while spaces > 0:
        spaces &= spaces - 1
        n += 1
    return n


def first(spaces: Spaces) -> Result:
    """The lowest space of a set, 0 when it is empty."""
    if spaces <= 0:
        return 0
    space = 0
    while (spaces >> space) & 1 == 0:
        space += 1
    return space


def last(spaces: Spaces) -> Result:
    """The highest number of a set, 0 when it is empty."""
    number = 0
    while spaces > 1:
        spaces >>= 1
        number += 1
    return number


def recount(g: Record, tab: Table, piece: Piece, change: Number) -> None:
    """Keep the number of Victims, Minions and Killers in each space."""
    place = g[L.PLACE + piece]
    if place <= 0 or place >= L.SPACES:
        return
    cls = tab[L.T_KIND_CLASS + g[L.KIND + piece]]
    if cls == L.CLASS_VICTIM:
        g[L.VICTIMS_AT + place] += change
    elif cls == L.CLASS_MINION:
        g[L.MINIONS_AT + place] += change
    elif cls == L.CLASS_KILLER:
        g[L.KILLERS_AT + place] += change


def put(g: Record, tab: Table, piece: Piece, place: Place) -> None:
    """Put a piece in a place, whatever moment that is; no piece goes nowhere (EFF-1)."""
    if piece > 0:
        recount(g, tab, piece, -1)
        g[L.PLACE + piece] = place
        recount(g, tab, piece, 1)


def turn_into(g: Record, tab: Table, piece: Piece, kind: Kind) -> None:
    """Make a piece one of another kind, where it stands; without either nothing changes (EFF-1)."""
    if piece > 0 and kind > 0:
        recount(g, tab, piece, -1)
        g[L.KIND + piece] = kind
        recount(g, tab, piece, 1)


def on_way(way: Way) -> Result:
    """The place on a way: for tokens that lie between two spaces."""
    return L.PLACE_WAY + way


def in_piece(piece: Piece) -> Result:
    """The place with a piece that carries others."""
    return L.PLACE_PIECE + piece


def on_card(card: Card) -> Result:
    """The place on a card."""
    return L.PLACE_CARD + card


def supply(g: Record, kind: Kind) -> Result:
    """A piece of a kind that is in the supply, 0 when there is none (COMP-6)."""
    for piece in range(1, L.PIECES):
        if kind > 0 and g[L.KIND + piece] == kind and g[L.PLACE + piece] == L.PLACE_SUPPLY:
            return piece
    return 0


def pieces_of(g: Record, kind: Kind) -> Result:
    """How many pieces of a kind are on the map."""
    n = 0
    for piece in range(1, L.PIECES):
        if kind > 0 and g[L.KIND + piece] == kind and 0 < g[L.PLACE + piece] < L.PLACE_DEAD:
            n += 1
    return n


def kind_at(g: Record, kind: Kind, place: Place) -> Result:
    """A piece of a kind in a place, 0 when there is none."""
    for piece in range(1, L.PIECES):
        if kind > 0 and g[L.KIND + piece] == kind and g[L.PLACE + piece] == place:
            return piece
    return 0


def spaces_of(g: Record, tab: Table, classes: Number) -> Result:
    """The spaces in which a piece of these classes stands."""
    spaces = 0
    for piece in range(1, L.PIECES):
        place = g[L.PLACE + piece]
        if 0 < place < L.SPACES and tab[L.T_KIND_CLASS + g[L.KIND + piece]] & classes:
            spaces |= 1 << place
    return spaces


def spaces_of_kind(g: Record, kind: Kind) -> Result:
    """The spaces in which a piece of this kind stands."""
    spaces = 0
    for piece in range(1, L.PIECES):
        place = g[L.PLACE + piece]
        if kind > 0 and 0 < place < L.SPACES and g[L.KIND + piece] == kind:
            spaces |= 1 << place
    return spaces


def open_ways(g: Record, tab: Table, walk: Walk, way: Way) -> None:
    """Enter one way into the map of a class that walks."""
    a = tab[L.T_WAY_A + way]
    b = tab[L.T_WAY_B + way]
    closed = g[L.WAY_CLOSED + way]
    if (closed >> walk) & 1 == 0 and (g[L.SPACE_CLOSED + b] >> walk) & 1 == 0:
        g[L.NEAR + walk * L.SPACES + a] |= 1 << b
    if (closed >> (4 + walk)) & 1 == 0 and (g[L.SPACE_CLOSED + a] >> walk) & 1 == 0:
        g[L.NEAR + walk * L.SPACES + b] |= 1 << a


def refresh_map(g: Record, tab: Table) -> None:
    """Work out for every class which spaces are one step away (MOV-1)."""
    for word in range(4 * L.SPACES):
        g[L.NEAR + word] = 0
    for walk in range(L.WALKS):
        for way in range(1, tab[L.T_WAYS] + 1):
            open_ways(g, tab, walk, way)


def close_way(g: Record, way: Way, classes: Number) -> None:
    """Close a way; bits 0 to 3 forwards, 4 to 7 backwards, in the order of the walks."""
    g[L.WAY_CLOSED + way] |= classes & 255


def open_way(g: Record, way: Way, classes: Number) -> None:
    """Open a way again."""
    g[L.WAY_CLOSED + way] &= 255 - (classes & 255)


def close_space(g: Record, space: Space, classes: Number) -> None:
    """Close a space to classes that walk, bits 0 to 3."""
    g[L.SPACE_CLOSED + space] |= classes & 15


def open_space(g: Record, space: Space, classes: Number) -> None:
    """Open a space again."""
    g[L.SPACE_CLOSED + space] &= 15 - (classes & 15)


def way_between(tab: Table, a: Space, b: Space) -> Result:
    """The way that joins two spaces, 0 when none does."""
    for way in range(1, tab[L.T_WAYS] + 1):
        one = tab[L.T_WAY_A + way]
        other = tab[L.T_WAY_B + way]
        if (one == a and other == b) or (one == b and other == a):
            return way
    return 0


def around(g: Record, walk: Walk, spaces: Spaces) -> int:
    """All spaces one step away from any space of a set."""
    reached = 0
    space = 0
    while spaces > 0:
        if spaces & 1:
            reached |= g[L.NEAR + walk * L.SPACES + space]
        spaces >>= 1
        space += 1
    return reached


def around_set(g: Record, walk: Walk, spaces: Spaces) -> Result:
    """All spaces one step away from any space of a set (at most 30 on a map)."""
    return around(g, walk, spaces & 0x7FFFFFFF)


def steps(g: Record, walk: Walk, start: Space, goal: Space) -> Result:
    """Number of steps from one space to another, 99 when it cannot be reached."""
    seen = 1 << start
    edge = seen
    n = 0
    while edge > 0:
        if (edge >> goal) & 1:
            return n
        edge = around(g, walk, edge) & ~seen
        seen |= edge
        n += 1
    return L.UNREACHED


def within(g: Record, walk: Walk, start: Space, least: Number, most: Number) -> Result:
    """The spaces from ``least`` to ``most`` steps away."""
    seen = 1 << start
    edge = seen
    found = 0
    n = 0
    while edge > 0 and n <= most:
        if n >= least:
            found |= edge
        edge = around(g, walk, edge) & ~seen
        seen |= edge
        n += 1
    return found


def nearest(g: Record, walk: Walk, start: Space, among: Spaces) -> Result:
    """Those of a set of spaces that are nearest and can be reached (TGT-1)."""
    seen = 1 << start
    edge = seen
    while edge > 0:
        if edge & among:
            return edge & among
        edge = around(g, walk, edge) & ~seen
        seen |= edge
    return 0


def farthest(g: Record, walk: Walk, start: Space, among: Spaces) -> Result:
    """Those of a set of spaces that are farthest and can be reached."""
    seen = 1 << start
    edge = seen
    found = 0
    while edge > 0:
        if edge & among:
            found = edge & among
        edge = around(g, walk, edge) & ~seen
        seen |= edge
    return found


def back(g: Record, walk: Walk, spaces: Spaces) -> int:
    """All spaces from which one step leads into a set."""
    found = 0
    for space in range(1, L.SPACES - 1):
        if g[L.NEAR + walk * L.SPACES + space] & spaces:
            found |= 1 << space
    return found


def toward(g: Record, walk: Walk, start: Space, goal: Space) -> Result:
    """The spaces one step away that lie on a shortest path to a goal (KMOV-2)."""
    seen = 1 << goal
    edge = seen
    if (seen >> start) & 1:
        return 0
    while edge > 0:
        closer = edge & g[L.NEAR + walk * L.SPACES + start]
        if closer:
            return closer
        edge = back(g, walk, edge) & ~seen
        seen |= edge
    return 0


def most_victims(g: Record, among: Spaces) -> Result:
    """Those of a set of spaces that hold the most Victims (TGT-2)."""
    best = -1
    found = 0
    for space in range(1, L.SPACES - 1):
        if (among >> space) & 1:
            if g[L.VICTIMS_AT + space] > best:
                best = g[L.VICTIMS_AT + space]
                found = 0
            if g[L.VICTIMS_AT + space] == best:
                found |= 1 << space
    return found


def panic_space(tab: Table, space: Space, face: Number) -> Result:
    """The space that a panic number leads to, 0 when the number is not there (PANIC-2)."""
    if face < 1 or face > 6:
        return 0
    return tab[L.T_PANIC + 8 * space + face]
