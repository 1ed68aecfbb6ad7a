"""Games as the interface for programs tells them."""

from __future__ import annotations

from collections.abc import Iterable

from nightreel.films import library as films
from nightreel.films.library import LISTS, Casts
from nightreel.table.wording import LogEntry, question_text, reason
from nightreel.translation import gettext
from nightreel.web.api.exchanged import (
    Acted,
    Cast,
    GameInfo,
    LegalAction,
    Member,
    Question,
    RefusedAction,
    Sentence,
)
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.packing import Told
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import offers_of


def cast(known: Casts) -> Cast:
    """All that can be combined."""
    lists = {role: _members(getattr(known, role)) for role in LISTS}
    return Cast(**lists)


def _members(members: Iterable[films.Member]) -> list[Member]:
    return [Member(id=m.id, title=gettext(m.title), film=m.film) for m in members]


def info(game: GameRow) -> GameInfo:
    """A game at a glance."""
    return GameInfo.model_validate(game, from_attributes=True)


def question(sitting: Sitting) -> Question:
    """The open question of a game."""
    state = sitting.state
    offers = offers_of(state)
    legal = [
        LegalAction(action=offer.action, text=offer.text, space=offer.aim.space, act=offer.aim.act)
        for offer in offers
        if offer.legal
    ]
    refused = [
        RefusedAction(
            action=offer.action,
            text=offer.text,
            why=offer.why,
            rule=reason(state, offer.action)[1],
        )
        for offer in offers
        if not offer.legal
    ]
    text = question_text(state)
    return Question(version=sitting.game.version, text=text, actions=legal, refused=refused)


def acted(sitting: Sitting, happened: Iterable[LogEntry] | None = None) -> Acted:
    """A game after an answer; ``happened``: what came of it, the last answer when not told."""
    entries = _last(sitting) if happened is None else happened
    told = [sentence(entry) for entry in entries]
    return Acted(game=info(sitting.game), happened=told, question=question(sitting))


def _last(sitting: Sitting) -> Iterable[LogEntry]:
    """What came of the player's last answer; what was told before the first one."""
    if not sitting.game.answers:
        return sitting.opening
    given = [n for n, told in enumerate(sitting.recent) if not told.by_chance]
    return logged(sitting.recent[given[-1] :])


def logged(told: Iterable[Told]) -> list[LogEntry]:
    """All sentences of answers."""
    return [entry for step in told for entry in step.log]


def sentence(entry: LogEntry) -> Sentence:
    """A sentence of the log."""
    return Sentence(text=entry.text, rules=list(entry.rules))
