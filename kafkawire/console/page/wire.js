"use strict";
// What went over the wire: the list of messages, one of them piece by piece, and numbers about all of them.
{
  const [NUMBER, TIME, CONNECTION, API, VERSION, CLIENT, LATENCY, REQUEST, RESPONSE, TOPICS, ERRORS, RETRY] = Array(12).keys();

  const clock = (micros) => {
    const date = new Date(micros / 1000);
    return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(11, 19)}.${String(micros % 1e6).padStart(6, "0")}`;
  };
  const millis = (value) => value === null ? "" : value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);

  // Where messages come from: the server, or what is in the page. Both answer alike.
  const remote = (api) => ({
    captures: () => api.get("captures"),
    rows: (capture, filter, from, to) => api.get("rows", {capture, filter, from, to}),
    message: (capture, number) => api.get("message", {capture, number}),
    overview: (capture, filter) => api.get("overview", {capture, filter}),
    timeline: (capture, number) => api.get("timeline", {capture, number}),
  });
  const embedded = ({captures}) => {
    const unpacked = async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
    };
    const rowsOf = captures.map(({rows}) => {
      let texts = null, last = "", fitting = rows;  // what was looked for last, of which many pages are asked
      return (text) => {
        const wanted = text.trim().toLowerCase();
        if (wanted === last) return fitting;
        texts ||= rows.map((row) => row.flat().join(" ").toLowerCase());
        last = wanted;
        fitting = wanted ? rows.filter((_, index) => texts[index].includes(wanted)) : rows;
        return fitting;
      };
    });
    const all = (capture) => ({
      looked: captures[capture].rows.length, read: captures[capture].found, done: true, error: null, live: false,
      notes: captures[capture].notes,
    });
    return {
      captures: async () => ({captures, columns: {}}),
      rows: async (capture, filter, from, to) => {
        const rows = rowsOf[capture](filter);
        return {...all(capture), found: rows.length, rows: rows.slice(from, to)};
      },
      message: async (capture, number) => {
        const {rows, together, packed, docs} = captures[capture], at = rows.findIndex((row) => row[NUMBER] === number);
        const message = (await unpacked(packed[Math.floor(at / together)]))[at % together];
        return {...message, sections: message.sections.map((section) => ({...section, docs: docs[section.docs]}))};
      },
      overview: async (capture) => ({...all(capture), found: captures[capture].found, ...captures[capture].overview}),
      timeline: async (capture, number) => {
        const rows = captures[capture].rows, at = rows.findIndex((row) => row[NUMBER] === number);
        return rows.filter((row, index) => row[CONNECTION] === rows[at][CONNECTION] && Math.abs(index - at) < 300);
      },
    };
  };

  const mount = (root, api, control) => {
    const source = api.embedded ? embedded(api.embedded) : remote(api);
    let capture = 0, filter = "", current = null, marked = null, panel = "message", noted = -1, shown = 0;

    // ----------------------------------------------------------------------------------------------------- the list

    const paged = kw.paged({
      ask: (from, to) => source.rows(capture, filter, from, to),
      take: (got) => take(got),
      fail: (error) => { wrong(error); status.textContent = ""; },
    });
    const {at} = paged;
    const list = kw.list({
      label: "Messages",
      columns: [
        {title: "#", class: "w-6 number"}, {title: "Time (UTC)", class: "w-15"}, {title: "Conn.", class: "w-5 number"},
        {title: "API", class: "w-18"}, {title: "v", class: "w-3 number", about: "version"}, {title: "ms", class: "w-7 number", about: "latency"},
        {title: "Asked", class: "w-8 number", about: "bytes of the request"}, {title: "Answered", class: "w-8 number", about: "bytes of the response"},
        {title: "Topics", class: "w-20"}, {title: "Client", class: "w-16"}, {title: "Errors", class: "w-rest"},
      ],
      row: (index) => {
        const row = at(index);
        return row && [
          row[NUMBER], clock(row[TIME]), row[CONNECTION], `${row[API] || "?"}${row[RETRY] ? " ↻" : ""}`, row[VERSION], millis(row[LATENCY]),
          kw.bytes(row[REQUEST]), row[RESPONSE] === null ? "—" : kw.bytes(row[RESPONSE]), row[TOPICS].join(", "), row[CLIENT] || "",
          row[ERRORS].join(", "),
        ];
      },
      classes: (index) => at(index)[ERRORS].length ? "failed" : at(index)[RESPONSE] === null ? "soft" : "",
      choose: (index) => paged.want(index, (row) => look(row[NUMBER])),
      open: () => { showPanel("message"); viewer.focus(); },
      needs: paged.needs,
    });

    const take = (got) => {
      const {found} = paged, grew = found > shown;
      shown = found;
      list.count(found);
      const all = filter ? `${kw.count(found)} of ${kw.count(got.read)} messages` : `${kw.count(found)} messages`;
      const left = api.embedded && got.read > got.looked ? `; the first ${kw.count(got.looked)} are in this page` : "";
      const looking = got.done ? "" : got.live ? ", as they come" : filter && got.looked < got.read ? `, ${Math.floor(100 * got.looked / got.read)} % looked through` : ", reading";
      const said = all + looking + left;
      if (status.textContent !== said) status.textContent = said;
      follow.hidden = !got.live;
      if (grew && got.live && follow.getAttribute("aria-pressed") === "true") list.select(found - 1);
      notes.hidden = !got.notes.length && !got.error;
      if (!notes.hidden && noted !== got.notes.length) kw.fill(notes, kw.el("summary", {}, got.error ? "The capture cannot be read" : `${got.notes.length} notes on the capture`),
        got.error ? kw.el("p", {class: "bad"}, got.error) : kw.el("ul", {}, got.notes.slice(0, 200).map((note) => kw.el("li", {}, note))));
      noted = got.notes.length;
      if (current === null && list.selected < 0 && at(0)) list.select(0);
    };

    const wrong = (error) => {
      problem.hidden = !error;
      problem.textContent = error ? error.message : "";
      input.setAttribute("aria-invalid", Boolean(error));
    };

    const start = async () => {
      drawn++;
      shown = 0;
      noted = -1;
      list.clear();
      list.count(0);
      wrong(null);
      const pause = (got) => got.live && got.looked === got.read ? 700 : filter ? 40 : 200;
      if (!await paged.start(pause)) return;
      kw.say(status.textContent);
      if (panel === "overview") drawOverview();
    };

    const input = kw.el("input", {
      class: "grow mono", type: "search", spellcheck: "false", autocomplete: "off", "aria-describedby": "wire-problem",
      placeholder: api.embedded ? "Search: Fetch, a topic, an error …" : "api==Fetch and latency_ms>50 and topic~\"ord.*\"",
      "aria-label": api.embedded ? "Search messages" : "Filter", id: "wire-filter",
      oninput: () => { clearTimeout(waiting); waiting = setTimeout(apply, 350); },
      onkeydown: (event) => {
        if (event.key === "Enter") { apply(); event.preventDefault(); }
        if (event.key === "ArrowDown") { list.focus(); if (list.selected < 0) list.select(0); event.preventDefault(); }
      },
    });
    let waiting = 0;
    const apply = () => {
      clearTimeout(waiting);
      if (input.value.trim() === filter) return;
      filter = input.value.trim();
      start();
    };
    const problem = kw.el("p", {class: "error", role: "alert", id: "wire-problem", hidden: true});
    const status = kw.el("span", {class: "soft"}, "reading");
    const notes = kw.el("details", {class: "notes", hidden: true});
    const follow = kw.el("button", {
      type: "button", "aria-pressed": "true", hidden: true,
      onclick: () => follow.setAttribute("aria-pressed", follow.getAttribute("aria-pressed") !== "true"),
    }, "Follow the end");
    const picker = kw.el("select", {
      class: "picker", "aria-label": "Capture", hidden: true,
      onchange: () => { capture = Number(picker.value); current = null; start(); },
    });
    const help = kw.el("details", {class: "notes", hidden: true});

    // --------------------------------------------------------------------------------------------------- one message

    const viewer = kw.pieces("Message");
    const facts = kw.el("p", {class: "facts"});
    const mark = kw.el("button", {type: "button", onclick: () => setMark()}, "Mark to compare");
    const messagePanel = kw.el("div", {class: "panel"}, kw.el("div", {class: "bar"}, facts, mark), viewer.root);

    const factsOf = ({facts: of}) => {
      const shown = [
        `#${of.number} ${of.api || (of.api_key === null ? "no request" : `API ${of.api_key}`)}${of.version === null ? "" : ` v${of.version}`}`, of.time.replace("T", " ").replace("+00:00", " UTC"),
        `connection ${of.connection}: ${of.client} → ${of.server}`, of.client_id && `client ${of.client_id}`, of.software, of.principal,
        of.latency_ms === null ? "no response" : `${millis(of.latency_ms)} ms`, of.error.join(", "), of.retry && `retry ${of.retry}`, of.problem,
      ];
      return shown.filter(Boolean).map((text, index) => kw.el(index ? "span" : "b", {class: text === of.problem || (of.error.length && text === of.error.join(", ")) ? "bad" : null}, text));
    };

    const lookAt = kw.latest({
      ask: source.message,
      take: (message) => {
        control.message = message;
        kw.fill(facts, factsOf(message));
        viewer.show(message.sections);
        if (panel === "timeline") drawTimeline();
        if (panel === "compare") drawComparison();
      },
      fail: (error) => {
        kw.fill(facts, kw.error(error));
        viewer.show([]);
      },
    });
    const look = (number) => {
      current = number;
      lookAt(capture, number);
    };

    // ------------------------------------------------------------------------------------------------------- timeline

    let spans = [];
    const timeline = kw.list({
      label: "Requests of the connection",
      columns: [{title: "#", class: "w-6 number"}, {title: "API", class: "w-18"}, {title: "ms", class: "w-7 number"}, {title: "When", class: "w-bar"}],
      row: (index) => {
        const row = spans[index], bar = kw.el("span", {class: `bar-span${row[ERRORS].length ? " wrong" : ""}`});
        bar.style.left = `${100 * row.start}%`;
        bar.style.width = `max(3px, ${100 * row.long}%)`;
        return [row[NUMBER], `${row[API] || "?"} v${row[VERSION]}`, millis(row[LATENCY]), bar];
      },
      classes: (index) => spans[index][NUMBER] === current ? "chosen-row" : "",
      choose: (index) => { look(spans[index][NUMBER]); },
    });
    const timelineAbout = kw.el("p", {class: "soft"});
    const timelinePanel = kw.el("div", {class: "panel", hidden: true}, timelineAbout, timeline.root);
    const askTimeline = kw.latest({
      ask: source.timeline,
      take: (rows) => {
        const ends = rows.map((row) => row[TIME] + 1000 * (row[LATENCY] || 0));
        const from = Math.min(...rows.map((row) => row[TIME])), long = Math.max(1, Math.max(...ends) - from);
        spans = rows.map((row) => Object.assign(row, {start: (row[TIME] - from) / long, long: 1000 * (row[LATENCY] || 0) / long}));
        timelineAbout.textContent = `Connection ${rows[0][CONNECTION]}: ${kw.count(rows.length)} requests in ${millis(long / 1000)} ms, from ${clock(from)}. A bar goes from request to response.`;
        timeline.count(spans.length);
        timeline.refresh();
        timeline.select(spans.findIndex((row) => row[NUMBER] === current), true);
      },
      fail: (error) => { timelineAbout.textContent = error.message; },
    });
    const drawTimeline = () => { if (current !== null) askTimeline(capture, current); };

    // ------------------------------------------------------------------------------------------------------- overview

    let drawn = 0;
    const overviewPanel = kw.el("div", {class: "panel wide", hidden: true, tabindex: -1});
    const histogram = (title, unit, buckets) => {
      const most = Math.max(1, ...buckets.map(([, count]) => count));
      return kw.el("section", {}, kw.el("h2", {}, title), kw.table(title, [
        {title: unit, number: true, of: ([bound]) => bound === null ? "more" : `≤ ${unit === "ms" ? kw.count(bound) : kw.bytes(bound)}`},
        {title: "Messages", number: true, of: ([, count]) => kw.count(count)},
        {title: "Share", of: ([, count]) => { const bar = kw.el("span", {class: "meter"}); bar.style.width = `${Math.ceil(100 * count / most)}%`; return bar; }, class: "meter-cell"},
      ], buckets));
    };
    const drawOverview = async () => {
      const mine = ++drawn;
      for (let counted = -1;;) {
        let got;
        try {
          got = await source.overview(capture, filter);
        } catch (error) {
          if (mine === drawn) kw.fill(overviewPanel, kw.error(error));
          return;
        }
        if (mine !== drawn || panel !== "overview") return;
        const all = got.counted === got.found && got.looked === got.read;
        if (got.counted !== counted) kw.fill(overviewPanel,
          kw.el("p", {class: "soft"}, `${kw.count(got.counted)} of ${kw.count(got.found)} messages counted.`),
          kw.el("section", {}, kw.el("h2", {}, "By API"), kw.table("By API", [
            {title: "API", of: (row) => row.api}, {title: "v", number: true, of: (row) => row.version},
            {title: "Requests", number: true, of: (row) => kw.count(row.requests)}, {title: "p50 ms", number: true, of: (row) => millis(row.p50_ms)},
            {title: "p99 ms", number: true, of: (row) => millis(row.p99_ms)}, {title: "max ms", number: true, of: (row) => millis(row.max_ms)},
            {title: "Asked", number: true, of: (row) => kw.bytes(row.request_bytes)}, {title: "Answered", number: true, of: (row) => kw.bytes(row.response_bytes)},
            {title: "Unanswered", number: true, of: (row) => row.unanswered || ""}, {title: "Retries", number: true, of: (row) => row.retries || ""},
            {title: "Unreadable", number: true, of: (row) => row.problems || ""},
            {title: "Errors", class: "wrap bad", of: (row) => Object.entries(row.errors).map(([name, count]) => `${name} ${kw.count(count)}`).join(", ")},
          ], got.apis)),
          kw.el("div", {class: "columns"}, histogram("Latency", "ms", got.latency), histogram("Size of requests", "bytes", got.requestSize),
            histogram("Size of responses", "bytes", got.responseSize)),
          kw.el("section", {}, kw.el("h2", {}, "By connection"), kw.table("By connection", [
            {title: "Conn.", number: true, of: (row) => row.connection}, {title: "Client", of: (row) => row.client}, {title: "Server", of: (row) => row.server},
            {title: "Software", of: (row) => row.software}, {title: "Principal", of: (row) => row.principal},
            {title: "Requests", number: true, of: (row) => kw.count(row.requests)}, {title: "With errors", number: true, of: (row) => row.errors || ""},
            {title: "Bytes", number: true, of: (row) => kw.bytes(row.bytes)},
          ], got.connections)));
        counted = got.counted;
        if (all && got.done) return;
        await new Promise((resolve) => { setTimeout(resolve, all ? 700 : 60); });
        if (mine !== drawn || panel !== "overview") return;
      }
    };

    // ----------------------------------------------------------------------------------------------------- comparison

    let differences = [], onlyDifferent = true;
    const compareAbout = kw.el("p", {class: "soft"});
    const compareAll = kw.el("button", {
      type: "button", "aria-pressed": "true",
      onclick: () => { onlyDifferent = !onlyDifferent; compareAll.setAttribute("aria-pressed", onlyDifferent); drawComparison(); },
    }, "Only differences");
    const comparison = kw.list({
      label: "Fields of both messages",
      columns: [{title: "Field", class: "w-path"}, {title: "Marked", class: "w-half"}, {title: "Chosen", class: "w-half"}],
      row: (index) => differences[index],
      classes: (index) => differences[index][1] === differences[index][2] ? "" : "differs",
    });
    const comparePanel = kw.el("div", {class: "panel", hidden: true}, kw.el("div", {class: "bar"}, compareAbout, compareAll), comparison.root);
    const fieldsOf = (message) => {
      const fields = new Map();
      message.sections.forEach((section, index) => {
        const bytes = atob(section.bytes), name = index < 2 ? section.title : `part ${index + 1}`;
        for (const [start, stop, path, type, value, note] of section.pieces) {
          const raw = typeof value === "string" && /^\d+ bytes?$/.test(value) && stop - section.start <= bytes.length;
          const shown = raw ? [...bytes.slice(start - section.start, Math.min(stop - section.start, start - section.start + 400))].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("") : value === null ? "null" : String(value);
          const key = `${name}: ${path}`;
          fields.set(fields.has(key) ? `${key} (${type})` : key, `${shown} ${note}`.trim());
        }
      });
      return fields;
    };
    const nameOf = (message) => `#${message.facts.number} ${message.facts.api || ""} v${message.facts.version}`;
    const drawComparison = () => {
      if (!marked || !control.message) {
        compareAbout.textContent = "Choose a message, mark it with “Mark to compare” (m), then choose another.";
        differences = [];
        compareAll.hidden = comparison.root.hidden = true;
      } else {
        compareAll.hidden = comparison.root.hidden = false;
        const one = fieldsOf(marked), other = fieldsOf(control.message);
        const all = [...new Set([...one.keys(), ...other.keys()])].map((path) => [path, one.get(path) ?? "—", other.get(path) ?? "—"]);
        const unlike = all.filter(([, was, now]) => was !== now);
        differences = onlyDifferent ? unlike : all;
        compareAbout.textContent = `${nameOf(marked)} beside ${nameOf(control.message)}: ${kw.count(unlike.length)} of ${kw.count(all.length)} fields differ.`;
      }
      comparison.count(differences.length);
      comparison.refresh();
    };
    const setMark = () => {
      if (!control.message) return;
      marked = control.message;
      kw.say(`${nameOf(marked)} is marked`);
      showPanel("compare");
    };

    // ---------------------------------------------------------------------------------------------------------- paste

    const pasted = kw.pieces("Pasted");
    const kind = kw.el("select", {"aria-label": "What it is", onchange: () => chooseKind()},
      ["request", "response", "records"].map((name) => kw.el("option", {value: name}, name)));
    const apiPicker = kw.el("select", {"aria-label": "API", onchange: () => fitVersion()});
    const versionPicker = kw.el("select", {"aria-label": "Version"});
    const asksApi = kw.el("span", {class: "bar", hidden: true}, apiPicker, versionPicker);
    const area = kw.el("textarea", {
      class: "mono", rows: 3, spellcheck: "false", "aria-label": "Hex digits",
      placeholder: "0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100",
      onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) decode(); },
    });
    const pasteProblem = kw.el("p", {class: "error", role: "alert", hidden: true});
    const chooseKind = async () => {
      asksApi.hidden = kind.value !== "response";
      if (!asksApi.hidden) await fillApis().catch(pasteFailed);
    };
    let apis = null;  // until they are asked for: of all there is to know of them only this panel has use for it
    const fillApis = async () => {
      if (apis) return;
      apis = await api.get("apis");
      kw.fill(apiPicker, apis.map(([key, name]) => kw.el("option", {value: key}, name)));
      fitVersion();
    };
    const fitVersion = () => {
      const [, , low, high] = apis.find(([key]) => String(key) === apiPicker.value);
      kw.fill(versionPicker, Array.from({length: high - low + 1}, (_, step) => kw.el("option", {value: high - step}, `v${high - step}`)));
    };
    const pasteFailed = (error) => {
      pasteProblem.hidden = false;
      pasteProblem.textContent = error.message;
      pasted.show([]);
    };
    const decode = async () => {
      pasteProblem.hidden = true;
      try {
        const got = await api.post("decode", {text: area.value, kind: kind.value, api: Number(apiPicker.value), version: Number(versionPicker.value)});
        pasted.show(got.sections);
      } catch (error) {
        pasteFailed(error);
      }
    };
    const pastePanel = kw.el("div", {class: "panel", hidden: true}, area, kw.el("div", {class: "bar"}, kind, asksApi,
      kw.el("button", {type: "button", onclick: decode}, "Decode"), kw.el("span", {class: "soft"}, "hex digits; spaces, colons and 0x do not matter")),
    pasteProblem, pasted.root);
    pasted.root.hidden = true;

    // --------------------------------------------------------------------------------------------------------- panels

    const panels = {
      message: ["Message", messagePanel], timeline: ["Timeline", timelinePanel], overview: ["Overview", overviewPanel],
      compare: ["Compare", comparePanel], ...(api.embedded ? {} : {paste: ["Paste", pastePanel]}),
    };
    const buttons = kw.el("div", {class: "bar panels", role: "group", "aria-label": "What is shown below"}, Object.entries(panels).map(([name, [title]]) =>
      kw.el("button", {type: "button", "aria-pressed": name === panel, "data-panel": name, onclick: () => showPanel(name)}, title)));
    const showPanel = (name) => {
      if (!panels[name]) return;
      panel = name;
      for (const [each, [, place]] of Object.entries(panels)) place.hidden = each !== name;
      for (const button of buttons.children) button.setAttribute("aria-pressed", button.dataset.panel === name);
      if (name === "timeline") drawTimeline();
      if (name === "overview") drawOverview();
      if (name === "compare") drawComparison();
    };

    const top = kw.el("div", {class: "top"}, kw.el("div", {class: "bar"}, picker, input, follow, status), problem,
      kw.el("div", {class: "bar"}, help, notes), list.root);
    root.append(top, kw.el("div", {class: "below"}, buttons, Object.values(panels).map(([, place]) => place)));

    control.key = (event) => {
      const chosen = {"/": () => input.focus(), l: () => list.focus(), f: () => { showPanel("message"); viewer.focus(); }, i: () => showPanel("timeline"),
        o: () => showPanel("overview"), c: () => showPanel("compare"), p: () => { showPanel("paste"); if (!api.embedded) area.focus(); }, m: setMark,
        r: () => viewer.step(1)}[event.key];
      if (chosen) chosen();
      return Boolean(chosen);
    };
    source.captures().then((got) => {
      kw.fill(picker, got.captures.map((each, index) => kw.el("option", {value: index}, each.name)));
      picker.hidden = got.captures.length < 2;
      help.hidden = !Object.keys(got.columns).length || !got.captures.length;
      kw.fill(help, kw.el("summary", {}, "Columns of the filter"), kw.el("p", {class: "mono"}, "== != < <= > >= ~ !~ in and or not ( )"),
        kw.el("dl", {}, Object.entries(got.columns).map(([name, [kindOf, about]]) => kw.el("div", {}, kw.el("dt", {class: "mono"}, name), kw.el("dd", {}, `${kindOf}: ${about}`)))),
        kw.el("p", {}, "request.topics.name and the like look into messages."));
      if (got.captures.length) {
        list.focus();
        start();
      } else {
        top.hidden = true;
        for (const button of buttons.children) button.hidden = button.dataset.panel !== "paste";
        showPanel("paste");
      }
    }).catch((error) => kw.fill(root, kw.error(error)));
  };

  const control = {key: () => false, message: null};
  kw.view({
    name: "wire",
    title: "Wire",
    keys: [
      ["/", "filter"], ["l", "list of messages"], ["Enter or f", "fields of the message"], ["r", "request, response and records in turn"],
      ["i", "timeline of the connection"], ["o", "overview"], ["m", "mark the message to compare"], ["c", "compare"], ["p", "paste bytes"],
      ["→ ←", "open and close a field"],
    ],
    mount: (root, api) => mount(root, api, control),
    key: (event) => control.key(event),
  });
}
