"""Buttons, selects and forms that always work: their custom id says everything their handler needs.

A custom id is `tz:<verb>:<table>:<stamp>:<word>`. Any press on any message, however old, finds its
handler by the verb alone, also after the bot was restarted: the verb is the name of the function
that does it. There is one registry for all of them (`on_press`).

A form that is sent is a press with typed texts, and has the handler of the button that opened it.
It counts however long somebody types, also if the bot was restarted meanwhile. If it is refused,
the answer repeats what was typed.

Menus and buttons of declared settings (`bot.text.setting`) are made here, too.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.clocks import ZONES, zone_named
from bot.refusal import Refusal
from bot.text.answer_preview import shortened
from bot.text.setting import S, Setting
from bot.text.translation import Translations
from cogs.kit.answering import (
    CHOICE,
    UNREACHABLE,
    answer_error,
    fill,
    may_be_read,
    may_begin,
    typed_parts,
)
from cogs.kit.context import Interaction, Stands, must_stand_there
from cogs.kit.layout import Part, as_posted, option
from cogs.kit.log import begin_trace

GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger
CUSTOM_ID_LIMIT = 100
PREFIX = "tz"
LARGEST = 2**63 - 1
"""No number in a custom id may be larger: the database cannot take it."""
_NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)


def old_button() -> Refusal:
    """The refusal of a button whose custom id this version cannot read."""
    return Refusal(
        "old-button",
        "That button is out of date; get a new one with /board, or with /league show in a league.",
    )


def as_number(word: str) -> int:
    """A word of a custom id as a number. Raises Refusal for anything else."""
    if _NUMBER.fullmatch(word) is None or abs(int(word)) > LARGEST:
        raise old_button()
    return int(word)


@dataclass(frozen=True)
class Press:
    """A press of a button or select, or a form that was sent: what its custom id says."""

    verb: str
    table: int
    stamp: str
    """The state of the turn in preparation for which the button was made; empty if the press counts
    in any state."""
    word: str
    """The action, or whatever else the verb needs."""
    values: Sequence[str] = ()
    """The options chosen in a select."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The texts typed into a form, by the names of its lines."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """What was chosen in a form, by the names of its lines: a person's, role's, channel's or file's
    id, or an option's value, several separated by blanks; empty for nothing."""
    kept: str = ""
    """The hidden text that a form has carried along."""

    @property
    def custom_id(self) -> str:
        """The custom id by which a button or form has the meaning of this press."""
        return custom_id(self.verb, self.table, self.stamp, self.word)

    # The following raise Refusal (`old-button`) if the custom id is not one of this version.

    @property
    def value(self) -> str:
        """The one option that was chosen. Raises Refusal if there is none."""
        if not self.values:
            raise old_button()
        return self.values[0]

    @property
    def number_chosen(self) -> int:
        """The one option that was chosen, as a number. Raises Refusal for anything else."""
        return as_number(self.value)

    @property
    def number(self) -> int:
        """The word as a number. Raises Refusal for anything else."""
        return as_number(self.word)

    @property
    def words(self) -> list[str]:
        """The word split at blanks."""
        return self.word.split(" ")

    def parts(self, count: int) -> list[str]:
        """The word split at points into so many parts, of which the last may contain points. Raises
        Refusal if there are fewer."""
        parts = self.word.split(".", count - 1)
        if len(parts) != count:
            raise old_button()
        return parts

    def numbers(self, count: int | None = None) -> list[int]:
        """The word split at points into numbers. Raises Refusal for anything else, and unless they
        are exactly `count`, if that is given."""
        numbers = [as_number(part) for part in self.word.split(".")]
        if count is not None and len(numbers) != count:
            raise old_button()
        return numbers


Handler = Callable[[Interaction, Press], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}
_STAND: dict[str, Stands] = {}


def on_press(stands: Stands = Stands.AT_THE_TABLE, *verbs: str) -> Callable[[Handler], Handler]:
    """Register the handler of the verb that is its name, or of these `verbs`, which are the names
    of settings. It is called only for presses in the places that `stands` names; anywhere else the
    press is refused."""

    def register(handler: Handler) -> Handler:
        for verb in verbs or (handler.__name__,):
            assert verb not in _HANDLERS, verb
            _HANDLERS[verb], _STAND[verb] = handler, stands
        return handler

    return register


def custom_id(verb: str, table: int, stamp: str = "", word: str = "") -> str:
    """The custom id of these parts. Raises ValueError if the verb or stamp contains a colon, or all
    are too long together."""
    text = f"{PREFIX}:{verb}:{table}:{stamp}:{word}"
    if ":" in verb + stamp or len(text) > CUSTOM_ID_LIMIT:
        raise ValueError(f"not a custom id: {text}")
    return text


_TEMPLATE = re.compile(r"tz:(?P<verb>[a-z]+):(?P<table>\d+):(?P<stamp>[^:]*):(?P<word>.*)")


def pressed_as(custom_id: str, values: Sequence[str] = ()) -> Press:
    """The press that a custom id means; its verb is empty if the custom id is not one of ours."""
    found = _TEMPLATE.fullmatch(custom_id)
    if found is None:
        return Press("", 0, "", "", values)
    table = min(int(found["table"]), LARGEST)
    return Press(found["verb"], table, found["stamp"], found["word"], values)


async def work_on(interaction: Interaction, press: Press) -> None:
    """Hand a press to its handler. Raises what the handler raises, and Refusal for a press in the
    wrong place or with an unknown verb."""
    interaction.client.in_hand.begin()
    stands = _STAND.get(press.verb, Stands.ANYWHERE)
    await must_stand_there(interaction, press.table, stands)
    await _HANDLERS.get(press.verb, _from_another_version)(interaction, press)


async def pressed(interaction: Interaction) -> None:
    """Hand a press of any button or select of ours to its handler, and answer every error. Called
    for every interaction. (discord.py's own way rebuilds the whole message for each press.)"""
    if interaction.type is not discord.InteractionType.component:
        return
    data: Any = interaction.data or {}
    press = pressed_as(str(data.get("custom_id", "")), tuple(data.get("values", ())))
    if not press.verb:
        return
    begin_trace(server=interaction.guild_id, table=press.table)
    if not await may_begin(interaction):
        return
    try:
        await work_on(interaction, press)
    except Exception as error:
        await answer_error(interaction, error, f"press {press.verb}", press.table)


async def _from_another_version(interaction: Interaction, press: Press) -> None:
    raise old_button()


_AND, _TIMES = ";", "*"
_RUN = re.compile(r"(\d{1,2})\*(.+)", re.ASCII)


def together(actions: Sequence[str]) -> str:
    """The word of a button that does several actions in one press; `apart` reads it. An action
    repeated in a row is written once with its count: "3*sell wood"."""
    runs = [(action, len(list(run))) for action, run in groupby(actions)]
    return _AND.join(f"{n}{_TIMES}{action}" if n > 1 else action for action, n in runs)


def apart(word: str) -> tuple[str, ...]:
    """The actions in a word that `together` has written."""
    actions: list[str] = []
    for one in word.split(_AND):
        run = _RUN.fullmatch(one)
        actions += [run[2]] * int(run[1]) if run else [one]
    return tuple(actions)


def button(
    label: str,
    verb: str,
    table: int,
    stamp: str = "",
    word: str = "",
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    icon: str | None = None,
) -> ui.Button[Any]:
    """A button with this custom id. `icon` is the markup of an emoji, `t.icons.get(name)`, shown
    before the label; the label must be clear without it."""
    return ui.Button(
        label=label, style=style, disabled=disabled, emoji=icon,
        custom_id=custom_id(verb, table, stamp, word),
    )  # fmt: skip


def turning(
    t: Translations, page: int, pages: int, verb: str, before: str = ""
) -> list[ui.Button[Any]]:
    """The buttons to the previous and the next page, for `page` counted from 0; their words are
    `before` and the number of that page. Empty if there is only one page."""
    if pages < 2:
        return []
    back, on = f"{before}{page - 1}", f"{before}{page + 1}"
    return [
        # Translators: button, one of two in a row, at most 24 characters: to the page before
        button(t.gettext("Previous"), verb, 0, word=back, disabled=page == 0),
        # Translators: button, one of two in a row, at most 24 characters: to the next page
        button(t.gettext("Next"), verb, 0, word=on, disabled=page >= pages - 1),
    ]


Helpful = tuple[ui.Button[Any], str]
"""A button, with what it does in more words than fit on its label."""


NEW_MESSAGE = discord.InteractionResponseType.channel_message
NEW_MESSAGE_LATER = discord.InteractionResponseType.deferred_channel_message
SECOND = "2"
"""The word of a menu in the place of one in which something was chosen."""


def menu_of(
    buttons: Sequence[Helpful], table: int, stamp: str = "", *, placeholder: str
) -> ui.Select[Any]:
    """A menu in which choosing an option does what its button would do."""
    options = [
        discord.SelectOption(
            label=one.label or "", value=one.custom_id or "", description=more or None
        )
        for one, more in buttons
    ]
    return select(options, "more", table, stamp, placeholder=placeholder)


@on_press(Stands.ANYWHERE)
async def more(interaction: Interaction, press: Press) -> None:
    """Do what the button does that was chosen in such a menu."""
    await work_on(interaction, pressed_as(press.value))
    await _menu_again(interaction, press)


async def _menu_again(interaction: Interaction, press: Press) -> None:
    """Let the menu of a panel show its name again after an answer in another message. Discord goes
    on showing what was chosen until it gets a menu with other ids in its place."""
    bot, shown = interaction.client, interaction.message
    one = bot.panels.get((press.table, interaction.user.id, shown.id)) if shown else None
    elsewhere = interaction.response.type in (NEW_MESSAGE, NEW_MESSAGE_LATER)
    if shown is None or one is None or not elsewhere:
        return
    if bot.newest.get(shown.id, interaction.id) != interaction.id:
        return  # it was pressed again meanwhile
    view = as_posted(shown)
    for part in view.walk_children():
        if isinstance(part, ui.Select) and part.custom_id == press.custom_id:
            other = menu_ids(press.verb, press.table, press.stamp, "" if press.word else SECOND)
            part.custom_id, part.id = other["custom_id"], other["id"]
    with suppress(*UNREACHABLE):
        await fill(one.interaction, view=view)


AGAIN, WITH_TURN = "again", "turn"
"""Words of buttons that show the board: AGAIN replaces the message with the button, WITH_TURN also
shows the turn in preparation."""


def board_button(
    t: Translations,
    table: int,
    *,
    label: str | None = None,
    again: bool = False,
    with_turn: bool = False,
) -> ui.Button[Any]:
    """A button that privately shows the board as it is now, in a new message or, with `again`, in
    place of the one the button is on. `with_turn` adds the turn in preparation."""
    words = [word for word, wanted in ((AGAIN, again), (WITH_TURN, with_turn)) if wanted]
    # Translators: noun; button, at most 34 characters: shows the board.
    return button(label or t.gettext("Board"), "live", table, "", " ".join(words))


def moderate_button(t: Translations, table: int = 0, word: str = "") -> ui.Button[Any]:
    """A button that opens the moderators' page for a table, or for what `word` names
    (`cogs.leagues.waiting`); without either, for what its channel is about."""
    # Translators: button, one of two in a row, at most 24 characters, and heading of the page that
    # it opens for those who moderate; imperative
    return button(t.gettext("Moderate"), "moderate", table, word=word)


def today_button(t: Translations) -> ui.Button[Any]:
    """A button that privately opens the turn of the day."""
    # Translators: button, at most 24 characters, and heading: a puzzle, the same for everybody
    return button(t.gettext("Turn of the day"), "today", 0)


def open_tables_heading(t: Translations) -> str:
    """The name of the list of open tables."""
    # Translators: heading, and button, at most 34 characters: the tables that wait for players
    return t.gettext("Open tables")


def open_tables_button(t: Translations, *, again: bool = False) -> ui.Button[Any]:
    """A button that shows privately the tables that wait for players; with `again` in place of the
    private message it is on."""
    return button(open_tables_heading(t), "opentables", 0, word="0" if again else "")


def icons_button(t: Translations, modules: Sequence[str] = ("tribes",)) -> ui.Button[Any]:
    """A button that shows privately what the icons of the pictures mean; those of the expansion
    only where some of its `modules` are played."""
    word = "" if modules else BASE
    # Translators: button, at most 34 characters: what the icons in the pictures mean.
    return button(t.gettext("Icons"), "icons", 0, word=word)


BASE = "base"
"""The word of the icons' button at a table of the base game."""


def select(
    options: Sequence[discord.SelectOption],
    verb: str,
    table: int,
    stamp: str = "",
    word: str = "",
    *,
    placeholder: str,
    least: int = 1,
    most: int = 1,
) -> ui.Select[Any]:
    """A select with this custom id, in which `least` to `most` options must be chosen."""
    return ui.Select(
        options=list(options), placeholder=placeholder, min_values=least, max_values=most,
        **menu_ids(verb, table, stamp, word),
    )  # fmt: skip


def zone_menu(
    t: Translations, chosen: str | None, now: datetime, verb: str, table: int = 0, word: str = ""
) -> Part:
    """The menu of time zones, each with the time there; a choice is a press with this verb."""
    names = list(ZONES)
    if chosen is not None and chosen not in names:
        names.append(chosen)
    options = [
        discord.SelectOption(
            label=name.replace("_", " "),
            value=name,
            # Translators: beside a time zone: the time there, as "now 18:05".
            description=t.gettext("now {time}").format(
                time=f"{now.astimezone(zone_named(name)):%H:%M}"
            ),
            default=name == chosen,
        )
        for name in names
    ]
    # Translators: shown in a menu of time zones before something is chosen.
    return select(options, verb, table, "", word, placeholder=t.gettext("Where you live"))


FIXED = 1 << 30
"""The smallest component id that stays as it is; Discord gives small ones by itself."""


def menu_ids(verb: str, table: int, stamp: str = "", word: str = "") -> dict[str, Any]:
    """The custom id of a menu, and a component id for it that is the same in every edit of its
    message.

    Without such an id Discord numbers components from the top. A new menu on the page would then
    move the numbers of those below it, and each of these would go on showing what was chosen in the
    one before.
    """
    meant = custom_id(verb, table, stamp, word)
    return {"custom_id": meant, "id": FIXED | crc32(meant.encode()) & FIXED - 1}


# --- forms ----------------------------------------------------------------------------------------

MOST_LABEL, MOST_HINT = 45, 100
"""Discord's limits in characters: for the title of a form and the label of a line; for a hint."""
MOST_RADIO = 10
"""The most options of a choice that Discord shows at once; more are in a menu."""
_KEEPS = ":"
"""Separates, in the custom id of a line, its name from a part of the form's hidden text."""


class Form(ui.Modal):
    """A form whose answers go to the handler of the press `opens`. `kept`, up to 180 characters,
    comes back with it (`Press.kept`)."""

    def __init__(self, title: str, opens: Press, kept: str = "") -> None:
        super().__init__(title=shortened(title, MOST_LABEL), custom_id=opens.custom_id)
        self.stop()  # else discord.py keeps it for as long as the program runs, if it is never sent
        self._kept = kept

    def ask(
        self, name: str, label: str, value: str = "", hint: str = "", *,
        most: int, least: int | None = None, needed: bool = False, empty: str | None = None,
    ) -> None:  # fmt: skip
        """Add a line of `least` to `most` characters; `Press.typed` has its text under `name`.
        `empty` is shown while it is empty."""
        room = CUSTOM_ID_LIMIT - len(name) - len(_KEEPS)
        part, self._kept = self._kept[:room], self._kept[room:]
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=f"{name}{_KEEPS}{part}" if part else name, default=value or None,
            required=needed, min_length=least, max_length=most, placeholder=empty,
        )  # fmt: skip
        self._add(label, hint, line)

    def ask_choice(
        self,
        name: str,
        label: str,
        options: Sequence[tuple[str, str]],
        hint: str = "",
        *,
        chosen: str | None = None,
    ) -> None:
        """Add a choice of one of 1 to 25 options (value and label); `Press.chosen` has its value
        under `name`. `chosen` is the value chosen at first, by default that of the first."""
        labels = [(value, shortened(shown, MOST_HINT)) for value, shown in options]
        first = labels[0][0] if chosen is None else chosen
        line: ui.Item[Any]
        if 2 <= len(labels) <= MOST_RADIO:
            radios = [
                discord.RadioGroupOption(label=shown, value=value, default=value == first)
                for value, shown in labels
            ]
            line = ui.RadioGroup(custom_id=name, options=radios)
        else:
            menu = [
                discord.SelectOption(label=shown, value=value, default=value == first)
                for value, shown in labels
            ]
            line = ui.Select(custom_id=name, options=menu)
        self._add(label, hint, line)

    def ask_several(
        self,
        name: str,
        label: str,
        options: Sequence[tuple[str, str]],
        hint: str = "",
        *,
        chosen: Collection[str] = (),
    ) -> None:
        """Add up to 10 options (value and label) of which any number can be chosen; `Press.chosen`
        has their values under `name`, separated by blanks. `chosen` are chosen at first."""
        boxes = [
            discord.CheckboxGroupOption(
                label=shortened(shown, MOST_HINT), value=value, default=value in chosen
            )
            for value, shown in options
        ]
        line: ui.Item[Any] = ui.CheckboxGroup(
            custom_id=name, options=boxes, required=False, min_values=0
        )
        self._add(label, hint, line)

    def ask_mention(
        self,
        name: str,
        label: str,
        menu: Callable[..., ui.Item[Any]],
        hint: str = "",
        *,
        needed: bool = False,
    ) -> None:
        """Add a choice of a person, role or channel, by this kind of menu; `Press.chosen` has its
        id under `name`."""
        self._add(label, hint, menu(custom_id=name, required=needed))

    def ask_file(self, name: str, label: str, hint: str = "") -> None:
        """Add a line for one file, which `file_sent` finds by what `Press.chosen` has under
        `name`."""
        self._add(label, hint, ui.FileUpload(custom_id=name, min_values=1, max_values=1))

    def _add(self, label: str, hint: str, line: ui.Item[Any]) -> None:
        self.add_item(
            ui.Label(
                text=shortened(discord.utils.remove_markdown(label), MOST_LABEL),
                description=shortened(hint, MOST_HINT) or None,
                component=line,
            )
        )


def _chosen_parts(part: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields (name, value) for the lines of a sent form in which something can be chosen; several
    values are separated by blanks."""
    if isinstance(part.get("values"), list):
        yield str(part.get("custom_id")), " ".join(map(str, part["values"]))
    elif part.get("type") == CHOICE:
        yield str(part.get("custom_id")), str(part.get("value") or "")
    for inner in part.get("components", ()):
        yield from _chosen_parts(inner)
    if isinstance(part.get("component"), dict):
        yield from _chosen_parts(part["component"])


async def form_sent(interaction: Interaction) -> None:
    """Hand a form that was sent to its handler, and answer every error. Called for every
    interaction."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data or {}
    press = pressed_as(str(data.get("custom_id", "")))
    begin_trace(server=interaction.guild_id, table=press.table)
    if not (await may_begin(interaction) and await may_be_read(interaction)):
        return
    lines = {str(line.get("custom_id")): line["value"] for line in typed_parts(data)}
    press = replace(
        press,
        typed={line.partition(_KEEPS)[0]: typed for line, typed in lines.items()},
        chosen=dict(_chosen_parts(data)),
        kept="".join(line.partition(_KEEPS)[2] for line in lines),
    )
    try:
        await work_on(interaction, press)
    except Exception as error:
        await answer_error(
            interaction, error, f"form {press.verb}", press.table, typed=press.typed.values()
        )


def file_sent(interaction: Interaction, chosen: str) -> discord.Attachment:
    """The file that was sent with a form, by its id. Raises Refusal if there is none."""
    data: Any = interaction.data or {}
    sent = data.get("resolved", {}).get("attachments", {}).get(chosen)
    if sent is None:
        raise old_button()
    return discord.Attachment(data=sent, state=interaction._state)


def reason_form(t: Translations, opens: Press) -> Form:
    """A form that asks for the reason of a moderator's act, in the line `reason`."""
    # Translators: title of a form, at most 45 characters
    form = Form(t.gettext("Why?"), opens)
    ask_reason(t, form)
    return form


def ask_reason(t: Translations, form: Form) -> None:
    """Add the line `reason` for the reason of a moderator's act."""
    # Translators: label of a line in a form, at most 45 characters
    label = t.gettext("The reason, for the audit log")
    form.ask("reason", label, most=200, least=3, needed=True)


def reason_of(press: Press) -> str:
    """The text typed into a `reason_form`, "?" if it is empty; empty for the press of a button."""
    return (press.typed.get("reason") or "?") if press.typed else ""


# --- menus of declared settings -------------------------------------------------------------------

_NOTHING: Mapping[str, str] = MappingProxyType({})


def setting_menu(
    t: Translations,
    one: Setting[S],
    settings: S,
    verb: str,
    table: int = 0,
    stamp: str = "",
    word: str = "",
    *,
    known: Mapping[str, str] = _NOTHING,
) -> Part:
    """The menu of a setting with its present value, or its button; a choice is a press with this
    verb. `known` are the values for names in braces in labels."""
    heading, chosen = t.gettext(one.heading) if one.heading else "", one.chosen(settings)
    if one.kind in ("role", "channel"):
        own = ui.RoleSelect[Any] if one.kind == "role" else ui.ChannelSelect[Any]
        return own(
            **menu_ids(verb, table, stamp, word),
            placeholder=heading,
            min_values=0,
            default_values=[discord.Object(int(each)) for each in chosen],
        )
    options = one.options(t, settings)
    if one.kind in ("switch", "action"):
        now = next(each for each in options if each.value in chosen)
        other = next(each for each in options if each.value not in chosen)
        label = now.label if one.kind == "switch" else other.label
        return button(label, verb, table, stamp, f"{word}.{other.value}" if word else other.value)
    choices = [
        option(each.label.format_map(known), each.value, each.hint, default=each.value in chosen)
        for each in options
    ]
    least, most = (0, len(choices)) if one.kind == "several" else (1, 1)
    return select(
        choices, verb, table, stamp, word, placeholder=heading, least=least, most=most
    )  # fmt: skip


def value_pressed(one: Setting[S], press: Press) -> str:
    """The value that a press on the menu or button of a setting has chosen."""
    match one.kind:
        case "several":
            return ",".join(press.values) or press.word  # a button beside the menu has a word
        case "role" | "channel":
            return press.values[0] if press.values else "0"
        case "switch" | "action":
            return press.word.rpartition(".")[2]
        case _:
            return press.value


def setting_pressed(one: Setting[S], settings: S, press: Press) -> S:
    """The settings after such a press. Raises Refusal for a value that this version does not
    offer."""
    try:
        return one.change(settings, value_pressed(one, press))
    except ValueError:
        raise old_button() from None
