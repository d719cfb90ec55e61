"""Verification of a record: everything in it that follows from something else is calculated again.

The record alone cannot show that the channel was told of this very record: for that the messages
hold its sum and its commitment, to be compared by eye.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.engine import Game, IllegalAction
from bot.engine.deal import shuffle_deal
from bot.engine.dealt_anew import dealt_anew
from bot.engine.position import Position
from bot.notation.games import NOT_TO_BE_PLAYED, players_of
from bot.notation.records import Record, StoredRecord, sum_of
from bot.tables.fair_deal import (
    commitment,
    playing_order,
    seed_of,
    shared_seed,
)
from bot.text.names import DELETED_NAMES
from bot.text.translation import N_, Translations, fill

Verdict = Literal["true", "false"]


@dataclass(frozen=True)
class Check:
    """The result of checking one thing."""

    holds: bool | None
    """Whether it is right; None for a mere remark."""
    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def words(self, t: Translations) -> str:
        """Write the result in one line."""
        return fill(t, self.template, dict(self.params))


def checks(stored: StoredRecord) -> list[Check]:
    """Check everything that can be checked of a record, the seal first. This plays the whole game
    again, which takes some ten milliseconds."""
    record = stored.record
    return [_sum(stored), *_seal(record), *_deal(record), *_log(record), *_told(record)]


def verdict(checked: Sequence[Check]) -> Verdict:
    """Judge a record: `false` if a check fails."""
    return "false" if any(check.holds is False for check in checked) else "true"


def verdict_words(t: Translations, found: Verdict) -> str:
    """Write the verdict in one sentence."""
    return t.gettext(_VERDICTS[found])


_VERDICTS: Mapping[Verdict, str] = {
    "true": N_("Everything checks out: the deal was sealed before the game and kept."),
    "false": N_("This record does not check out."),
}


_SEATS_SHUFFLED = (
    N_("The order of the seats follows from the seed."),
    N_("The order of the seats does not follow from the seed."),
)
_SEATS_GIVEN = (
    N_("Seats come from the schedule or the last game, as sealed."),
    N_("The seats are not those of the schedule or of the game before."),
)


_SEED = (
    N_("The seed follows from the secret, the table and those who joined."),
    N_("The seed does not follow from the secret, the table and those who joined."),
)


def _check(holds: bool, yes: str, no: str, **params: object) -> Check:
    return Check(holds, yes if holds else no, params)


def _sum(stored: StoredRecord) -> Check:
    found = sum_of(stored.record)
    return _check(
        found == stored.sum,
        # Translators: {sum}: a checksum.
        N_("The record has the checksum {sum}; compare it with the final message of its game."),
        # Translators: {found}, {sum}: checksums.
        N_("The record was changed after it was written: its checksum is {found}, not {sum}."),
        sum=stored.sum[:64],
        found=found,
    )


def _seal(record: Record) -> list[Check]:
    sealed = record.sealed
    seats = len(sealed.joined)
    if sealed.given:
        order, (yes, no) = list(range(seats)), _SEATS_GIVEN
    else:
        order, (yes, no) = playing_order(seats, record.seed), _SEATS_SHUFFLED
    seated = tuple(sealed.joined[n] for n in order)
    return [
        _check(
            commitment(sealed.secret) == sealed.commitment,
            # Translators: {sealed}: a checksum.
            N_("The secret has the sha256 {sealed}; compare it with the lobby of its game."),
            # Translators: {sealed}: a checksum.
            N_("The secret is not the one that was sealed as {sealed}."),
            sealed=sealed.commitment[:64],
        ),
        _check(
            seed_of(sealed.secret, record.table, sealed.joined) == record.seed,
            *_SEED,
        ),
        _check(
            seated == sealed.seated and len(seated) == len(record.seats),
            yes,
            no,
        ),
    ]


def _deal(record: Record) -> list[Check]:
    seed, found = record.seed, []
    if record.shared is not None:
        seed = shared_seed(record.shared.secret)
        found.append(
            _check(
                commitment(record.shared.secret) == record.shared.commitment,
                # Translators: {sealed}: a checksum.
                N_("The deal was shared by several tables, and sealed as {sealed}."),
                # Translators: {sealed}: a checksum.
                N_("The secret of the shared deal is not the one that was sealed as {sealed}."),
                sealed=record.shared.commitment[:64],
            )
        )
    try:
        if "position" in record.deal:
            deal = dealt_anew(Position.from_dump(record.deal["position"]), seed)
        else:
            deal = shuffle_deal(len(record.seats), record.modules, seed, without=record.without)
    except NOT_TO_BE_PLAYED:
        deal = {}
    found.append(
        _check(
            deal == {key: record.deal[key] for key in record.deal if key != "rules"},
            N_("The deal follows from the seed."),
            N_("The deal does not follow from the seed."),
        )
    )
    return found


def _log(record: Record) -> list[Check]:
    if players_of(record.deal) != len(record.seats):
        return [Check(False, N_("The deal and the record have different numbers of seats."))]
    played = 0
    try:
        game = Game.from_setup({**record.deal, "rules": record.rules})
        for entry in record.events:
            game.play(entry.seat, entry.action)
            played += 1
    except IllegalAction:
        told = {"number": played + 1, "action": record.events[played].action[:60]}
        return [
            # Translators: {action}: as it stands in the log, not translated.
            Check(False, N_("Action {number} of the log ({action}) is against the rules."), told)
        ]
    except NOT_TO_BE_PLAYED:
        return [Check(False, N_("The game cannot be played from this deal and log."))]
    # Translators: {actions}: how many there are.
    lawful = N_("The log follows the rules from beginning to end (actions: {actions}).")
    return [Check(True, lawful, {"actions": played}), _result(record, game)]


def _result(record: Record, game: Game) -> Check:
    if not game.finished and record.result is None:
        return Check(None, N_("The game was not played to its end, so it has no result."))
    standings = tuple(game.standings()) if game.finished else None
    return _check(
        standings == record.result,
        N_("The log leads to this result."),
        N_("The log does not lead to this result."),
    )


def _told(record: Record) -> list[Check]:
    found = []
    for number, (mark, seat) in enumerate(
        zip(record.sealed.seated, record.seats, strict=False), start=1
    ):
        if mark != seat.join:
            told = {"name": seat.name, "seat": number}
            # Translators: {seat}: its number; from another player.
            found.append(Check(None, N_("{name} took over seat {seat} from somebody."), told))
    if "position" in record.deal:
        told = {"round": record.deal["position"].get("round")}
        # Translators: {round}: a number
        words = N_("The game began in a position, in round {round}; hidden tiles were dealt anew.")
        found.append(Check(None, words, told))
    if any(seat.name in DELETED_NAMES for seat in record.seats):
        found.append(
            Check(
                None,
                N_("A player's name was deleted later, so the final message has another checksum."),
            )
        )
    for back in record.set_back:
        told = {"actions": back.actions, "stayed": back.stayed}
        found.append(
            # Translators: {actions}, {stayed}: numbers of actions in the log.
            Check(None, N_("The game was rewound from action {actions} to {stayed}."), told)
        )
    return found
