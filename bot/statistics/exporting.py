"""Figures as files: a table for spreadsheets, and JSON for programs."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bot.model.figures import LEAST_GAMES, SHARE, Figures, mean, winners_mean, wins
from bot.spreadsheet import Cell, Sheet

FORMAT = "tzolkin-statistics 1"
_OF_GAMES = ("rounds", "turns", "length")
_OWN = ("source", "gain", "gear")
_HEAD = (
    "players", "what", "name", "games", "seats", "mean", "mean_low", "mean_high", "winners",
    "winners_mean", "winners_low", "winners_high", "wins", "won", "won_low", "won_high",
)  # fmt: skip
_DECIMALS = 4


def figures_sheet(by_players: Mapping[int, Figures]) -> Sheet:
    """List a line for each figure and number of players, from at least `LEAST_GAMES` games. Points
    are whole ones; `length` is in minutes, `gear` in workers; intervals are of 95 %."""
    return Sheet(_HEAD, [tuple(one.values()) for one in _lines(by_players)])


def figures_json(by_players: Mapping[int, Figures]) -> str:
    """Write the figures of `figures_sheet` as JSON."""
    return json.dumps({"format": FORMAT, "figures": list(_lines(by_players))}, indent=1)


def _lines(by_players: Mapping[int, Figures]) -> Iterator[dict[str, Cell]]:
    for players, figures in by_players.items():
        for key, sums in sorted(figures.items()):
            if sums.games < LEAST_GAMES:
                continue
            per = 1 if key.kind in (*_OF_GAMES, "gear") else 4
            line: dict[str, Any] = dict.fromkeys(_HEAD)
            line |= {
                "players": players, "what": key.kind, "name": key.name,
                "games": sums.games, "seats": sums.seats,
            }  # fmt: skip
            line |= zip(_HEAD[5:8], (round(x / per, _DECIMALS) for x in mean(sums)), strict=True)
            if key.kind not in (*_OF_GAMES, *_OWN):
                line |= {"winners": sums.winners, "wins": round(sums.wins60 / SHARE, _DECIMALS)}
                line |= zip(_HEAD[13:], (round(x, _DECIMALS) for x in wins(sums)), strict=True)
                if sums.winners >= LEAST_GAMES:
                    won = (round(x / per, _DECIMALS) for x in winners_mean(sums))
                    line |= zip(_HEAD[9:12], won, strict=True)
            yield line
