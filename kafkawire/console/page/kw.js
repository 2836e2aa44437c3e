"use strict";
// What all views share: elements, tables, the virtual list, and the way to the server. Text is always text.
const kw = {views: [], data: JSON.parse(document.getElementById("kw-data").textContent)};

// A text whose characters stand in their order: those that turn others around are shown as what they are.
kw.plain = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);

kw.parts = (children) => children.flat().filter((child) => child !== null && child !== undefined && child !== false)
  .map((child) => typeof child === "string" ? kw.plain(child) : child);

// An element. Attributes that are functions listen; null and false are left out.
kw.el = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (typeof value === "function") made.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
  }
  made.append(...kw.parts(children));
  return made;
};

kw.fill = (place, ...children) => {
  place.replaceChildren(...kw.parts(children));
  return place;
};

// Says something to those who hear the page.
kw.say = (text) => { document.getElementById("said").textContent = text; };

kw.error = (error) => kw.el("p", {class: "error", role: "alert"}, error.message || String(error));

kw.count = (value) => value === null || value === undefined ? "" : Number(value).toLocaleString("en-US");

kw.bytes = (value) => {
  if (value === null || value === undefined) return "";
  if (value < 1024) return `${value} B`;
  const step = Math.min(4, Math.floor(Math.log2(value) / 10));
  return `${(value / 1024 ** step).toFixed(1)} ${["B", "KiB", "MiB", "GiB", "TiB"][step]}`;
};

// A time in UTC from milliseconds, which may be a text; one that no calendar has stays a number.
kw.when = (millis) => {
  if (millis === null || millis === undefined || Number(millis) < 0) return "";
  const date = new Date(Number(millis));
  return Number.isNaN(date.getTime()) ? `${millis} ms` : date.toISOString().replace("T", " ").replace("Z", "");
};

// A table. Columns are {title, of(row), number, class}; `of` gives text or an element. `choose(row)` makes rows clickable.
kw.table = (caption, columns, rows, choose) => {
  const cells = (row) => columns.map((column) => {
    const value = column.of(row);
    const shown = value === null || value === undefined ? "" : value;
    return kw.el("td", {class: [column.number && "number", column.class].filter(Boolean).join(" ") || null}, shown);
  });
  const line = (row) => {
    const act = choose ? {
      tabindex: 0, class: "choice", onclick: () => choose(row),
      onkeydown: (event) => { if (event.key === "Enter" && event.target === event.currentTarget) choose(row); },
    } : {};
    return kw.el("tr", act, cells(row));
  };
  const head = columns.map((column) => kw.el("th", {scope: "col", class: column.number ? "number" : null}, column.title));
  return kw.el("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption}, kw.el("table", {},
    kw.el("caption", {class: "hidden"}, caption), kw.el("thead", {}, kw.el("tr", {}, head)),
    kw.el("tbody", {}, rows.map(line))));
};

// A list of any length of which only what is seen is in the page. `columns`: {title, class}; `row(index)` gives the
// cells of a row, as texts or elements, or null while they are not here yet; `classes(index)` a class for it, if any;
// `choose(index)` is told of the row that was moved to, `open(index)` of Enter and double clicks; `needs(from, to)` of
// what is seen; `attributes(index)` are more attributes of a row. Gives {root, count(n), refresh(), select(index, quietly),
// show(index), indexOf(element), selected, focus()}.
kw.list = ({label, columns, row, classes, choose, open, needs, attributes, role = "grid"}) => {
  const HEIGHT = 26;
  const id = `list-${kw.list.made = (kw.list.made || 0) + 1}`;
  const head = kw.el("div", {class: "list-row list-head", role: "row"}, columns.map((column) =>
    kw.el("span", {role: "columnheader", class: column.class, title: column.about}, column.title)));
  const body = kw.el("div", {class: "list-body", role: "rowgroup"});
  const root = kw.el("div", {
    class: "list", tabindex: 0, role, "aria-label": label, "aria-colcount": columns.length,
  }, kw.el("div", {class: "list-wide", role: "presentation"}, kw.el("div", {role: "rowgroup", class: "list-top"}, head), body));
  const pool = new Map();
  let count = 0, selected = -1, waiting = false, stale = false;

  const fill = (line, index) => {
    const cells = row(index);
    const extra = classes && cells ? classes(index) : "";
    line.className = `list-row${index === selected ? " selected" : ""}${extra ? ` ${extra}` : ""}`;
    line.setAttribute("aria-selected", index === selected);
    line.setAttribute("aria-rowindex", index + 2);
    line.id = `${id}-${index}`;
    if (attributes) {
      for (const [name, value] of Object.entries(attributes(index))) {
        if (value === null) line.removeAttribute(name); else line.setAttribute(name, value);
      }
    }
    line.style.transform = `translateY(${index * HEIGHT}px)`;
    for (let at = 0; at < columns.length; at++) {
      const cell = line.children[at], value = cells ? cells[at] : at ? "" : "…";
      if (value instanceof Node) cell.replaceChildren(value);
      else {
        const text = value === null || value === undefined ? "" : kw.plain(String(value));
        const only = cell.childNodes.length === 1 && cell.firstChild.nodeType === Node.TEXT_NODE ? cell.firstChild : null;
        if (!only) cell.textContent = text;
        else if (only.data !== text) only.data = text;
      }
    }
  };

  const draw = () => {
    waiting = false;
    const top = Math.max(0, root.scrollTop), high = root.clientHeight || 400;
    const from = Math.max(0, Math.floor(top / HEIGHT) - 8);
    const to = Math.min(count, Math.ceil((top + high) / HEIGHT) + 8);
    const free = [], all = stale;
    stale = false;
    for (const [index, line] of pool) if (index < from || index >= to) { pool.delete(index); free.push(line); }
    for (let index = from; index < to; index++) {
      let line = pool.get(index);
      const isNew = !line;
      if (isNew) {
        line = free.pop() || kw.el("div", {role: "row"}, columns.map((column) =>
          kw.el("span", {role: "gridcell", class: column.class})));
        if (!line.isConnected) body.append(line);
        pool.set(index, line);
      }
      if (isNew || all) fill(line, index);
    }
    for (const line of free) line.remove();
    if (needs && to > from) needs(from, to);
    if (pool.has(selected)) root.setAttribute("aria-activedescendant", `${id}-${selected}`);
    else root.removeAttribute("aria-activedescendant");
  };
  const redraw = () => { if (!waiting) { waiting = true; requestAnimationFrame(draw); } };
  const refresh = () => { stale = true; redraw(); };  // rows that stay are other ones now

  const bring = (index) => {
    const top = index * HEIGHT, room = root.clientHeight - head.offsetHeight;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + HEIGHT > root.scrollTop + room) root.scrollTop = top + HEIGHT - room;
    refresh();
  };

  const select = (index, quietly) => {
    if (!count) return;
    selected = Math.max(0, Math.min(count - 1, index));
    bring(selected);
    if (!quietly && choose) choose(selected);
  };

  const indexOf = (target) => {
    const line = target.closest(".list-row");
    return line && line !== head ? Number(line.getAttribute("aria-rowindex")) - 2 : -1;
  };
  root.addEventListener("scroll", redraw, {passive: true});
  root.addEventListener("click", (event) => { const index = indexOf(event.target); if (index >= 0) select(index); });
  root.addEventListener("dblclick", (event) => { const at = indexOf(event.target); if (at >= 0 && open) open(at); });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((root.clientHeight - head.offsetHeight) / HEIGHT) - 1);
    const moves = {ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -count, End: count};
    if (event.key === "Enter" && open && selected >= 0) open(selected);
    else if (event.key in moves) select(selected < 0 && moves[event.key] < 0 ? 0 : selected + moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  new ResizeObserver(redraw).observe(root);

  return {
    root,
    count(now) {
      if (now !== count) {
        body.style.height = `${now * HEIGHT}px`;
        root.setAttribute("aria-rowcount", now + 1);
      }
      count = now;
      if (selected >= now) selected = now - 1;
      refresh();
    },
    refresh,
    select,
    show: bring,
    indexOf,
    clear() { selected = -1; root.scrollTop = 0; refresh(); },
    get selected() { return selected; },
    focus() { root.focus(); },
  };
};

// Asks one question at a time. Of those that come meanwhile only the last is asked, and only the last is answered:
// `ask(...question)` promises what `take(got)` is told, and `fail(error)` why not.
kw.latest = ({ask, take, fail}) => {
  let next = null, isAsking = false;
  return async (...question) => {
    next = question;
    if (isAsking) return;
    isAsking = true;
    while (next) {
      const mine = next;
      next = null;
      try {
        const got = await ask(...mine);
        if (!next) take(got);
      } catch (error) {
        if (!next) fail(error);
      }
    }
    isAsking = false;
  };
};

// The rows of a list that grows while its source is read, a page at a time. `ask(from, to)` promises {found, rows, done};
// `take(got)` is told of each answer that still counts, `fail(error)` why there is none. Gives {at(index), found, want(index,
// act), which acts on a row once it is here, needs(from, to) for the list, start(pause)}; that reads anew, looks for more
// after `pause(got)` ms, and promises whether it saw the end. What was scrolled past before it was here is not asked for.
kw.paged = ({ask, take, fail}) => {
  const SIZE = 100, KEPT = 100;
  let pages = new Map(), found = 0, wanted = null, seen = [0, 0], loading = null;
  const at = (index) => (pages.get(Math.floor(index / SIZE)) || [])[index % SIZE] || null;

  const settle = () => {
    const row = wanted && at(wanted.index);
    if (!row) return;
    const {act} = wanted;
    wanted = null;
    act(row);
  };

  const put = (page, got) => {
    found = Math.max(found, got.found);
    if (page !== null) {
      pages.set(page, got.rows);
      if (pages.size > KEPT) pages.delete(pages.keys().next().value);
    }
    take(got);
    settle();
  };

  const missing = () => {
    const [from, to] = seen;
    for (let page = Math.floor(from / SIZE); page * SIZE < to; page++) {
      if ((pages.get(page) || []).length < Math.min(SIZE, found - page * SIZE)) return page;
    }
    return null;
  };

  const load = async () => {
    const mine = loading = pages;
    try {
      for (let page = missing(); page !== null && mine === pages; page = missing()) {
        const got = await ask(page * SIZE, (page + 1) * SIZE);
        if (mine === pages) put(page, got);
      }
    } catch (error) {
      if (mine === pages) fail(error);
    }
    if (loading === mine) loading = null;
  };

  return {
    at,
    get found() { return found; },
    want(index, act) { wanted = {index, act}; settle(); },
    needs(from, to) {
      seen = [from, to];
      if (loading !== pages) load();
    },
    async start(pause) {
      const mine = pages = new Map();
      found = 0;
      wanted = null;
      seen = [0, 0];
      for (let page = 0;; page = null) {
        try {
          const got = await ask(0, page === 0 ? SIZE : 0);
          if (mine !== pages) return false;
          put(page, got);
          if (got.done) return true;
          await new Promise((resolve) => { setTimeout(resolve, pause(got)); });
        } catch (error) {
          if (mine === pages) fail(error);
          return false;
        }
        if (mine !== pages) return false;
      }
    },
  };
};

// ------------------------------------------------------------------------------------------------- the way to the server

const asked = async (address, options) => {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Error("The console does not answer: has it been ended?");
  }
  let found = null;
  try {
    found = await response.json();
  } catch {
    throw new Error(`The console answered with ${response.status} and no JSON.`);
  }
  if (!response.ok) throw new Error(found.error || `The console answered with ${response.status}.`);
  if (found && found.refused !== undefined) throw new Error(found.refused);
  return found;
};

const apiOf = (view) => ({
  embedded: kw.data.embedded ? kw.data.embedded[view.name] : null,
  writes: kw.data.writes,
  get: (route, params = {}) => {
    const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return asked(`/api/${view.name}/${route}?${new URLSearchParams(given)}`);
  },
  post: (route, body = {}, how = {}) => asked(`/api/${view.name}/${route}`, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), ...how,
  }),
  go: (path) => { location.hash = path ? `#${view.name}/${path}` : `#${view.name}`; },
});

kw.view = (view) => { kw.views.push({keys: [], ...view}); };
