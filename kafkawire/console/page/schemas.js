"use strict";
// The protocol: every message by version, what changed between versions and between releases. See schemas.py.
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .schemas { flex: 1; min-height: 0; display: flex; gap: 10px; }
    .schemas-index { flex: 0 1 400px; min-width: 270px; display: flex; flex-direction: column; gap: 6px; min-height: 0; }
    .schemas-index .key { width: 3.6em; text-align: right; } .schemas-index .name { flex: 1 1 auto !important; min-width: 0; }
    .schemas-index .vers { width: 5.8em; text-align: right; }
    .schemas-body { flex: 1; min-width: 0; min-height: 0; overflow: auto; display: flex; flex-direction: column; gap: 8px; }
    .schemas-body > * { flex: none; } .schemas-body h2 { overflow-wrap: anywhere; }
    .schemas-body pre { margin: 0; padding: 8px 10px; overflow: auto; border: 1px solid var(--line); border-radius: 4px;
      background: var(--panel); max-width: 100%; }
    .schemas-body .scroll { overflow: visible; overflow-x: auto; }
    .schemas-body td.meaning { white-space: normal; min-width: 9em; color: var(--soft); }
    .schemas-body td.tree { font: var(--mono); } .schemas-body tr.gone td { color: var(--soft); }
    .schemas-body summary { cursor: pointer; } .schemas-body details { padding: 2px 0; }
    .schemas-body .added { color: var(--good); } .schemas-body .removed { color: var(--bad); }
    .schemas-body ul { margin: 2px 0; padding-left: 18px; overflow-wrap: anywhere; }
    .schemas-body ul.plain { list-style: none; padding-left: 2px; font: var(--mono); }
    .schemas-body .spoken { display: flex; flex-wrap: wrap; gap: 4px; padding-top: 4px; }
    .schemas-body .spoken span { border: 1px solid var(--line); border-radius: 4px; padding: 0 6px; font: var(--mono); }
    .schemas-body .back { display: none; }
    @media (max-width: 600px) {
      .schemas-body thead { display: none; } .schemas-body table, .schemas-body tbody { display: block; }
      .schemas-body tr { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 5px 8px; border-bottom: 1px solid var(--line); }
      .schemas-body td { border: 0; padding: 1px 0; min-width: 0 !important; white-space: normal; text-align: left; }
      .schemas-body td.meaning { flex: 1 0 100%; } .schemas-body td:empty { display: none; }
      .schemas-body td[data-title]::before { content: attr(data-title) " "; color: var(--soft); }
    }
    @media (max-width: 800px) {
      .schemas.one .schemas-index { display: none; } .schemas:not(.one) .schemas-body { display: none; }
      .schemas-index { flex: 1; } .schemas-body .back { display: inline-block; }
    }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const {el, fill} = kw;
  let api, frame, body, list, filter, index = null, found = [], turn = 0, wanted = null;

  const button = (text, act, more = {}) => el("button", {type: "button", onclick: act, ...more}, text);
  const back = () => button("All messages", () => api.go(""), {class: "back"});
  const choice = (label, options, value, act) => {
    const made = el("select", {"aria-label": label, onchange: () => act(made.value)}, options.map((one) => el("option", {value: one}, String(one))));
    made.value = value;
    return el("label", {}, `${label} `, made);
  };

  const load = async (work) => {
    const mine = ++turn;
    try {
      const made = await work();
      if (mine === turn) fill(body, made);
    } catch (error) {
      if (mine === turn) fill(body, back(), kw.error(error));
    }
  };

  const narrow = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = index.messages.filter((one) => words.every((word) => `${one.name} ${one.kind} ${one.key === null ? "" : one.key}`.toLowerCase().includes(word)));
    list.count(found.length);
    list.refresh();
    const at = found.findIndex((one) => one.name === wanted);
    if (at >= 0) list.select(at, true);
  };

  // ------------------------------------------------------------------------------------------------------- a message

  const rows = (fields, depth) => fields.flatMap((field) => [{field, depth}, ...rows(field.fields, depth + 1)]);
  const marks = (field) => [
    field.nullable && `null in ${field.nullable}`, field.tag !== null && `tag ${field.tag} in ${field.tagged}`,
    field.default !== null && `default ${field.default}`, field.entity, field.mapKey && "key of the map", field.ignorable && "ignorable",
  ].filter(Boolean).join(", ");
  const tree = (all) => {
    const made = kw.table("fields", [
      {title: "Field", class: "tree", of: ({field, depth}) => {
        const name = el("span", {}, field.name);
        name.style.paddingLeft = `${depth * 16}px`;
        return name;
      }},
      {title: "Type", of: ({field}) => field.type, class: "mono type"}, {title: "Versions", of: ({field}) => field.versions},
      {title: "Details", of: ({field}) => marks(field), class: "meaning"}, {title: "Meaning", of: ({field}) => field.about, class: "meaning"},
    ], all);
    made.querySelectorAll("tbody tr").forEach((line, at) => {
      line.children[2].dataset.title = "versions";
      if (!all[at].field.here) line.className = "gone";
    });
    return made;
  };

  const say = (change) => {
    const kind = change.change === "field-added" ? "added" : change.change === "field-removed" ? "removed" : "";
    const sign = {added: "+ ", removed: "− "}[kind] || "~ ";
    const name = change.field || "the message";
    return el("li", {class: kind}, kind ? `${sign}${name}: ${change.new || change.old}`
      : `${sign}${name}: ${change.change.replaceAll("-", " ")} ${change.old || "(none)"} → ${change.new || "(none)"}`);
  };
  const changes = (all) => all.length ? el("ul", {class: "plain"}, all.map(say)) : el("p", {class: "soft"}, "The fields are the same.");

  const message = (name, version, older) => load(async () => {
    const one = await api.get("message", {message: name, version});
    const lower = one.versions.filter((each) => each !== one.version);
    const beside = older !== null && lower.includes(older) ? older : null;
    const compared = beside === null ? null : (await api.get("between", {message: name, old: beside, new: one.version})).changes;
    const all = rows(one.fields, 0), here = all.filter(({field}) => field.here);
    const place = el("div", {}, tree(here));
    const every = el("input", {type: "checkbox", id: "schemas-every", onchange: () => fill(place, tree(every.checked ? all : here))});
    const path = (now, other) => `${name}/${other === null || other === "" ? "" : `${other}..`}${now}`;
    kw.say(`${name}, version ${one.version}`);
    return [
      el("div", {class: "bar"}, back(), el("h2", {}, name), one.key !== null && el("span", {class: "soft"}, `${one.kind}, key ${one.key}`),
        choice("version", one.versions, one.version, (now) => api.go(path(now, beside))),
        lower.length > 0 && choice("compared with", ["", ...lower], beside === null ? "" : beside, (other) => api.go(path(one.version, other)))),
      one.about && el("p", {}, one.about),
      el("p", {class: "soft"}, [one.flexible ? `Flexible in ${one.flexible}` : "Never flexible", one.deprecated && `deprecated in ${one.deprecated}`,
        one.unstable !== null && `${one.unstable} is unstable`, one.listeners.length && `for ${one.listeners.join(", ")}`].filter(Boolean).join("; ") + "."),
      compared && el("h3", {}, `From version ${beside} to ${one.version}`), compared && changes(compared),
      el("div", {class: "bar"}, el("h3", {}, "Fields"), all.length > here.length && [every, el("label", {for: every.id}, "those of other versions too")]),
      here.length || all.length ? place : el("p", {class: "soft"}, "It has no fields."),
      el("details", {}, el("summary", {}, "Grammar"), el("pre", {tabindex: 0, "aria-label": "Grammar"}, one.grammar)),
      one.spoken.length > 0 && el("details", {}, el("summary", {}, "Which release speaks what"), el("div", {class: "spoken"}, one.spoken.map((each) =>
        el("span", {class: each.versions === null ? "soft" : null}, `${each.release}: ${each.versions === null ? "no" : each.versions}`)))),
    ];
  });

  // -------------------------------------------------------------------------------------------------------- releases

  const titled = (titles, made) => {
    made.querySelectorAll("tbody tr").forEach((line) => titles.forEach((title, at) => { if (title) line.children[at].dataset.title = title; }));
    return made;
  };
  const releases = (old, now) => load(async () => {
    const all = await api.get("releases", {old, new: now});
    const go = (before, after) => api.go(`releases/${before}..${after}`);
    kw.say(`${all.apis.length} APIs differ`);
    return [
      el("div", {class: "bar"}, back(), el("h2", {}, "Between two releases"),
        choice("from", index.releases, old, (value) => go(value, now)), choice("to", index.releases, now, (value) => go(old, value))),
      all.apis.length ? titled(["", "", old, now, ""], kw.table("APIs that differ", [
        {title: "Key", of: (row) => row.key, number: true}, {title: "API", of: (row) => row.name, class: "mono"},
        {title: old, of: (row) => row.old === null ? el("span", {class: "soft"}, "no") : row.old},
        {title: `${now} `, of: (row) => row.new === null ? el("span", {class: "removed"}, "no") : row.old === null ? el("span", {class: "added"}, row.new) : row.new},
        {title: "What is in the new versions", class: "meaning", of: (row) => {
          const told = row.messages.filter((each) => each.changes.length);
          if (told.length) return el("details", {}, el("summary", {}, told.map((each) => `${each.message} ${each.version}`).join(", ")),
            told.map((each) => [el("h3", {}, `${each.message} ${each.version}`), changes(each.changes)]).flat());
          return row.old === null ? "new" : row.new === null ? "gone" : row.messages.length ? "no other fields" : "";
        }},
      ], all.apis)) : el("p", {class: "soft"}, "Their brokers speak the same."),
      el("p", {class: "soft"}, `${all.apis.length} APIs differ between Kafka ${old} and ${now}.`),
    ];
  });

  // ----------------------------------------------------------------------------------------------------------- frame

  const welcome = () => fill(body, el("p", {class: "soft"}, `${index.messages.length} messages, ${index.releases.length} releases of Kafka. Choose a message, or compare two releases.`));
  const route = (path) => {
    const [name, rest = ""] = path.split("/");
    frame.classList.toggle("one", Boolean(name));
    wanted = name;
    const [first, second] = rest.split("..");
    if (!name) { turn++; welcome(); return; }
    if (name === "releases") {
      const last = index.releases.length - 1;
      releases(second ? first : index.releases[last - 1], second || index.releases[last]);
      return;
    }
    const at = found.findIndex((one) => one.name === name);
    if (at >= 0 && at !== list.selected) list.select(at, true);
    message(name, second || first, second ? Number(first) : null);
  };

  kw.view({
    name: "schemas",
    title: "Schemas",
    keys: [["/", "to the filter"], ["u", "up: to all messages"]],
    mount(root, way) {
      api = way;
      filter = el("input", {type: "search", "aria-label": "Filter messages", placeholder: "Name, key or kind  (/)", oninput: () => { if (index) narrow(); }});
      list = kw.list({
        label: "Messages",
        columns: [{title: "Key", class: "key"}, {title: "Message", class: "name"}, {title: "Versions", class: "vers"}],
        row: (at) => [found[at].key === null ? "" : found[at].key, found[at].name, found[at].versions],
        choose: (at) => { if (matchMedia("(min-width: 801px)").matches) api.go(found[at].name); },
        open: (at) => api.go(found[at].name),
      });
      list.root.addEventListener("click", () => { if (list.selected >= 0) api.go(found[list.selected].name); });
      body = el("div", {class: "schemas-body"});
      frame = el("div", {class: "schemas"}, el("div", {class: "schemas-index"},
        filter, button("Compare two releases", () => api.go("releases")), list.root), body);
      root.append(frame);
    },
    async open(path) {
      if (index) { route(path); return; }
      fill(body, el("p", {class: "soft"}, "Reading the schemas …"));
      try {
        index = await api.get("index");
      } catch (error) {
        fill(body, kw.error(error));
        return;
      }
      narrow();
      route(location.hash.startsWith("#schemas/") ? path : "");
    },
    key(event) {
      if (event.key === "/") filter.focus();
      else if (event.key === "u") { api.go(""); list.focus(); }
      else return false;
      return true;
    },
  });
}
