"""Leagues and games as web pages, which can be read without scripts: written into a folder, or
served by the running bot. Their addresses, from the folder of a language on."""

from datetime import date


def game_page(table_id: int) -> str:
    """The page of a game, while it is played and after it."""
    return f"game-{table_id}.html"


def server_page(guild_id: int) -> str:
    """The page of a server and its games."""
    return f"server-{guild_id}.html"


ICON = "icon.png"
"""The icon that a browser shows for all pages."""
DAYS_PAGE = "today.html"
"""The page of the turns of the day."""


def day_page(day: date) -> str:
    """The page of the turn of a day."""
    return f"today-{day}.html"


def league_home(league_id: int) -> str:
    """The folder of a league; its page is `index.html` in it."""
    return f"league-{league_id}/"


def season_page(number: int) -> str:
    """The page of the season with this number, in the folder of its league."""
    return f"season-{number}.html"
