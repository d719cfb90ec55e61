"""What an act in a season would change, in lines: for who proposes it and for who confirms it."""

from collections.abc import Sequence

from bot.leagues.acts.act import Preview, SeasonAct
from bot.leagues.queries import table_in
from bot.text.records import league_points_words, place_line
from bot.text.seasons import division_name
from bot.text.standings import league_points
from bot.text.translation import Translations
from bot.traffic.long_work import in_thread
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction
from cogs.kit.names import Names, names_of


async def preview_lines(interaction: Interaction, act: SeasonAct, found: Preview) -> list[str]:
    """What the act says of itself, and the standings of the division that it changes."""
    t = speaks(interaction)
    names = await names_of(interaction, _people_of(found, act))
    lines = act.preview(t, names.printed, found)
    division = act.division_changed(found.before)
    if division is not None:
        lines += ["", *await standings_change(t, names, found, division)]
    return lines


def _people_of(found: Preview, act: SeasonAct) -> Sequence[int]:
    """The people whose names a preview needs."""
    details = act.details()
    named = [details[key] for key in ("user_id", "entry") if details.get(key) is not None]
    return list(dict.fromkeys([*named, *[held[-1] for held in found.after.state.holders.values()]]))


async def standings_change(
    t: Translations, names: Names, found: Preview, division: int
) -> list[str]:
    """The standings of a division after the act; whoever would move has the current place and
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
        text_line = place_line(t, now.place, name, league_points(t, now.points))
        if old is not None and (old.place, old.points) != (now.place, now.points):
            # Translators: behind a line of the standings as they would be: how it is now; {points}
            # is "7.5 points"
            text_line += " " + t.gettext("(now: place {place}, {points})").format(
                place=old.place, points=league_points_words(t, old.points)
            )
        lines.append(text_line)
    return lines
