"""Discord is reached through the proxy of HTTPS_PROXY, and by no other way."""

import asyncio
import base64
import json
import signal
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.settings import SettingsError, proxy_for
from cogs.starting import proxy_to_discord
from tests.standin import discord_standin
from tests.standin.discord_standin import Discord
from tests.standin.program import HOST
from tests.standin.running import running

CERTIFICATE = Path(discord_standin.__file__).parent / "discord_invalid.pem"
"""With its key; nobody but these tests believes it."""
NOWHERE = "discord.invalid"
"""A name that no machine has: only the proxy knows what is meant."""


class Proxy:
    """A proxy on a port of this machine that takes a password and leads to the stand-in."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.asked: list[str] = []
        self.port = 0
        self._ways: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        said = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in head[1:]}
        expected = f"Basic {base64.b64encode(b'bot:pass-word').decode()}"
        if said.get("proxy-authorization") != expected:
            writer.write(b"HTTP/1.1 407 Who Are You\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            writer.close()
            return
        self.asked.append(head[0])
        there, here = await asyncio.open_connection("127.0.0.1", self.discord.port)
        writer.write(b"HTTP/1.1 200 Go On\r\n\r\n")
        for one in (carry(reader, here), carry(there, writer)):
            self._ways.add(asyncio.create_task(one))


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes, to its end."""
    with suppress(OSError):
        while said := await reader.read(65536):
            writer.write(said)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def proxied() -> AsyncIterator[tuple[Discord, Proxy]]:
    """Discord behind TLS, and the proxy."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(CERTIFICATE)
    discord = Discord(tls)
    discord.gateway = f"wss://{NOWHERE}/gateway-socket"
    async with discord:
        proxy = Proxy(discord)
        server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
        proxy.port = server.sockets[0].getsockname()[1]
        yield discord, proxy
        server.close()


def settings(proxy: str, **more: str) -> dict[str, str]:
    """The environment of a program for which Discord is nowhere."""
    return {HOST: NOWHERE, "SSL_CERT_FILE": str(CERTIFICATE), "HTTPS_PROXY": proxy, **more}


async def test_all_that_is_said_goes_through_it(tmp_path: Path) -> None:
    async with proxied() as (discord, proxy):
        given = settings(f"http://bot:pass-word@127.0.0.1:{proxy.port}")
        async with running(discord, tmp_path, settings=given) as program:
            async with asyncio.timeout(120):
                await discord.connected.wait()
                answer = await discord.answer(await discord.command("about"))
            program.signal(signal.SIGTERM)
            code, out, log = await program.ended()
    assert code == 0
    assert "Tzolk'in on Discord" in json.dumps(answer)
    assert len(proxy.asked) >= 2, "requests, and the gateway"
    assert set(proxy.asked) == {f"CONNECT {NOWHERE}:443 HTTP/1.1"}
    assert f"http://127.0.0.1:{proxy.port}" in log
    assert "pass-word" not in out + log


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("http://bot:wrong-word@127.0.0.1:{port}", 2, "does not let the bot through (407 Who Are"),
        ("http://bot:wrong-word@127.0.0.1:1", 1, "The proxy of HTTPS_PROXY cannot be reached"),
        ("socks5://bot:wrong-word@127.0.0.1:{port}", 2, "a proxy of the kind socks5, and the bot"),
        ("http://bot:wrong-word@127.0.0.1:no-port", 2, "HTTPS_PROXY cannot be understood"),
    ],
)
async def test_one_that_cannot_be_used(address: str, code: int, said: str, tmp_path: Path) -> None:
    async with proxied() as (discord, proxy):
        given = settings(address.format(port=proxy.port))
        async with running(discord, tmp_path, settings=given) as program:
            ended, out, log = await program.ended()
    assert ended == code
    last = log.splitlines()[-1]
    assert said in last and last.endswith(".")
    assert "wrong-word" not in out + log
    assert proxy.asked == [] and discord.sent == []


async def test_the_doctor_goes_the_same_way(tmp_path: Path) -> None:
    async with proxied() as (discord, proxy):
        given = settings(f"http://bot:pass-word@127.0.0.1:{proxy.port}")
        async with running(discord, tmp_path, "doctor", "--online", settings=given) as program:
            _, out, log = await program.ended()
        assert "Traceback" not in log, log
        assert f"ok       proxy     Discord is asked through http://127.0.0.1:{proxy.port}" in out
        assert "it takes the token" in out and "pass-word" not in out
        given = settings(f"http://127.0.0.1:{proxy.port}")
        async with running(discord, tmp_path, "doctor", "--online", settings=given) as program:
            code, out, _ = await program.ended()
        assert code == 2 and "FAULT    proxy     It answers 407 Who Are You." in out


@pytest.mark.parametrize(
    ("variables", "file", "expected"),
    [
        ({}, "", None),
        ({"HTTPS_PROXY": ""}, "", None),
        ({"HTTPS_PROXY": "http://one:1"}, "", "http://one:1"),
        ({"https_proxy": "one:1", "HTTPS_PROXY": "http://two:2"}, "", "http://one:1"),
        ({"HTTP_PROXY": "http://one:1"}, "", None),
        ({}, "HTTPS_PROXY=http://two:2", "http://two:2"),
        ({"HTTPS_PROXY": "http://one:1"}, "HTTPS_PROXY=http://two:2", "http://one:1"),
        ({"HTTPS_PROXY": "http://one:1", "NO_PROXY": "x.org, .discord.com"}, "", None),
        ({"HTTPS_PROXY": "http://one:1", "no_proxy": "*"}, "", None),
        ({"HTTPS_PROXY": "http://one:1", "NO_PROXY": "discord.org"}, "", "http://one:1"),
        ({"HTTPS_PROXY": "socks5://one:1", "NO_PROXY": "discord.com"}, "", None),
    ],
)
def test_which_proxy(
    variables: dict[str, str], file: str, expected: str | None,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(file)
    assert proxy_for("discord.com") == expected
    found = proxy_to_discord()
    assert (found.url if found else None) == expected


@pytest.mark.parametrize("kind", ["socks://", "socks5h://", "https://", "SOCKS4://"])
def test_other_kinds(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("https_proxy", raising=False)
    monkeypatch.setenv("HTTPS_PROXY", f"{kind}bot:pass-word@one:1")
    with pytest.raises(
        SettingsError, match=r"begins with http://; .* NO_PROXY=discord\.com "
    ) as no:
        proxy_for("discord.com")
    assert "pass-word" not in str(no.value)
