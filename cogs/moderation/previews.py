"""What an act would change, for the moderator who proposes it; and the lines of a form that asks
for points."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.leagues.act import Preview, SeasonAct
from bot.leagues.queries import table_in
from bot.moderation import desk
from bot.moderation.desk import Act
from bot.process.work import in_thread
from bot.text.leagues import PLACE, league_points_words
from bot.text.names import NO_PLACE
from bot.text.seasons import division_name
from bot.text.standings import league_points
from bot.text.translation import Translations
from cogs.kit import buttons, members
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction


async def preview_lines(
    interaction: Interaction, act: Act[Any], found: desk.Preview[Any]
) -> list[str]:
    """The act's own preview; in a season also the standings of the division that it changes."""
    t = speaks(interaction)
    if not isinstance(act, SeasonAct):
        return act.preview(t, members.seat_names(t, found.before).__getitem__, found)
    assert isinstance(found, Preview)
    details = act.details()
    named = [details[key] for key in ("user_id", "entry") if details.get(key) is not None]
    names = await members.names_of(
        interaction,
        list(dict.fromkeys([*named, *[held[-1] for held in found.after.state.holders.values()]])),
    )
    lines = act.preview(t, names.printed, found)
    division = act.division_changed(found.before)
    if division is not None:
        lines += ["", *await standings_change(t, names, found, division)]
    return lines


async def standings_change(
    t: Translations, names: members.Names, found: Preview, division: int
) -> list[str]:
    """The standings of a division after the act. An entry that would move has its current place and
    points appended."""
    before, after = await in_thread(
        lambda: [table_in(one, division) for one in (found.before, found.after)]
    )
    assert after is not None
    was = {line.row.entry: line.row for line in before.lines} if before else {}
    # Translators: heading of a preview, then the name of a division
    head = t.gettext("Standings afterwards")
    lines = [f"**{head}** · {division_name(t, division)}"]
    for line in after.lines:
        now, old = line.row, was.get(line.row.entry)
        name = names.printed(line.holder)
        points = league_points(t, now.points)
        text_line = f"{NO_PLACE} {name} {points}"
        if now.place is not None:
            text_line = t.say(PLACE, place=now.place, name=name, points=points)
        if old is not None and (old.place, old.points) != (now.place, now.points):
            # Translators: behind a line of the standings as they would be: how it is now; {points}
            # is "7.5 points"
            text_line += " " + t.gettext("(now: place {place}, {points})").format(
                place=old.place or NO_PLACE, points=league_points_words(t, old.points)
            )
        lines.append(text_line)
    return lines


def ask_points(
    t: Translations,
    form: buttons.Form,
    names: Sequence[str],
    points4: Sequence[int] | None,
    *,
    may_forfeit: bool,
    forfeits: Sequence[int],
) -> None:
    """Add a line for the points of each seat, with those known."""
    for seat, name in enumerate(names):
        value = "" if points4 is None else f"{points4[seat] / 4:g}"
        form.ask(
            f"seat{seat + 1}",
            # Translators: label of a line in a form, at most 45 characters with the name
            t.gettext("Seat {n}: {name}").format(n=seat + 1, name=name),
            members.FORFEIT if may_forfeit and seat in forfeits else value,
            most=10,
            needed=True,
            # Translators: shown in an empty line of a form, at most 100 characters: what to type;
            # the letter x must stay
            empty=t.gettext("points; x: lost by forfeit") if may_forfeit else None,
        )


def points_of(
    typed: Mapping[str, str], seats: int, *, may_forfeit: bool = False
) -> tuple[list[int], tuple[int, ...]]:
    """The points of each seat in quarters, from the lines of `ask_points`, and the seats that lost
    by forfeit. Raises Refusal for anything else, and where a seat has no line."""
    words = " ".join(typed.get(f"seat{n + 1}", "?").strip() or "?" for n in range(seats))
    if may_forfeit:
        return members.typed_result(words, seats=seats)
    return members.typed_points(words, seats=seats), ()
