// Shows one round of a game at a time, with buttons and arrow keys. Without it all stand in a row.
// It runs before the page is read, so that only the layers of the round that is shown are fetched.
document.documentElement.classList.add("stepped");
addEventListener("DOMContentLoaded", () => {
  const rounds = [...document.querySelectorAll(".round")];
  const [back, next] = document.querySelectorAll(".steps button");
  const status = document.querySelector(".steps [role=status]");
  const links = [...document.querySelectorAll(".steps a")];
  let here = 0;
  const show = (n, told = true) => {
    here = Math.max(0, Math.min(n, rounds.length - 1));
    rounds.forEach((one, i) => one.classList.toggle("here", i === here));
    links.forEach((one) => one.removeAttribute("aria-current"));
    links[here].setAttribute("aria-current", "step");
    links[here].parentNode.scrollLeft = links[here].offsetLeft - links[here].parentNode.clientWidth / 2;
    status.textContent = told ? rounds[here].querySelector("h2").textContent : "";
    [back.disabled, next.disabled] = [here === 0, here === rounds.length - 1];
    rounds[here + 1]?.querySelector("img").setAttribute("loading", "eager");
    if (told) history.replaceState(null, "", "#" + rounds[here].id);
  };
  const named = () => Math.max(0, rounds.findIndex((one) => "#" + one.id === location.hash));
  back.addEventListener("click", () => show(here - 1));
  next.addEventListener("click", () => show(here + 1));
  links.forEach((one, i) => one.addEventListener("click", (e) => { e.preventDefault(); show(i); }));
  addEventListener("hashchange", () => show(named()));
  addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (step && !e.altKey && !e.ctrlKey && !e.metaKey) { e.preventDefault(); show(here + step); }
  });
  back.hidden = next.hidden = false;
  show(named(), false);
});
