"use strict";
// The frame around the views: tabs, keys, help, dark and light. Runs when all views are known.
{
  const main = document.getElementById("main"), tabs = document.getElementById("tabs");
  const dialog = document.getElementById("keys"), theme = document.getElementById("theme");
  const places = new Map();
  let shown = null;

  const tabOf = (view) => document.getElementById(`tab-${view.name}`);

  const show = (view, path) => {
    for (const other of kw.views) {
      const is = other === view;
      tabOf(other).setAttribute("aria-selected", is);
      tabOf(other).tabIndex = is ? 0 : -1;
      if (places.has(other)) places.get(other).hidden = !is;
    }
    document.title = `${view.title} · kafkawire console`;
    shown = view;
    if (!places.has(view)) {
      const place = kw.el("section", {
        id: `view-${view.name}`, class: "view", role: "tabpanel", "aria-labelledby": `tab-${view.name}`,
      });
      places.set(view, place);
      main.append(place);
      view.mount(place, apiOf(view));
    }
    if (view.open) view.open(path);
  };

  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };  // of those who typed it
  const follow = () => {
    const [name, ...rest] = location.hash.slice(1).split("/");
    const view = kw.views.find((each) => each.name === name) || kw.views[0];
    if (view) show(view, rest.map(decoded).join("/"));
  };

  const setTheme = (name) => {
    document.documentElement.dataset.theme = name;
    theme.textContent = name === "dark" ? "Light" : "Dark";
  };
  const wanted = matchMedia("(prefers-color-scheme: dark)");
  const stored = () => { try { return localStorage.getItem("kafkawire-theme"); } catch { return null; } };
  const keep = (name) => { try { localStorage.setItem("kafkawire-theme", name); } catch { /* a file may have none */ } };
  const change = () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep(name);
    setTheme(name);
  };
  setTheme(stored() || (wanted.matches ? "dark" : "light"));
  wanted.addEventListener("change", () => { if (!stored()) setTheme(wanted.matches ? "dark" : "light"); });
  theme.addEventListener("click", change);

  const help = () => {
    const part = (title, keys) => keys.length ? [kw.el("h3", {}, title), kw.el("dl", {}, keys.map(([key, about]) =>
      kw.el("div", {}, kw.el("dt", {}, kw.el("kbd", {}, key)), kw.el("dd", {}, about))))] : [];
    kw.fill(document.getElementById("keys-body"),
      ...part("Everywhere", [
        ["1 – 9", "go to a view"], ["Tab", "from part to part"], ["t", "dark or light"], ["?", "these keys"],
        ["Esc", "close what is open"],
      ]),
      ...part("In lists", [
        ["↓ ↑ or j k", "the next, the one before"], ["Page Down, Page Up", "a page on or back"],
        ["Home, End", "the first, the last"],
      ]),
      ...kw.views.flatMap((view) => part(view.title, view.keys)));
    dialog.showModal();
    dialog.scrollTop = 0;  // the button that has the focus now stands at the end
  };
  document.getElementById("help").addEventListener("click", help);
  document.getElementById("keys-close").addEventListener("click", () => dialog.close());

  const isTyping = (target) => target.closest("input:not([type=checkbox]), textarea, select") !== null;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (shown && shown.key && shown.key(event)) { event.preventDefault(); return; }
    const view = kw.views[Number(event.key) - 1];
    if (/^[1-9]$/.test(event.key) && view) { location.hash = `#${view.name}`; tabOf(view).focus(); }
    else if (event.key === "t") change();
    else if (event.key === "?") help();
    else return;
    event.preventDefault();
  });

  tabs.append(...kw.views.map((view) => kw.el("button", {
    id: `tab-${view.name}`, role: "tab", type: "button", "aria-controls": "main",
    onclick: () => { location.hash = `#${view.name}`; },
  }, view.title)));
  tabs.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step || !shown) return;
    const next = kw.views[(kw.views.indexOf(shown) + step + kw.views.length) % kw.views.length];
    location.hash = `#${next.name}`;
    tabOf(next).focus();
    event.preventDefault();
  });
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);  // the token is in a cookie now
  addEventListener("hashchange", follow);
  follow();
}
