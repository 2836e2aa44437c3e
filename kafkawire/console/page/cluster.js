"use strict";
// A cluster: topics and their records, groups, brokers, transactions, rights, quotas, disks. See cluster.py.
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .cluster-body { flex: 1; min-height: 0; display: flex; flex-direction: column; gap: 8px; }
    .cluster-body > .scroll { flex: 0 1 auto; }
    .cluster-body dl.cluster-facts { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0; }
    .cluster-body dl.cluster-facts div { display: flex; gap: 6px; } .cluster-body dl.cluster-facts dt { color: var(--soft); }
    .cluster-body dl.cluster-facts dd { margin: 0; overflow-wrap: anywhere; }
    .cluster-body h2 { overflow-wrap: anywhere; }
    .cluster-body .field { display: inline-flex; gap: 5px; align-items: center; }
    .cluster-body .short { width: 12em; } .cluster-body .tiny { width: 6.5em; }
    .cluster-body details > .bar { padding: 6px 0 2px; } .cluster-body summary { cursor: pointer; color: var(--soft); }
    .cluster-body td.cell { max-width: 24em; overflow: hidden; text-overflow: ellipsis; font: var(--mono); }
    .cluster-body td.value { max-width: 46em; }
    .cluster-body tr.now { background: var(--chosen); }
    .cluster-record { flex: 0 1 auto; max-height: 48%; min-height: 90px; overflow: auto; border: 1px solid var(--line);
      border-radius: 4px; background: var(--panel); padding: 8px 10px; }
    .cluster-record pre { margin: 2px 0 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
    .cluster-body progress { width: 10em; }
    .chip { border: 1px solid var(--line); border-radius: 9px; padding: 0 7px; font-size: 12px; white-space: nowrap; }
    .chip.bad { border-color: var(--bad); } .chip.warn { border-color: var(--warn); }
    .cluster-record dl { margin: 2px 0 8px !important; }
    @media (max-width: 600px) {
      .cluster-body .cluster-body { flex: none; }
      .stacked thead { display: none; } .stacked table, .stacked tbody { display: block; }
      .stacked tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 5px 8px; border-bottom: 1px solid var(--line); }
      .stacked td { border: 0; padding: 1px 0; text-align: left; white-space: normal; min-width: 0 !important;
        overflow-wrap: anywhere; } .stacked td:empty { display: none; }
      .stacked td[data-title]:not([data-title=""])::before { content: attr(data-title) " "; color: var(--soft); font: var(--text); }
      .stacked td.cell { flex: 1 0 100%; max-width: 100% !important; white-space: nowrap; }
      .cluster-body .field { flex: 1 1 auto; } .cluster-body .field :is(input:not([type=checkbox]), select) { flex: 1; }
      .cluster-body .field:has(input[type=checkbox]) { flex: none; }
      .cluster-body { overflow: auto; } .cluster-body > .scroll { flex: none; max-height: 70vh; }
      .cluster-record { max-height: none; flex: none; }
    }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const {el, fill} = kw;
  const PARTS = [
    ["topics", "Topics"], ["groups", "Groups"], ["brokers", "Brokers"], ["transactions", "Transactions"],
    ["acls", "ACLs"], ["quotas", "Quotas"], ["logdirs", "Log directories"],
  ];
  let api, root, nav, body, shown = 0, again = () => {}, stop = () => {};

  const at = (...names) => names.map(encodeURIComponent).join("/");
  const long = (ms) => {
    if (ms === null || ms === undefined) return "";
    const s = Math.round(ms / 1000);
    return s < 120 ? `${s} s` : s < 7200 ? `${Math.round(s / 60)} min` : `${(s / 3600).toFixed(1)} h`;
  };
  const ids = (list) => (list || []).join(", ");
  const chip = (text, kind) => el("span", {class: `chip ${kind || ""}`}, text);
  const button = (text, act, more = {}) => el("button", {type: "button", onclick: act, ...more}, text);
  const facts = (pairs) => el("dl", {class: "cluster-facts"}, pairs.filter(([, value]) => value !== null && value !== undefined &&
    value !== "").map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  const select = (label, options, more = {}) => {
    const made = el("select", {"aria-label": label, ...more}, options.map(([value, text]) => el("option", {value}, text)));
    made.value = options[0][0];
    return made;
  };
  const field = (text, control) => el("label", {class: "field"}, text, control);
  const notes = (found) => (found || []).map((text) => el("p", {class: "warn"}, text));

  // A table that becomes a stack of cards where there is little room.
  const table = (caption, columns, rows, choose) => {
    const made = kw.table(caption, columns, rows, choose && ((row) => {
      made.querySelectorAll("tbody tr").forEach((line, place) => line.classList.toggle("now", rows[place] === row));
      choose(row);
    }));
    made.classList.add("stacked");
    made.querySelectorAll("tbody tr").forEach((line) => {
      columns.forEach((column, place) => { line.children[place].dataset.title = column.title; });
    });
    return made;
  };

  // Runs `work`; what it gives comes into `place`, and what goes wrong in its stead. Nothing comes after another page.
  const load = async (place, work) => {
    const turn = shown;
    const waiting = setTimeout(() => { if (turn === shown) fill(place, el("p", {class: "soft waiting", role: "status"}, "Asking the brokers …")); }, 400);
    try {
      const found = await work();
      if (turn === shown) fill(place, found);
    } catch (error) {
      if (turn === shown) fill(place, kw.error(error));
    } finally {
      clearTimeout(waiting);
    }
  };

  // A list with a filter: `columns` and `choose` as of kw.table, `head(found)` what stands above it.
  const listing = (what, route, params, columns, {choose, head, empty} = {}) => {
    let limit = 200, typed = 0;
    const place = el("div", {class: "cluster-body"});
    const input = el("input", {class: "grow", type: "search", "aria-label": `Filter ${what}`, placeholder: `Filter ${what}  (/)`});
    const read = () => load(place, async () => {
      const found = await api.get(route, {...params(), filter: input.value, limit});
      const more = found.fitting > found.rows.length;
      const count = `${kw.count(found.rows.length)} of ${kw.count(found.total)} ${what}`;
      kw.say(count);
      return [
        ...(head ? head(found) : []), ...notes(found.notes),
        found.rows.length ? table(what, columns, found.rows, choose) : el("p", {class: "soft"}, found.total
          ? "The filter fits nothing." : empty || `There are no ${what}.`),
        found.total > 0 && el("div", {class: "bar"}, el("span", {class: "soft"}, count + (more ? ": there are more" : "")),
          more && limit < 1000 && button("Show more", () => { limit = 1000; read(); }),
          more && limit >= 1000 && el("span", {class: "soft"}, "a filter shows the others")),
      ];
    });
    input.addEventListener("input", () => { clearTimeout(typed); typed = setTimeout(read, 200); });
    again = read;
    read();
    return {bar: [input], place};
  };

  const reload = () => button("Reload", () => again(), {title: "Reload (r)"});
  const page = (bar, ...rest) => fill(body, el("div", {class: "bar"}, ...bar, reload()), ...rest);

  // ------------------------------------------------------------------------------------------------------ the parts

  const topics = () => {
    const internal = el("input", {type: "checkbox", onchange: () => again()});
    const {bar, place} = listing("topics", "topics", () => ({internal: internal.checked}), [
      {title: "Topic", of: (row) => row.topic, class: "mono"},
      {title: "Partitions", of: (row) => kw.count(row.partitions), number: true},
      {title: "Replicas", of: (row) => row.replicas, number: true},
      {title: "Size", of: (row) => kw.bytes(row.size), number: true},
      {title: "State", of: (row) => [
        row.leaderless ? chip(`${row.leaderless} without leader`, "bad") : null,
        row.underReplicated ? chip(`${row.underReplicated} under-replicated`, "warn") : null,
        row.internal ? chip("internal") : null].find((one) => one) || ""},
    ], {choose: (row) => api.go(at("topic", row.topic))});
    page([...bar, el("label", {class: "field"}, internal, "internal")], place);
  };

  const groups = () => {
    const {bar, place} = listing("groups", "groups", () => ({}), [
      {title: "Group", of: (row) => row.group, class: "mono"}, {title: "Type", of: (row) => row.type},
      {title: "State", of: (row) => row.state}, {title: "Protocol", of: (row) => row.protocol},
    ], {choose: (row) => api.go(at("group", row.group))});
    page(bar, place);
  };

  const group = (name) => {
    const {bar, place} = listing("partitions", "group", () => ({group: name}), [
      {title: "Topic", of: (row) => row.topic, class: "mono"},
      {title: "Partition", of: (row) => row.partition, number: true},
      {title: "Committed", number: true, of: (row) => row.committed === null ? el("span", {class: "warn"}, "no commit") : kw.count(row.committed)},
      {title: "Log start", of: (row) => kw.count(row.start), number: true},
      {title: "Log end", of: (row) => kw.count(row.end), number: true},
      {title: "Lag", of: (row) => row.lag === null ? "topic is gone" : kw.count(row.lag), number: true},
    ], {
      empty: "Nothing is committed, and no member reads anything.",
      head: (found) => [
        facts([["type", found.type], ["state", found.state], ["assignor", found.assignor], ["coordinator", found.coordinator],
          ["epoch", found.epoch], ["lag in all", kw.count(found.lag)]]),
        found.members.length ? table("members", [
          {title: "Member", of: (row) => row.member, class: "mono"}, {title: "Instance", of: (row) => row.instance},
          {title: "Client", of: (row) => row.client}, {title: "Host", of: (row) => row.host},
          {title: "Assignment", of: (row) => row.assignment.slice(0, 50).join(", ") + (row.assignment.length > 50 ? " …" : ""), class: "wrap"},
        ], found.members) : el("p", {class: "soft"}, "The group has no members."),
        found.memberCount > found.members.length && el("p", {class: "warn"}, `${found.memberCount} members, the first ${found.members.length} are shown`),
      ],
    });
    page([el("h2", {}, name), ...bar], place);
  };

  const brokers = () => {
    const place = el("div", {class: "cluster-body"});
    again = () => load(place, async () => {
      const found = await api.get("overview");
      return [
        facts([["cluster", found.clusterId], ["controller", found.controller < 0 ? "not known" : found.controller]]),
        table("brokers", [
          {title: "Broker", of: (row) => row.id}, {title: "Address", of: (row) => `${row.host}:${row.port}`, class: "mono"},
          {title: "Rack", of: (row) => row.rack}, {title: "State", of: (row) => row.fenced ? chip("fenced", "warn") : ""},
        ], found.brokers, (row) => api.go(at("broker", row.id))),
      ];
    });
    page([el("span", {class: "grow soft"}, "A broker's options are behind its row.")], place);
    again();
  };

  const configs = (kind, name) => listing("options", "configs", () => ({kind, resource: name}), [
    {title: "Option", of: (row) => row.name, class: "mono"},
    {title: "Value", of: (row) => row.sensitive ? el("span", {class: "soft"}, "hidden") : row.value, class: "wrap mono"},
    {title: "Origin", of: (row) => row.source === "DEFAULT_CONFIG" ? el("span", {class: "soft"}, "default")
      : row.source.toLowerCase().replace(/_config$/, "").replaceAll("_", " ")},
    {title: "Else it would be", class: "wrap", of: (row) => row.synonyms.slice(1).map((one) =>
      `${one.value} (${one.source.toLowerCase().replace(/_config$/, "").replaceAll("_", " ")})`).join(", ")},
    {title: "Change", of: (row) => row.readOnly ? chip("read only") : ""},
  ]);

  const broker = (id) => {
    const {bar, place} = configs("broker", id);
    page([el("h2", {}, `Broker ${id}`), ...bar], place);
  };

  const producers = (topic) => listing("producers", "producers", () => ({topic}), [
    {title: "Partition", of: (row) => row.partition},
    {title: "Producer id", of: (row) => row.producer, number: true}, {title: "Epoch", of: (row) => row.epoch, number: true},
    {title: "Last sequence", of: (row) => row.sequence, number: true}, {title: "Last written (UTC)", of: (row) => kw.when(row.written)},
    {title: "Transaction began at", number: true, of: (row) => row.began},
    {title: "State", of: (row) => row.hangs ? chip("hangs: no coordinator has it open", "bad") : ""},
  ], {empty: "The topic's partitions remember no idempotent producer."});

  const transactions = () => {
    const {bar, place} = listing("transactions", "transactions", () => ({}), [
      {title: "Transactional id", of: (row) => row.id, class: "mono"}, {title: "State", of: (row) => row.state},
      {title: "Producer id", of: (row) => row.producer, number: true}, {title: "Coordinator", of: (row) => row.coordinator, number: true},
      {title: "Timeout", of: (row) => long(row.timeout), number: true}, {title: "Open for", of: (row) => long(row.open), number: true},
      {title: "Hangs", of: (row) => row.hangs ? chip("open longer than its timeout", "bad") : ""},
      {title: "Partitions", of: (row) => row.partitions.slice(0, 20).join(", ") + (row.partitions.length > 20 ? " …" : ""), class: "wrap"},
    ]);
    page(bar, place);
  };

  const acls = () => {
    const {bar, place} = listing("ACLs", "acls", () => ({}), [
      {title: "Principal", of: (row) => row.principal, class: "mono"},
      {title: "Permission", of: (row) => chip(row.permission, row.permission === "DENY" ? "bad" : "")},
      {title: "Operation", of: (row) => row.operation}, {title: "Resource", of: (row) => row.resource},
      {title: "Name", of: (row) => row.name, class: "mono"}, {title: "Pattern", of: (row) => row.pattern}, {title: "Host", of: (row) => row.host},
    ]);
    page(bar, place);
  };

  const quotas = () => {
    const {bar, place} = listing("quotas", "quotas", () => ({}), [
      {title: "Entity", of: (row) => row.entity, class: "mono"},
      {title: "Quotas", of: (row) => Object.entries(row.values).map(([name, value]) => `${name} = ${kw.count(value)}`).join(", "), class: "wrap"},
    ]);
    page(bar, place);
  };

  const logdirs = () => {
    const {bar, place} = listing("log directories", "logdirs", () => ({}), [
      {title: "Broker", of: (row) => row.broker}, {title: "Directory", of: (row) => row.path, class: "mono"},
      {title: "Replicas", of: (row) => kw.count(row.partitions), number: true}, {title: "Size", of: (row) => kw.bytes(row.size), number: true},
      {title: "Disk", of: (row) => kw.bytes(row.total), number: true}, {title: "Free", of: (row) => kw.bytes(row.usable), number: true},
      {title: "Error", of: (row) => row.error ? el("span", {class: "bad"}, row.error) : ""},
    ]);
    page(bar, place);
  };

  // ------------------------------------------------------------------------------------------------------ one topic

  const partitions = (topic) => listing("partitions", "topic", () => ({topic}), [
    {title: "Partition", of: (row) => row.partition},
    {title: "Leader", number: true, of: (row) => row.leader === null ? el("span", {class: "bad"}, "none") : row.leader},
    {title: "Replicas", of: (row) => ids(row.replicas)},
    {title: "In sync", of: (row) => row.isr.length < row.replicas.length ? el("span", {class: "warn"}, ids(row.isr) || "none") : ids(row.isr)},
    {title: "Offline", of: (row) => row.offline.length ? el("span", {class: "bad"}, ids(row.offline)) : ""},
    {title: "Log start", of: (row) => kw.count(row.start), number: true}, {title: "Log end", of: (row) => kw.count(row.end), number: true},
    {title: "Size", of: (row) => kw.bytes(row.size), number: true}, {title: "Epoch", of: (row) => row.epoch, number: true},
  ], {head: (found) => [facts([["id", found.id], ["kind", found.internal ? "internal" : null]])]});

  const TABS = [["messages", "Messages"], ["partitions", "Partitions"], ["configs", "Options"], ["producers", "Producers"]];

  const topic = (name, tab) => {
    const links = TABS.map(([key, text]) => button(text, () => api.go(at("topic", name, key)), {"aria-pressed": String(key === tab)}));
    if (tab === "messages") { messages(name, links); return; }
    const {bar, place} = tab === "configs" ? configs("topic", name) : tab === "producers" ? producers(name) : partitions(name);
    page([el("h2", {}, name), ...links], el("div", {class: "bar"}, ...bar), place);
  };

  const FORMATS = [["auto", "auto"], ["text", "text"], ["json", "JSON"], ["hex", "hex"], ["avro", "Avro"], ["protobuf", "Protobuf"],
    ["json-schema", "JSON Schema"], ["registry", "as the registry says"]];
  const kept = new Map();  // what was chosen, by topic

  const messages = (name, links) => {
    if (!kept.has(name)) kept.set(name, {});
    const mine = kept.get(name);
    const keep = (control, key) => {
      const isBox = control.type === "checkbox";
      if (key in mine) control[isBox ? "checked" : "value"] = mine[key];
      control.addEventListener("change", () => { mine[key] = isBox ? control.checked : control.value; });
      return control;
    };
    const part = keep(el("input", {class: "tiny", inputmode: "numeric", placeholder: "all", "aria-label": "Partition"}), "part");
    const start = keep(select("Which records", [["newest", "newest first"], ["oldest", "oldest first"], ["offset", "from an offset"], ["time", "from a time (UTC)"]]), "start");
    const offset = keep(el("input", {class: "short", inputmode: "numeric", placeholder: "offset", "aria-label": "From offset"}), "offset");
    const time = keep(el("input", {type: "datetime-local", step: "1", "aria-label": "From time, UTC"}), "time");
    const until = keep(el("input", {type: "datetime-local", step: "1"}), "until");
    const keyAs = keep(select("Keys as", FORMATS), "keyAs"), valueAs = keep(select("Values as", FORMATS), "valueAs");
    const registry = keep(el("input", {type: "url", placeholder: "http://localhost:8081", class: "grow"}), "registry");
    const file = el("input", {type: "file", "aria-label": "Schema file"});
    const message = keep(el("input", {class: "short", placeholder: "package.Message"}), "message");
    const framed = keep(el("input", {type: "checkbox"}), "framed");
    const committed = keep(el("input", {type: "checkbox"}), "committed");
    const look = keep(select("How to look", [["contains", "contains"], ["regex", "regular expression"], ["key", "whole key is"]]), "look");
    const text = keep(el("input", {class: "grow", type: "search", "aria-label": "Search for", placeholder: "Search for"}), "text");
    const fields = keep(select("Where", [["both", "in key or value"], ["key", "in the key"], ["value", "in the value"]]), "fields");
    const fold = keep(el("input", {type: "checkbox"}), "fold");
    const most = keep(select("How many records", [["100000", "in 100,000 records"], ["1000000", "in a million"], ["10000000", "in ten million"]]), "most");
    const place = el("div", {class: "cluster-body"});
    const record = el("div", {class: "cluster-record", role: "region", "aria-label": "The chosen record", tabindex: 0, hidden: true});
    let rows = [], positions = {}, running = 0;

    const parameters = async () => {
      const chosen = file.files[0];
      let schema = "";
      if (chosen && (keyAs.value === "protobuf" || valueAs.value === "protobuf")) {
        const bytes = new Uint8Array(await chosen.arrayBuffer());
        schema = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      } else if (chosen) schema = await chosen.text();
      const from = {newest: "", oldest: "", offset: offset.value, time: time.value ? String(Date.parse(`${time.value}Z`)) : ""}[start.value];
      return {
        topic: name, partition: part.value, start: start.value, at: from, until: until.value ? Date.parse(`${until.value}Z`) : "",
        keyAs: keyAs.value, valueAs: valueAs.value, registry: registry.value, schema, message: message.value,
        framed: framed.checked, committed: committed.checked,
      };
    };
    const line = (shownOne) => shownOne === null ? el("span", {class: "soft"}, "null")
      : shownOne.text.slice(0, 400).replace(/\s+/g, " ") || el("span", {class: "soft"}, "empty");
    const whole = (title, one) => one === null ? [el("h3", {}, title), el("pre", {class: "soft"}, "null")] : [
      el("h3", {}, `${title} · ${one.kind} · ${kw.bytes(one.size)}${one.cut ? " · cut" : ""}`),
      one.note && el("p", {class: "warn"}, one.note), el("pre", {}, one.text)];
    const choose = (row) => {
      record.hidden = false;
      fill(record, el("div", {class: "bar"}, el("h2", {class: "grow"}, `${name}-${row.partition}, offset ${row.offset}`),
        button("Close", () => { record.hidden = true; }, {title: "Close (Esc)"})),
      facts([["time (UTC)", kw.when(row.timestamp)]]), ...whole("Key", row.key), ...whole("Value", row.value),
      ...row.headers.flatMap(([header, value]) => whole(`Header ${header}`, value)));
      record.scrollTop = 0;
      record.scrollIntoView({block: "nearest"});
      kw.say(`offset ${row.offset}`);
    };
    const listed = (found) => table("records", [
      {title: "Time (UTC)", of: (row) => kw.when(row.timestamp)}, {title: "Partition", of: (row) => row.partition, number: true},
      {title: "Offset", of: (row) => kw.count(row.offset), number: true},
      {title: "Key", of: (row) => line(row.key), class: "cell"}, {title: "Value", of: (row) => line(row.value), class: "cell value"},
    ], found, choose);

    const read = (further) => {
      halt();
      record.hidden = true;
      return load(place, async () => {
        const found = await api.post("messages", {...await parameters(), ...(further ? {positions} : {}), limit: 100});
        positions = found.positions;
        rows = found.rows;
        const is = found.ranges.map((one) => one.end - one.start).reduce((a, b) => a + b, 0);
        kw.say(`${rows.length} records`);
        return [
          found.note && el("p", {class: "warn"}, found.note),
          rows.length ? listed(rows) : el("p", {class: "soft"}, further ? "There are no more records." : is ? "No record is in this range." : "The topic is empty."),
          el("div", {class: "bar"}, el("span", {class: "soft"}, `${kw.count(rows.length)} records of about ${kw.count(is)} offsets`),
            found.more && button(start.value === "newest" ? "Older" : "Newer", () => read(true), {class: "next", title: "Go on (n)"})),
        ];
      });
    };

    const halt = () => {
      if (running) { const number = running; running = 0; api.post("cancel", {search: number}, {keepalive: true}).catch(() => {}); }
    };
    const search = () => load(place, async () => {
      halt();
      record.hidden = true;
      const turn = shown;
      const begun = await api.post("search", {
        ...await parameters(), text: text.value, look: look.value,
        fields: fields.value, ignoreCase: fold.checked, most: most.value,
      });
      const number = running = begun.search;
      const bar = el("progress", {max: 1, value: "0", "aria-label": "Searched so far"});
      const said = el("span", {class: "soft"}, "…"), cancel = button("Cancel", halt), results = el("div", {class: "cluster-body"});
      const all = [];
      const poll = async () => {
        let state;
        try {
          state = await api.get("searched", {search: number, known: all.length});
        } catch (error) {
          fill(results, kw.error(error));
          return;
        }
        if (turn !== shown) { halt(); return; }
        bar.max = Math.max(1, Math.min(state.total, Number(most.value)));
        bar.value = state.ended && !state.failed ? bar.max : state.scanned;
        if (state.rows.length || (state.ended && !all.length)) {
          all.push(...state.rows);
          fill(results, all.length ? listed(all) : el("p", {class: "soft"}, "Nothing was found."));
        }
        said.className = state.failed ? "bad" : "soft";
        said.textContent = `${kw.count(all.length)} found in ${kw.count(state.scanned)} of ${kw.count(state.total)} records` +
          (state.ended ? `; ${state.ended}` : " …");
        if (state.ended) {
          if (running === number) running = 0;
          cancel.remove();
          kw.say(said.textContent);
        } else setTimeout(poll, 150);
      };
      poll();
      return [el("div", {class: "bar"}, bar, said, cancel), results];
    });

    const adapt = () => { offset.hidden = start.value !== "offset"; time.hidden = start.value !== "time"; };
    start.addEventListener("change", adapt);
    adapt();
    again = () => read(false);
    stop = () => { halt(); };
    page([el("h2", {}, name), ...links],
      el("form", {class: "bar", onsubmit: (event) => { event.preventDefault(); read(false); }},
        start, offset, time, field("partition", part), field("keys", keyAs), field("values", valueAs), el("button", {}, "Read")),
      el("details", {open: Boolean(mine.text)}, el("summary", {}, "Search"), el("form", {class: "bar", onsubmit: (event) => { event.preventDefault(); search(); }},
        look, text, fields, most, el("label", {class: "field"}, fold, "ignore case"), el("button", {}, "Search"))),
      el("details", {}, el("summary", {}, "Schemas, and up to when"), el("div", {class: "bar"},
        field("registry", registry), field("or schema file", file), field("Protobuf message", message),
        el("label", {class: "field"}, framed, "with a registry's header"), field("until (UTC)", until),
        el("label", {class: "field"}, committed, "committed records alone"))),
      place, record);
    read(false);
  };

  // ---------------------------------------------------------------------------------------------------------- frame

  const open = (path) => {
    const [part, ...rest] = (path || "topics").split("/");
    shown += 1;
    stop();
    stop = () => {};
    const near = ["topic", "group", "broker"].includes(part) ? `${part}s` : part;
    for (const each of nav.children) each.setAttribute("aria-pressed", String(each.dataset.part === near));
    const name = rest.join("/");
    const lists = new Map(Object.entries({topics, groups, brokers, transactions, acls, quotas, logdirs}));
    if (part === "topic" && rest[0]) topic(rest[0], TABS.some(([key]) => key === rest[1]) ? rest[1] : "messages");
    else if (part === "group" && name) group(name);
    else if (part === "broker" && name) broker(name);
    else (lists.get(part) || topics)();
  };

  kw.view({
    name: "cluster",
    title: "Cluster",
    keys: [["/", "to the filter, or to the search"], ["r", "reload"], ["n", "the next page of records"], ["u", "up: to the list"],
      ["Enter", "open a row"], ["Esc", "close the record"]],
    mount(place, way) {
      root = place;
      api = way;
      nav = el("div", {class: "bar", role: "group", "aria-label": "Parts of the cluster"}, PARTS.map(([part, text]) =>
        button(text, () => api.go(part), {"data-part": part, "aria-pressed": "false"})));
      body = el("div", {class: "cluster-body"});
      root.append(nav, body);
      addEventListener("pagehide", () => stop());
    },
    open,
    key(event) {
      const record = body.querySelector(".cluster-record:not([hidden])");
      if (event.key === "/") {
        const details = [...body.querySelectorAll("details")].find((one) => one.querySelector("[aria-label='Search for']"));
        if (details) details.open = true;
        const input = body.querySelector("input[type=search]");
        if (input) input.focus();
      } else if (event.key === "r") again();
      else if (event.key === "n" && body.querySelector("button.next")) body.querySelector("button.next").click();
      else if (event.key === "u") {
        const near = [...nav.children].find((one) => one.getAttribute("aria-pressed") === "true");
        if (near) near.click();
      } else if (event.key === "Escape" && record) record.hidden = true;
      else return false;
      return true;
    },
  });
}
