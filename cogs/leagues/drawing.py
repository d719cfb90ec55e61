"""The page of the draw: the divisions as they would be drawn now. Seeds can
change them before the draw counts. After it moderators can have the tables opened that are ready.
The button carries the length of the season's log: if it has grown since, a press only shows the
page as it is now.

The page “Players and seeds”: who has signed up, in the order of the seeds, before the draw.
Moderators move people up and down, or send a file, which may name divisions, too; what they save
is one act. What is not saved yet stands in the file at the message, which they may also take home,
change and send back. Its buttons carry the seeds that were saved when it was shown: if there are
others since, a press only shows the page as it is now.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from zlib import crc32

import discord
from discord import ui

from bot.leagues import games, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.season_acts import Draw, OpenTables, Seed
from bot.leagues.season_lifecycle import Divided
from bot.leagues.season_transaction import SeasonView
from bot.leagues.seed_file import Known, ids_in, players_sheet, read_lines, read_seeds
from bot.moderation import desk
from bot.moderation.desk import must_be_staff
from bot.process.work import in_thread, in_thread_of_files
from bot.refusal import Refusal
from bot.seasons.applying import apply
from bot.seasons.events import Seeded
from bot.spreadsheet import LONGEST, Table, tables_in, too_long, workbook_of
from bot.tables import Moderator
from bot.text.leagues import TABLE, gone_lines
from bot.text.seasons import NOT_KEPT, division_name
from bot.text.translation import N_, Translations, listed
from cogs.kit import buttons
from cogs.kit.answering import fill, refusal_text, speaks, tell
from cogs.kit.buttons import RED, Press, as_number, button, on_press, select
from cogs.kit.context import Interaction, Stands, ask_for_much, name_of
from cogs.kit.layout import Part, first_lines, message, option, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, gone_from, members_asked, names_of, staff_here
from cogs.leagues.season_sweep import open_ready
from cogs.moderation.acts import do_now, reason_by_name

MOST_NOT_KEPT = 12
"""The most players listed who would not play in the division announced for them."""
# Translators: heading of a page, and something a moderator can do, in a menu or on a button, at
# most 34 characters: the players of a season in their order, the best first
PLAYERS_AND_SEEDS = N_("Players and seeds")


async def show_draw(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Answer with the divisions as they would be drawn now. Raises Refusal if there is nothing to
    draw."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await fill(interaction, view=await _page(interaction, moderator, season))


async def _page(
    interaction: Interaction, moderator: Moderator, season: SeasonView, notice: str | None = None
) -> ui.LayoutView:
    t, leagues = speaks(interaction), interaction.client.leagues
    act = Draw()
    found = await desk.preview(InSeason(leagues, season.id), moderator, act)
    now = await season_lifecycle.divided_now(leagues, season.id)
    assert interaction.guild is not None
    gone = await gone_from(interaction.client, interaction.guild, season.state.signed_up)
    names = await names_of(interaction, season.state.signed_up)
    seen = str(found.before.version)
    lines = [
        "### " + t.gettext(act.asks),
        season.title,
        *gone_lines(t, [names.printed(one) for one in gone]),
        *_not_kept_lines(t, now, names),
        *season_lifecycle.forecast_lines(t, season.settings, now.sizes),
        *act.preview(t, names.printed, found),
    ]
    return message(
        text(notice) if notice else None,
        text(*first_lines(lines)),
        row(
            [
                button(t.gettext("Confirm"), "seasondraw", 0, seen, f"{season.id}", style=RED),
                button(t.gettext(PLAYERS_AND_SEEDS), "moddo", 0, word=f"s{season.id} seeds"),
            ]
        ),
        text(small(t.gettext("This will be posted in the league's channel and the audit log."))),
    )


def _not_kept_lines(t: Translations, now: Divided, names: Names) -> list[str]:
    """The warning about players who do not go where it was announced; empty without them."""
    if not now.not_kept:
        return []
    # Translators: heading above a list of players who do not go where it was announced
    warned = [t.gettext("**Not placed according to last season's standings:**")]
    for one in now.not_kept[:MOST_NOT_KEPT]:
        words = t.gettext(NOT_KEPT[one.direction])
        warned.append(words.format(name=names.printed(one.person)))
    more = len(now.not_kept) - MOST_NOT_KEPT
    if more > 0:
        # Translators: last line of a list of people: so many further ones
        warned.append(t.ngettext("and {n} more", "and {n} more", more).format(n=more))
    return [*warned, ""]


MEANWHILE = N_("The season has changed, so nothing was done. This is how it is now.")


@on_press(Stands.ANYWHERE)
async def seasondraw(interaction: Interaction, press: Press) -> None:
    """Draw the season, as the page shows it."""
    moderator = await staff_here(interaction)
    _, season = await season_pressed(interaction, press.word.partition(".")[0])
    leagues = interaction.client.leagues
    if season.state.phase == "sign-up" and str(season.version) != press.stamp:
        await interaction.response.defer()
        view = await _page(interaction, moderator, season, speaks(interaction).say(MEANWHILE))
        await fill(interaction, view=view)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await do_now(interaction, moderator, InSeason(leagues, season.id), Draw())


async def open_tables(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Open now all tables that would open automatically. Name those whose game was given up, which
    open only to be played again."""
    t = speaks(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    place = InSeason(interaction.client.leagues, season.id)
    await desk.do(place, moderator, OpenTables(), reason_by_name(season))
    opened = await open_ready(interaction.client, season.id)
    given_up = await games.given_up(interaction.client.leagues, season.id)
    if opened:
        answer = t.ngettext("{n} table is now open.", "{n} tables are now open.", len(opened))
    else:
        answer = t.gettext(
            "No table can open now: the remaining ones are waiting for players to be free, for "
            "the start of the season, or for something that I asked for in the league's "
            "channel."
        )
    answer = answer.format(n=len(opened))
    if given_up:
        # Translators: {tables} are names of tables: “Table 3 and Table 5”; “Let it be played again”
        # is a choice on the moderators' page, to be named as there
        answer += " " + t.gettext(
            "I will not open these tables again until a moderator chooses “Have it played "
            "again”: {tables}."
        ).format(tables=listed(t, [t.say(TABLE, n=number) for number in given_up]))
    await tell(interaction, answer)


# --- players and seeds ----------------------------------------------------------------------------

FILE, SHEET = "players.xlsx", "players"
"""The name of the file at the message, and of its sheet."""
EACH = 20
"""How many people a page lists."""


@dataclass(frozen=True)
class Shown:
    """What a page shows, and what its buttons say."""

    season: SeasonView
    seeds: Seeded
    """The list, saved or not."""
    page: int = 0
    chosen: int = 0
    """The person who can be moved; 0 for nobody."""

    def word(self, do: str) -> str:
        """The word of a button that does something from here."""
        return f"{self.season.id}.{self.chosen}.{do}.{self.page}"

    @property
    def stamp(self) -> str:
        """Another one as soon as other seeds are saved."""
        return f"{crc32(repr(self.season.state.seeds).encode()):x}"

    @property
    def place(self) -> int:
        """The place of the chosen person, from 0; -1 for nobody."""
        return self.seeds.order.index(self.chosen) if self.chosen in self.seeds.order else -1

    @property
    def people(self) -> Sequence[int]:
        """The people of the page."""
        return self.seeds.order[self.page * EACH :][:EACH]


async def show_seeds(interaction: Interaction, season: SeasonView) -> None:
    """Answer with the seeds that are saved, or the order that there is without any."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    seeds, _ = await season_lifecycle.seeded_now(interaction.client.leagues, season.id)
    await _show(interaction, Shown(season, seeds))


async def _show(interaction: Interaction, shown: Shown, notes: Sequence[str] = ()) -> None:
    """Fill the deferred answer with a page. `notes` stand above the list."""
    t, leagues, season = speaks(interaction), interaction.client.leagues, shown.season
    saved, now = await season_lifecycle.seeded_now(leagues, season.id)
    if not saved.order:
        raise Refusal("seeds-nobody", "Nobody has signed up yet; come back when people have.")
    impossible = False
    try:
        _, now = await season_lifecycle.seeded_now(leagues, season.id, shown.seeds)
    except Refusal as refusal:
        notes, impossible = [*notes, "⚠️ " + refusal_text(t, refusal)], True
    drawn = now.divisions if now is not None and len(now.divisions) > 1 else ()
    divisions = dict(zip(shown.seeds.order, shown.seeds.divisions, strict=False)) or {
        person: number for number, one in enumerate(drawn) for person in one.entries
    }
    names = await names_of(interaction, shown.seeds.order)
    data = await in_thread(workbook_of, {SHEET: players_sheet(shown.seeds, names.known)})
    last = (len(shown.seeds.order) - 1) // EACH
    turns = buttons.turning(t, shown.page, last + 1, "seedlist", f"{season.id}.0.turn.")
    view = message(
        text("### " + t.gettext(PLAYERS_AND_SEEDS), small(season.title)),
        text(*first_lines(notes, 1800)) if notes else None,
        text(*first_lines(_lines(t, shown, saved, divisions, names), 1800)),
        *_choosing(t, shown, names),
        row(turns) if turns else None,
        row(_ways(t, shown, saved, impossible=impossible)),
        ui.File(f"attachment://{FILE}"),
    )
    await fill(interaction, view=view, attachments=[discord.File(BytesIO(data), filename=FILE)])


def _lines(
    t: Translations, shown: Shown, saved: Seeded, divisions: dict[int, int], names: Names
) -> list[str]:
    """The people of a page with their seeds, as they are and were."""
    was = {person: n for n, person in enumerate(saved.order)}
    lines = []
    for n, person in enumerate(shown.people, start=shown.page * EACH):
        parts = [f"{n + 1}. {names.printed(person)}"]
        if person in divisions:
            parts.append(division_name(t, divisions[person]))
        if person in shown.season.state.waiting:
            # Translators: behind a player's name: is on the waiting list
            parts.append(t.gettext("on the waiting list"))
        if was.get(person, n) != n:
            # Translators: behind a player's new seed; {seed} is the number before
            parts.append(t.gettext("was {seed}").format(seed=was[person] + 1))
        lines.append(("▸ " if person == shown.chosen else "") + " · ".join(parts))
    return lines


def _choosing(t: Translations, shown: Shown, names: Names) -> list[Part]:
    """The menu of the people of a page, and buttons that move the one who was chosen."""
    people = [option(names.plain(p), str(p), default=p == shown.chosen) for p in shown.people]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    pick = t.gettext("Choose a player")
    menu = select(people, "seedlist", 0, shown.stamp, shown.word("pick"), placeholder=pick)
    if shown.place < 0:
        return [row([menu])]
    last, stamp = len(shown.seeds.order) - 1, shown.stamp
    # Translators: button, one of two in a row, at most 24 characters: moves a player of a list
    up = button(t.gettext("Up"), "seedlist", 0, stamp, shown.word("up"), disabled=not shown.place)
    down = button(
        # Translators: button, one of two in a row, at most 24 characters: moves a player of a list
        t.gettext("Down"), "seedlist", 0, stamp, shown.word("down"), disabled=shown.place == last,
    )  # fmt: skip
    return [row([menu]), row([up, down])]


def _ways(t: Translations, shown: Shown, saved: Seeded, *, impossible: bool) -> list[Part]:
    stamp = shown.stamp
    # Translators: button, at most 24 characters: takes players and seeds from a file
    file = button(t.gettext("From a file"), "seedfile", 0, stamp, shown.word("file"))
    if shown.seeds != saved:
        return [
            file,
            button(
                # Translators: button, at most 34 characters; imperative
                t.gettext("Save"), "seedsave", 0, stamp, shown.word("save"), style=buttons.GREEN,
                disabled=impossible,
            ),
        ]  # fmt: skip
    if not shown.season.state.seeds.order:
        return [file]
    # Translators: button, at most 34 characters: the season has no seeds any more; imperative
    return [
        file,
        button(t.gettext("Remove all seeds"), "seedsave", 0, stamp, shown.word("none")),
    ]


# --- presses -------------------------------------------------------------------------------------


async def _pressed(interaction: Interaction, press: Press) -> tuple[Moderator, Shown, str]:
    """Who presses what, and the page, as its message keeps it. Raises Refusal after the draw."""
    moderator = await staff_here(interaction)
    number, chosen, do, page = press.parts(4)
    _, season = await season_pressed(interaction, number)
    must_be_staff(moderator, season.league_id, "draw")
    apply(season.state, Seeded())
    return moderator, Shown(season, Seeded(), as_number(page), as_number(chosen)), do


async def _kept(interaction: Interaction, press: Press, shown: Shown) -> Shown | None:
    """The page with the list that its message keeps, and with whoever has signed up since. If
    other seeds were saved since, shows these and returns None. Raises Refusal (`no-file`) if the
    file is gone."""
    leagues = interaction.client.leagues
    saved, _ = await season_lifecycle.seeded_now(leagues, shown.season.id)
    if press.stamp != shown.stamp:
        await _show(interaction, Shown(shown.season, saved), [speaks(interaction).say(MEANWHILE)])
        return None
    there = interaction.message.attachments if interaction.message is not None else []
    file = next((one for one in there if one.filename == FILE), None)
    if file is None:
        raise _no_file()
    read = read_seeds(await _tables(file), saved.order)
    return replace(shown, seeds=read.seeds)


async def _tables(file: discord.Attachment) -> Sequence[Table]:
    if file.size > LONGEST:
        raise too_long()
    try:
        data = await file.read()
    except (discord.HTTPException, OSError):
        raise _no_file() from None
    return await in_thread_of_files(tables_in, data)


def _no_file() -> Refusal:
    return Refusal("no-seed-file", "The file is gone; open “Players and seeds” again.")


def moved(shown: Shown, to: int) -> Shown:
    """The list with the chosen person at another place, from 0, as far as there is one; everybody
    keeps their division."""
    order, divisions = [*shown.seeds.order], [*shown.seeds.divisions]
    place, to = shown.place, min(max(to, 0), len(order) - 1)
    if place < 0:
        return shown
    for each in (order, divisions):
        each[to:to] = [each.pop(place)] if each else []
    return replace(shown, seeds=Seeded(tuple(order), tuple(divisions)), page=to // EACH)


@on_press(Stands.ANYWHERE)
async def seedlist(interaction: Interaction, press: Press) -> None:
    """Turn the page, choose a person, or move the one who was chosen."""
    _, shown, do = await _pressed(interaction, press)
    await interaction.response.defer()
    kept = await _kept(interaction, press, shown)
    if kept is None:
        return
    last = (len(kept.seeds.order) - 1) // EACH
    kept = replace(kept, page=min(max(kept.page, 0), last))
    if do == "pick":
        kept = replace(kept, chosen=press.number_chosen)
    elif do in ("up", "down"):
        kept = moved(kept, kept.place + (1 if do == "down" else -1))
    await _show(interaction, kept)


@on_press(Stands.ANYWHERE)
async def seedsave(interaction: Interaction, press: Press) -> None:
    """Ask why, and save the list, or take the seeds back."""
    moderator, shown, do = await _pressed(interaction, press)
    reason = buttons.reason_of(press)
    if not reason:
        await interaction.response.send_modal(buttons.reason_form(speaks(interaction), press))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    kept = await _kept(interaction, press, shown)
    if kept is None:
        return
    seeds = Seeded() if do == "none" else kept.seeds
    place = InSeason(interaction.client.leagues, kept.season.id)
    await do_now(interaction, moderator, place, Seed(seeds.order, seeds.divisions), reason)


@on_press(Stands.ANYWHERE)
async def seedfile(interaction: Interaction, press: Press) -> None:
    """Ask for a file, and show what it gives; nothing is saved yet."""
    _, shown, _ = await _pressed(interaction, press)
    t, leagues = speaks(interaction), interaction.client.leagues
    if not press.chosen:
        form = buttons.Form(t.gettext(PLAYERS_AND_SEEDS), press)
        form.ask_file(
            "file",
            # Translators: label of a line in a form, at most 45 characters
            t.gettext("A CSV file or an Excel workbook"),
            # Translators: below the label of a line in a form, at most 100 characters
            t.gettext("With the column headings player, seed and, if needed, division"),
        )
        await interaction.response.send_modal(form)
        return
    await interaction.response.defer()
    ask_for_much(interaction)
    tables = await _tables(buttons.file_sent(interaction, press.chosen["file"]))
    saved, _ = await season_lifecycle.seeded_now(leagues, shown.season.id)
    members = await _members(interaction, {*saved.order, *ids_in(tables)})
    read = await in_thread_of_files(read_seeds, tables, saved.order, members)
    names = await names_of(interaction, read.unnamed)
    notes = list(read_lines(t, read, names.printed))
    await _show(interaction, Shown(shown.season, read.seeds), notes)


async def _members(interaction: Interaction, people: Collection[int]) -> list[Known]:
    """The members of the server who are known, and those of these people whom Discord names within
    a moment."""
    guild = interaction.guild
    assert guild is not None
    found = {member.id: member for member in guild.members}
    missing = [person for person in people if person not in found]
    with suppress(TimeoutError, discord.DiscordException):
        found |= await members_asked(guild, missing[:MOST_ASKED])
    names = await names_of(interaction, [one for one in people if one not in found])
    return [
        *(
            Known(one.id, one.name, (name_of(one), one.name))
            for one in found.values()
            if not one.bot
        ),
        *(Known(one, "", (name,)) for one, name in names.known.items() if one not in found),
    ]


MOST_ASKED = 500
"""The most people whom Discord is asked to name."""
