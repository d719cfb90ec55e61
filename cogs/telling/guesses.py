"""Guesses of those who watch: asked in a form, told when they close, counted at the end."""

from bot.model.notes import GuessesCounted
from bot.model.table import Guess
from bot.refusal import Refusal
from bot.store import reviews
from bot.tables import Table, guessing, looking_back
from bot.text.reviews import MOST_SHOWN, RULE, counted_lines, guess_words
from bot.text.translation import Translations
from bot.text.typed import typed_count
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of, speaks, tell
from cogs.kit.buttons import Press, as_number, on_press
from cogs.kit.context import Interaction
from cogs.kit.forms import Form
from cogs.kit.layout import message, small, text
from cogs.kit.moderators import moderator_here
from cogs.kit.names import names_at, plain_names, seat_names
from cogs.telling.dispatcher import tells
from cogs.telling.posting import post


@on_press("seer")
async def guess_pressed(interaction: Interaction, press: Press) -> None:
    """Ask in a form who wins, and with how many points; or store what was chosen in it."""
    tables, t, me = interaction.client.tables, speaks(interaction), interaction.user.id
    try:
        await moderator_here(interaction)
    except Refusal:
        pass
    else:
        raise Refusal("guess-moderator", "Moderators may have to decide here: they do not guess.")
    if press.typed:
        typed, seat = typed_count(press.typed.get("points", "")), press.chosen.get("seat", "")
        points = -1 if typed is None else typed
        async with tables.open(press.table) as opened:
            await guessing.guess(opened, said := Guess(me, as_number(seat), points))
        # Translators: {guess} as "Ada, 60 points"
        kept = t.gettext("{guess}: nobody sees it, and you can change it, until round {n} is over.")
        guess = guess_words(t, seat_names(t, opened.table), said)
        await tell(interaction, kept.format(guess=guess, n=guessing.LAST_ROUND))
        return
    opened = await tables.read(press.table)
    guessing.must_watch(opened, me)
    before = [one for one in await opened.fetch(reviews.guesses_of, press.table) if one[0] == me]
    seats = [(str(seat), name) for seat, name in enumerate(plain_names(t, opened.table))]
    seats.sort(key=lambda one: int(one[0]) not in [guess.seat for guess in before])
    # Translators: title of a form, at most 45 characters; button, at most 34: a game's end guessed
    form = Form(t.gettext("Who wins?"), press)
    # Translators: label of a choice in a form, at most 45 characters
    form.ask_choice("seat", t.gettext("The winner"), seats)
    # Translators: label of a line in a form, at most 45 characters: of who wins a game
    label, value = t.gettext("The winner's points"), "".join(str(one.points) for one in before)
    form.ask("points", label, value, t.gettext(RULE), most=3, needed=True)
    await interaction.response.send_modal(form)


async def guessed(bot: TzolkinBot, t: Translations, table: Table) -> list[tuple[Guess, str]]:
    """What people guessed, with words; without those who have taken a seat since."""
    found = await bot.store.read(reviews.guesses_of, table.id)
    found = [one for one in found if table.seat_of(one.person) is None]
    names = await names_at(bot, table.guild_id or 0, [one.person for one in found], t)
    seats = seat_names(t, table)
    return [(one, f"{names.printed(one.person)}: {guess_words(t, seats, one)}") for one in found]


async def told_lines(bot: TzolkinBot, t: Translations, table: Table) -> list[str]:
    """The line that tells the guesses, which have just closed; none without any."""
    told = [said for _, said in await guessed(bot, t, table)][:MOST_SHOWN]
    # Translators: title of a form, at most 45 characters; button, at most 34: a game's end guessed
    asked = t.gettext("Who wins?")
    return [" ".join((asked, " · ".join(told)))] if told else []


@tells(GuessesCounted)
async def _count(bot: TzolkinBot, table: Table, _: GuessesCounted) -> None:
    t, opened = language_of(bot, table), await bot.tables.read(table.id)
    ended, found = await looking_back.result(opened), await guessed(bot, t, table)
    if ended is None or not ended.standings or not found:
        return
    if by_computer := await bot.reviews.foretold(opened):
        # Translators: who guesses who wins; a computer that watches the game
        who, said = t.gettext("the computer"), guess_words(t, seat_names(t, table), by_computer)
        found.append((by_computer, f"{who}: {said}"))
    won = {row["seat"]: row["points4"] for row in ended.standings if row["place"] == 1}
    rows = sorted(((guessing.score(won, one), said) for one, said in found), reverse=True)
    await post(bot, table, message(text(*counted_lines(t, rows), small(t.gettext(RULE)))))
