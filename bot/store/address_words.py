"""The words after `?` in the address of a database, as libpq, hosts of databases and drivers write
them: each is understood, or refused by its name.

The driver of PostgreSQL is asyncpg. It reads most of libpq's words itself from an address of its
own (`dsn`), but none of those that SQLAlchemy hands it one by one.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

_PLACE: Final = ("host", "port", "user", "password", "database", "dbname")
"""The parts of an address that may stand among its words."""
_READ_BY_ASYNCPG: Final = (
    "passfile", "sslmode", "sslcert", "sslkey", "sslpassword", "sslrootcert", "sslcrl",
    "ssl_min_protocol_version", "ssl_max_protocol_version", "target_session_attrs", "krbsrvname",
    "gsslib", "application_name", "options",
)  # fmt: skip
"""Words of libpq that asyncpg reads in its `dsn`."""
_AS_IT_IS: Final[Mapping[str, tuple[str, ...]]] = {
    "channel_binding": ("prefer", "disable"),
    "client_encoding": ("utf8", "utf-8", "unicode", "auto"),
    "gssencmode": ("prefer", "disable"),
    "keepalives": ("1",),
    "load_balance_hosts": ("disable",),
    "replication": ("false", "off", "no", "0"),
    "sslcertmode": ("allow",),
    "sslcompression": ("0",),
    "sslnegotiation": ("postgres",),
    "sslsni": ("1",),
}
"""Words of libpq that change nothing with these values, which are how asyncpg works. With any other
value they are refused: the driver could not do what they ask."""
_BY_NAME: Final = (
    "fallback_application_name", "gssdelegation", "hostaddr", "keepalives_count", "keepalives_idle",
    "keepalives_interval", "max_protocol_version", "min_protocol_version", "oauth_client_id",
    "oauth_client_secret", "oauth_issuer", "oauth_scope", "require_auth", "requirepeer",
    "requiressl", "scram_client_key", "scram_server_key", "service", "servicefile", "sslcrldir",
    "sslkeylogfile", "tcp_user_timeout",
)  # fmt: skip
"""The other words of libpq, which are refused: the driver has nothing for them."""


def _seconds(value: str) -> float | None:
    """A time to wait; None for as long as it takes, which libpq writes as 0."""
    seconds = float(value)
    if not isfinite(seconds):
        raise ValueError
    return seconds if seconds > 0 else None


def _whole_seconds(value: str) -> float | None:
    """As libpq and the tools of PostgreSQL take it."""
    return _seconds(str(int(value)))


def _whether(value: str) -> bool:
    known = {"true": True, "1": True, "yes": True, "on": True}
    known |= {"false": False, "0": False, "no": False, "off": False}
    try:
        return known[value.lower()]
    except KeyError:
        raise ValueError from None


_VALUES: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = {
    "connect_timeout": (_whole_seconds, "a whole number of seconds"),
    "timeout": (_seconds, "a number of seconds"),
    "command_timeout": (_seconds, "a number of seconds"),
    "pgbouncer": (_whether, "true or false"),
    "statement_cache_size": (int, "a whole number"),
    "prepared_statement_cache_size": (int, "a whole number"),
    "ssl": (str, "a mode"),
}
"""Words that are not handed on as they are, and what they need: asyncpg's and SQLAlchemy's own,
libpq's `connect_timeout`, and `pgbouncer`, by which hosts of databases say that a pooler keeps no
prepared statements."""
UNDERSTOOD: Final = (*_PLACE, *_READ_BY_ASYNCPG, *_VALUES)
LIBPQ: Final = (
    *_PLACE[:4], "dbname", *_READ_BY_ASYNCPG, *_AS_IT_IS, *_BY_NAME, "connect_timeout"
)  # fmt: skip
"""Every word of libpq 18."""


def must_be_understood(backend: str, words: Mapping[str, str | tuple[str, ...]]) -> None:
    """Check the words of an address of this kind of database. Raises ValueError, whose text is the
    rest of a sentence about the address, for one that is not understood."""
    for word, value in words.items():
        if backend == "sqlite":
            raise ValueError(f"has {_named(word)} after ?, and a SQLite file takes none; remove it")
        if isinstance(value, tuple):
            if word == "host":  # several servers, of which one can be written
                continue
            raise ValueError(f"has {_named(word)} more than once; leave one of them")
        if word in _VALUES:
            read, needs = _VALUES[word]
            try:
                read(value)
            except ValueError:
                raise ValueError(f"has {_named(word)}, which needs {needs}") from None
        elif word in _AS_IT_IS:
            if value.lower() not in _AS_IT_IS[word]:
                possible = " or ".join(f"{word}={one}" for one in _AS_IT_IS[word][:2])
                raise ValueError(
                    f"has {_named(word)} with a value that the driver asyncpg cannot keep; remove "
                    f"it, or write {possible}"
                )
        elif word in _BY_NAME:
            raise ValueError(
                f"has {_named(word)}, for which the driver asyncpg has nothing; remove it"
            )
        elif word not in UNDERSTOOD:
            close = get_close_matches(word, UNDERSTOOD, n=1)
            advice = f"perhaps you mean {close[0]}" if close else "remove it"
            raise ValueError(f"has {_named(word)}, which is not understood; {advice}")


def _named(word: str) -> str:
    """A word as it may be shown: what has other characters may be a part of a password."""
    plain = word.isascii() and word.replace("_", "").isalnum() and len(word) <= 40
    return f"the word {word}" if plain else "a word"


def for_asyncpg(_dialect: object, _record: object, _args: object, options: dict[str, Any]) -> None:
    """Called by SQLAlchemy before it connects with these options, which are the address's parts and
    words: change them into asyncpg's own."""
    given: dict[str, Any] = {}
    for word in [one for one in options if one in _VALUES]:
        given[word] = _VALUES[word][0](str(options.pop(word)))
    if "connect_timeout" in given:
        given.setdefault("timeout", given["connect_timeout"])
        del given["connect_timeout"]
    if given.pop("pgbouncer", False):
        # Another client may have made a statement of the same name on the same connection.
        options |= {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        options["prepared_statement_name_func"] = lambda: f"__tzolkin_{uuid4()}__"
    options.update(given)
    for word in _AS_IT_IS:
        options.pop(word, None)
    if "dbname" in options:
        options["database"] = options.pop("dbname")
    read: dict[str, str] = {word: options.pop(word) for word in _READ_BY_ASYNCPG if word in options}
    if read:
        options["dsn"] = f"postgresql://?{urlencode(read)}"
