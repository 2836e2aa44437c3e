"use strict";
// Segments of a broker: batches, what is wrong with them, what the indexes say, records.
{
  const [AT, POSITION, END, HEADER, CAUSE, OFFSETS, TIMES] = Array(7).keys();
  const [BASE, LAST, COUNT, CODEC, MAGIC, PRODUCER, EPOCH, SEQUENCE, LEADER, TRANSACTIONAL, CONTROL, STAMP, CRC] = Array(13).keys();

  const remote = (api) => ({
    files: () => api.get("files"),
    rows: (file, only, from, to) => api.get("rows", {file, only, from, to}),
    batch: (file, batch, skip) => api.get("batch", {file, batch, skip}),
  });
  const embedded = ({files}) => ({
    files: async () => ({files}),
    rows: async (file, only, from, to) => {
      const rows = files[file].rows.filter((row) => !only || row[CAUSE] !== null);
      return {...files[file], found: rows.length, rows: rows.slice(from, to)};
    },
    batch: async (file, batch, skip) => ({...files[file].opened[batch], partial: skip > 0}),
  });

  const mount = (root, api, control) => {
    const source = api.embedded ? embedded(api.embedded) : remote(api);
    let file = 0, only = "", current = null, panel = "records";

    const paged = kw.paged({
      ask: (from, to) => source.rows(file, only, from, to),
      take: (got) => take(got),
      fail: (error) => kw.fill(status, kw.error(error)),
    });
    const {at} = paged;
    const verdict = (row) => row[CAUSE] === null ? kw.el("span", {class: "good"}, "✓ right") : kw.el("span", {class: "bad"}, "✗ damaged");
    const list = kw.list({
      label: "Batches",
      columns: [
        {title: "Position", class: "w-9 number"}, {title: "CRC", class: "w-10"}, {title: "Offsets", class: "w-15"}, {title: "Records", class: "w-8 number"},
        {title: "Bytes", class: "w-8 number"}, {title: "Codec", class: "w-6"}, {title: "Largest time (UTC)", class: "w-21"},
        {title: "Index", class: "w-9", about: "entries of the offset index that lead here"}, {title: "Time index", class: "w-10", about: "entries of the time index with an offset of the batch"},
        {title: "What it is", class: "w-wide"}, {title: "Producer", class: "w-15"},
      ],
      row: (index) => {
        const row = at(index);
        if (!row) return null;
        const head = row[HEADER];
        const index_ = row[OFFSETS].map(([offset]) => `→ ${offset}`).join(", "), times = row[TIMES].map(([, offset]) => `→ ${offset}`).join(", ");
        if (!head) return [row[POSITION], verdict(row), "", "", kw.bytes(row[END] - row[POSITION]), "", "", index_, times, row[CAUSE], ""];
        const offsets = head[BASE] === head[LAST] ? head[BASE] : `${head[BASE]} – ${head[LAST]}`;
        const producer = Number(head[PRODUCER]) < 0 ? "" : `${head[PRODUCER]} / ${head[EPOCH]}`;
        return [row[POSITION], verdict(row), offsets, head[COUNT], kw.bytes(row[END] - row[POSITION]), head[CODEC], kw.when(head[STAMP]), index_, times,
          [head[CONTROL] && "control", head[TRANSACTIONAL] && "transactional", head[MAGIC] < 2 && `format ${head[MAGIC]}`].filter(Boolean).join(", "), producer];
      },
      classes: (index) => at(index)[CAUSE] === null ? "" : "damaged",
      choose: (index) => paged.want(index, (row) => look(row[AT])),
      open: () => { showPanel("bytes"); viewer.focus(); },
      needs: paged.needs,
    });

    const take = (got) => {
      list.count(paged.found);
      if (current === null && list.selected < 0 && at(0)) list.select(0);
      kw.fill(status, `${kw.count(got.batches)} sound batches, `,
        got.damaged ? kw.el("b", {class: "bad"}, got.damaged === 1 ? "1 damaged place" : `${kw.count(got.damaged)} damaged places`) : kw.el("span", {class: "good"}, "no damage"),
        ` in ${kw.bytes(got.size)}${got.topic ? ` of ${got.topic}` : ""}${got.done ? "" : ", reading"}`);
      damaged.disabled = !got.damaged && !only;
      problem.hidden = !got.error;
      problem.textContent = got.error || "";
      const wrong = got.indexes.reduce((sum, each) => sum + each.count, 0);
      indexes.hidden = !got.indexes.length;
      kw.fill(indexes, kw.el("summary", {class: wrong ? "bad" : null}, got.indexes.map((each) =>
        each.there ? `${each.path.replace(/.*\//, "")}: ${kw.count(each.entries)} entries, ${each.count ? `${kw.count(each.count)} wrong` : "all right"}` : `no ${each.path.replace(/.*\./, "")}`).join(" · ")),
      kw.el("ul", {}, got.indexes.flatMap((each) => each.wrong.map(([place, text]) => kw.el("li", {}, `${each.path.replace(/.*\//, "")} at ${place}: ${text}`)))));
    };

    const start = async () => {
      list.clear();
      if (await paged.start(() => 150)) kw.say(status.textContent);
    };

    const picker = kw.el("select", {class: "picker", "aria-label": "Segment", onchange: () => { file = Number(picker.value); current = null; start(); }});
    const damaged = kw.el("button", {
      type: "button", "aria-pressed": "false", onclick: () => {
        only = only ? "" : "damaged";
        damaged.setAttribute("aria-pressed", Boolean(only));
        start();
      },
    }, "Only damage");
    const status = kw.el("span", {class: "soft"}, "reading");
    const problem = kw.el("p", {class: "error", role: "alert", hidden: true});
    const indexes = kw.el("details", {class: "notes", hidden: true});

    // ------------------------------------------------------------------------------------------------------ one batch

    const viewer = kw.pieces("Batch");
    const bytesPanel = kw.el("div", {class: "panel", hidden: true}, viewer.root);
    const recordsPanel = kw.el("div", {class: "panel wide"});
    const textOf = (line, name) => {
      if (line[name] !== undefined && line[name] !== null) return typeof line[name] === "string" ? line[name] : JSON.stringify(line[name]);
      if (line[`${name}Base64`] !== undefined) return kw.el("span", {title: "base64: the bytes are no text"}, kw.el("span", {class: "soft"}, "base64 "), line[`${name}Base64`]);
      return line.control && name === "value" ? JSON.stringify(line.control) : kw.el("span", {class: "soft"}, "null");
    };
    const drawRecords = (got, skip) => {
      const next = skip + got.records.length;
      kw.fill(recordsPanel,
        got.error ? kw.el("p", {class: "error"}, got.error) : null,
        got.records.length ? kw.table("Records of the batch", [
          {title: "Offset", number: true, of: (line) => line.offset}, {title: "Timestamp (UTC)", of: (line) => kw.when(line.timestamp)},
          ...(got.records.some((line) => line.type || line.control) ? [{title: "Type", of: (line) => line.type || (line.control ? line.control.type : "")}] : []),
          {title: "Key", class: "wrap mono", of: (line) => textOf(line, "key")}, {title: "Value", class: "wrap mono", of: (line) => textOf(line, "value")},
          {title: "Headers", class: "wrap mono", of: (line) => (line.headers || []).map((each) => `${each.name}: ${each.value ?? each.valueBase64 ?? "null"}`).join(", ")},
          ...(got.records.some((line) => line.error) ? [{title: "Wrong", class: "bad", of: (line) => line.error || ""}] : []),
        ], got.records) : kw.el("p", {class: "soft"}, "No records."),
        got.count > got.records.length ? kw.el("div", {class: "bar"},
          kw.el("span", {class: "soft"}, `records ${kw.count(skip + 1)} to ${kw.count(next)} of ${kw.count(got.count)}`),
          api.embedded ? null : [
            kw.el("button", {type: "button", disabled: !skip, onclick: () => look(current, Math.max(0, skip - 500))}, "Before"),
            kw.el("button", {type: "button", disabled: next >= got.count, onclick: () => look(current, next)}, "Next"),
          ]) : null);
    };
    const lookAt = kw.latest({
      ask: async (of, batch, skip) => [await source.batch(of, batch, skip), skip],
      take: ([got, skip]) => {
        drawRecords(got, skip);
        viewer.show(got.sections);
      },
      fail: (error) => {
        kw.fill(recordsPanel, kw.error(error));
        viewer.show([]);
      },
    });
    const look = (batch, skip = 0) => {
      current = batch;
      lookAt(file, batch, skip);
    };

    const panels = {records: ["Records", recordsPanel], bytes: ["Bytes", bytesPanel]};
    const buttons = kw.el("div", {class: "bar panels", role: "group", "aria-label": "What is shown below"}, Object.entries(panels).map(([name, [title]]) =>
      kw.el("button", {type: "button", "aria-pressed": name === panel, "data-panel": name, onclick: () => showPanel(name)}, title)));
    const showPanel = (name) => {
      panel = name;
      for (const [each, [, place]] of Object.entries(panels)) place.hidden = each !== name;
      for (const button of buttons.children) button.setAttribute("aria-pressed", button.dataset.panel === name);
    };

    root.append(
      kw.el("div", {class: "top"}, kw.el("div", {class: "bar"}, picker, damaged, status), problem, indexes, list.root),
      kw.el("div", {class: "below"}, buttons, recordsPanel, bytesPanel));
    control.key = (event) => {
      const chosen = {l: () => list.focus(), b: () => { showPanel("bytes"); viewer.focus(); }, e: () => showPanel("records"),
        d: () => { if (!damaged.disabled) damaged.click(); }, r: () => viewer.step(1)}[event.key];
      if (chosen) chosen();
      return Boolean(chosen);
    };
    source.files().then((got) => {
      kw.fill(picker, got.files.map((each, index) => kw.el("option", {value: index}, each.path)));
      if (!got.files.length) { kw.fill(root, kw.el("p", {}, "There is no segment.")); return; }
      start();
    }).catch((error) => kw.fill(root, kw.error(error)));
  };

  const control = {key: () => false};
  kw.view({
    name: "files",
    title: "Files",
    keys: [["l", "list of batches"], ["e", "records"], ["Enter or b", "bytes of the batch"], ["d", "only damage"], ["r", "batch and decompressed records in turn"]],
    mount: (root, api) => mount(root, api, control),
    key: (event) => control.key(event),
  });
}
