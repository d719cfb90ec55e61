// Looks every few seconds whether something happened at the table, and shows it.
const every = 1000 * Number(document.currentScript.dataset.every);
const look = async () => {
  let wait = every;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      if (answer.status === 404) return;
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const shown = document.querySelector(".live"), now = page.querySelector(".live");
        if (!now) return location.reload();  // the game is over: its page is another one
        if (now.outerHTML !== shown.outerHTML) {
          shown.replaceWith(document.adoptNode(now));
          document.querySelector("[role=status]").textContent = now.querySelector("h2").textContent;
        }
      } else wait = 6 * every;
    } catch { wait = 6 * every; }
  }
  setTimeout(look, wait);
};
setTimeout(look, every);
