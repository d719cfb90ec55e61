"""A finished game as a play for BG Stats, an app in which people keep the games they played.

The app takes a play from a link (`createPlay.html`), and from a file `.bgsplay` as it shares them
itself. A record knows people by the names a server shows; by these the app recognises its players.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from bot.notation.position_line import NotationError
from bot.notation.records import Record, sum_of
from bot.text.names import EXPANSION_NAME, module_name, shown_name, told_apart
from bot.text.translation import SOURCE_LANGUAGE, Translations, listed, translator

SOURCE = "tzolkin-bot"
GAME = "Tzolk'in: The Mayan Calendar"
BGG_ID = 126163
"""The number of the game on BoardGameGeek."""
EXPANSION, EXPANSION_BGG_ID = "Tzolk'in: The Mayan Calendar – Tribes & Prophecies", 143065
LOCATION = "Discord"
_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
_ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a "
    "share, export or open-in function to open it with Board Game Stats."
)
_GAME_REF = _LOCATION_REF = 1
_EXPANSION_REF = 2


def bg_stats(record: Record, t: Translations | None = None) -> dict[str, Any]:
    """The play in the form that the app takes from a link; in English unless `t` is given. Raises
    NotationError for a game without a result."""
    t = t or translator(SOURCE_LANGUAGE)
    rows, ids = _rows(record), told_apart([seat.name for seat in record.seats])
    names = told_apart([shown_name(t, seat.name) for seat in record.seats])
    return {
        "sourceName": SOURCE,
        "sourcePlayId": sum_of(record),
        "playDate": _moment(record),
        "location": LOCATION,
        "comments": _with_modules(t, record),
        "game": {
            "sourceGameId": str(BGG_ID),
            "name": GAME,
            "bggId": BGG_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "sourcePlayerId": ids[place],
                "name": names[place],
                "winner": rows[place]["place"] == 1,
                "score": _score(rows[place]["points4"]),
                "rank": rows[place]["place"],
                "startPlayer": place == record.deal.get("first_seat"),
            }
            for place in range(len(record.seats))
        ],
    }


def _with_modules(t: Translations, record: Record) -> str:
    """The expansion with its modules in words, as the app's link has no field for them; empty
    without modules."""
    if not record.modules:
        return ""
    modules = listed(t, [module_name(t, module) for module in record.modules])
    # Translators: the expansion's name, and which of its modules were played
    return t.gettext("{expansion}: {modules}").format(
        expansion=t.say(EXPANSION_NAME), modules=modules
    )


def bg_stats_link(record: Record, t: Translations | None = None) -> str:
    """A link that opens the app with the play. Raises as `bg_stats`."""
    return _LINK + quote(json.dumps(bg_stats(record, t), ensure_ascii=False), safe="")


def bg_stats_file(record: Record, t: Translations | None = None) -> str:
    """The content of a file `.bgsplay`; the same record always gives the same file. Raises as
    `bg_stats`."""
    play, at = bg_stats(record, t), _moment(record)
    players = play["players"]
    return json.dumps(
        {
            "about": _ABOUT,
            "players": [
                {
                    "uuid": _uuid("player", player["sourcePlayerId"]),
                    "id": number,
                    "name": player["name"],
                    "isAnonymous": False,
                    "modificationDate": at,
                    "bggUsername": "",
                }
                for number, player in enumerate(players, start=1)
            ],
            "locations": [
                {
                    "uuid": _uuid("location", LOCATION),
                    "id": _LOCATION_REF,
                    "name": LOCATION,
                    "modificationDate": at,
                }
            ],
            "games": [
                {
                    "uuid": _uuid("game", GAME),
                    "id": _GAME_REF,
                    "name": GAME,
                    "modificationDate": at,
                    "cooperative": False,
                    "highestWins": True,
                    "noPoints": False,
                    "usesTeams": False,
                    "bggName": GAME,
                    "bggYear": 2012,
                    "bggId": BGG_ID,
                },
                *([{**_EXPANSION_GAME, "modificationDate": at}] if record.modules else []),
            ],
            "plays": [
                {
                    "uuid": _uuid("play", play["sourcePlayId"]),
                    "modificationDate": at,
                    "entryDate": at,
                    "playDate": at,
                    "usesTeams": False,
                    "durationMin": 0,
                    "ignored": False,
                    "manualWinner": False,
                    "rounds": 0,
                    "locationRefId": _LOCATION_REF,
                    "gameRefId": _GAME_REF,
                    "expansionPlays": (
                        [{"gameRefId": _EXPANSION_REF, "bggId": 0}] if record.modules else []
                    ),
                    "board": "",
                    "comments": play["comments"],
                    "scoringSetting": 0,
                    "playerScores": [
                        {
                            "score": str(player["score"]),
                            "winner": player["winner"],
                            "newPlayer": False,
                            "startPlayer": player["startPlayer"],
                            "playerRefId": number,
                            "rank": player["rank"],
                            "seatOrder": number,
                        }
                        for number, player in enumerate(players, start=1)
                    ],
                }
            ],
            "userInfo": {"meRefId": 0},
        },
        indent=1,
        ensure_ascii=False,
    )


def _rows(record: Record) -> Mapping[int, Mapping[str, Any]]:
    """The row of each seat in the result. Raises NotationError if they are not all there."""
    try:
        rows = {row["seat"]: row for row in record.result or ()}
        if rows.keys() == {*range(len(record.seats))} and all(
            "place" in row and "points4" in row for row in rows.values()
        ):
            return rows
    except KeyError:
        pass
    raise NotationError("This game was not played to its end, so it has no result for BG Stats.")


def _score(points4: int) -> int | float:
    return points4 / 4 if points4 % 4 else points4 // 4


def _moment(record: Record) -> str:
    """When the game was over, in UTC: at its last action, or else when the lobby was opened. Raises
    NotationError for a record without such a time."""
    at = next((event.at for event in reversed(record.events) if event.at), record.opened)
    try:
        moment = datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError):
        raise NotationError("The moments of this record are none.") from None
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def _uuid(kind: str, name: str) -> str:
    """An id for something by its kind and name, the same in every file."""
    return str(uuid5(uuid5(NAMESPACE_URL, SOURCE), f"{kind} {name}")).upper()


_EXPANSION_GAME: Mapping[str, Any] = MappingProxyType({
    "uuid": _uuid("game", EXPANSION),
    "id": _EXPANSION_REF,
    "name": EXPANSION,
    "cooperative": False,
    "highestWins": True,
    "noPoints": False,
    "usesTeams": False,
    "isExpansion": 1,
    "bggName": EXPANSION,
    "bggYear": 2013,
    "bggId": EXPANSION_BGG_ID,
})  # fmt: skip
