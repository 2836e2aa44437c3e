"use strict";
// Bytes beside what they are: a tree of fields and a hex dump, each of which shows where the other is.

// `sections` as `kafkawire.console.pieces` gives them. Gives {root, show(sections), step(by), focus()}.
kw.pieces = (label) => {
  let sections = [], section = null, bytes = new Uint8Array(), nodes = [], visible = [], perRow = 16;
  let hovered = null, chosen = null;

  const choice = kw.el("div", {class: "bar sections", role: "group", "aria-label": `${label}: parts`});
  const error = kw.el("p", {class: "error", hidden: true});
  const about = kw.el("p", {class: "about", "aria-live": "off"});

  const text = (piece) => {
    const [, , path, , value, note] = piece;
    let shown = value === null ? (path ? "null" : "") : typeof value === "string" && !/^\d+ bytes?$/.test(value)
      ? JSON.stringify(value) : String(value);
    if (value === null && note) shown = "";
    return `${shown} ${note}`.trim();
  };

  const tree = kw.list({
    label: `${label}: fields`,
    role: "treegrid",
    columns: [{title: "Field", class: "field"}, {title: "Value", class: "value"}, {title: "Type", class: "type"}],
    row: (index) => {
      const node = visible[index];
      const sign = node.children.length ? (node.open ? "▾ " : "▸ ") : "\u00a0\u00a0";
      return ["\u00a0\u00a0".repeat(node.depth) + sign + node.name, node.piece ? node.text : "", node.piece && node.name[0] !== "(" ? node.piece[3] : ""];
    },
    classes: (index) => [
      visible[index] === hovered && "hovered", visible[index].piece && /\((?:WRONG|[A-Z_]{4,})\)/.test(visible[index].text) && "wrong",
    ].filter(Boolean).join(" "),
    attributes: (index) => ({
      "aria-level": visible[index].depth + 1,
      "aria-expanded": visible[index].children.length ? String(visible[index].open) : null,
    }),
    choose: (index) => { choose(visible[index], true); },
    open: (index) => toggle(visible[index]),
  });

  const hex = kw.list({
    label: `${label}: bytes`,
    columns: [{title: "Offset", class: "offset"}, {title: "Bytes", class: "hex"}, {title: "Text", class: "ascii"}],
    row: (index) => {
      const from = index * perRow, to = Math.min(bytes.length, from + perRow);
      const codes = kw.el("span"), letters = kw.el("span");
      for (let at = from; at < to; at++) {
        const place = at + section.start, byte = bytes[at];
        const secret = section.hidden.some(([start, stop]) => place >= start && place < stop);
        const kind = marks(place);
        codes.append(kw.el("span", {class: kind, "data-at": place}, secret ? "··" : byte.toString(16).padStart(2, "0")));
        const letter = secret || byte < 32 || byte > 126 ? "·" : String.fromCharCode(byte);
        letters.append(kw.el("span", {class: kind, "data-at": place}, letter));
      }
      return [String(from + section.start), codes, letters];
    },
    choose: (index) => { if (fromKeys) choose(leafAt(index * perRow + section.start), false); },
  });
  let fromKeys = true;

  const marks = (place) => {
    const inside = (node) => node && place >= node.start && place < node.stop;
    return inside(hovered) ? "byte hovered" : inside(chosen) ? "byte chosen" : "byte";
  };

  const leafAt = (place) => {
    let low = 0, high = nodes.length - 1;  // leaves in the order of their bytes
    while (low <= high) {
      const middle = (low + high) >> 1, piece = nodes[middle].piece;
      if (place < piece[0]) high = middle - 1;
      else if (place >= piece[1]) low = middle + 1;
      else return nodes[middle];
    }
    return null;
  };

  const describe = (node) => {
    if (!node) { kw.fill(about, "Hover or choose a field or a byte to see the other, and what it is for."); return; }
    const size = node.stop - node.start;
    const doc = section.docs[node.path.replace(/\[\d+\]/g, "[]").replace(/\[\]$/, "")] || section.docs[node.name];
    kw.fill(about, kw.el("b", {}, node.path || node.name), ` · ${node.piece ? node.piece[3] : "structure"} · ` +
      `${size} ${size === 1 ? "byte" : "bytes"} at ${node.start}${doc ? " — " : ""}`, doc || "");
  };

  const hover = (node) => {
    if (node === hovered) return;
    hovered = node;
    describe(hovered || chosen);
    tree.refresh();
    hex.refresh();
  };

  const choose = (node, fromTree) => {
    if (!node) return;
    chosen = node;
    hovered = null;
    describe(node);
    if (fromTree) hex.show(Math.floor((node.start - section.start) / perRow));
    else {
      for (let above = node.above; above; above = above.above) above.open = true;
      flatten();
      tree.select(visible.indexOf(node), true);
    }
    tree.refresh();
    hex.refresh();
  };

  const toggle = (node) => {
    if (!node || !node.children.length) return;
    node.open = !node.open;
    flatten();
    tree.select(visible.indexOf(node), true);
  };

  const flatten = () => {
    visible = [];
    const walk = (node) => { visible.push(node); if (node.open) node.children.forEach(walk); };
    section.roots.forEach(walk);
    tree.count(visible.length);
  };

  const build = (of) => {
    const roots = [], known = new Map();
    const make = (name, path, above) => {
      const node = {name, path, above, depth: above ? above.depth + 1 : 0, children: [], open: true, piece: null, start: 0, stop: 0};
      (above ? above.children : roots).push(node);
      return node;
    };
    const nodeAt = (path) => {
      let node = known.get(path);
      if (node) return node;
      const cut = Math.max(path.lastIndexOf("."), path.lastIndexOf("["));
      const above = cut > 0 ? nodeAt(path.slice(0, cut)) : null;
      node = make(path.slice(path[cut] === "." ? cut + 1 : Math.max(cut, 0)), path, above);
      known.set(path, node);
      return node;
    };
    for (const piece of of.pieces) {
      const [, , path, type] = piece;
      let node = path ? nodeAt(path) : make(type, "", null);
      if (node.piece || node.children.length) node = make(`(${type})`, path, node);
      node.piece = piece;
      node.text = text(piece);
    }
    const span = (node) => {
      node.children.forEach(span);
      const all = [...node.children, ...(node.piece ? [{start: node.piece[0], stop: node.piece[1]}] : [])];
      node.start = all.reduce((least, each) => Math.min(least, each.start), Infinity);
      node.stop = all.reduce((most, each) => Math.max(most, each.stop), 0);
      node.open = of.pieces.length < 250 || (node.depth < 2 && node.children.length < 60);
    };
    roots.forEach(span);
    of.roots = roots;
    of.leaves = [];
    const collect = (node) => { if (node.piece && node.piece[1] > node.piece[0]) of.leaves.push(node); node.children.forEach(collect); };
    roots.forEach(collect);
    of.leaves.sort((one, other) => one.piece[0] - other.piece[0]);
  };

  const open = (index) => {
    section = sections[index];
    if (!section.roots) build(section);
    bytes = Uint8Array.from(atob(section.bytes), (letter) => letter.charCodeAt(0));
    nodes = section.leaves;
    hovered = chosen = null;
    const more = section.size > bytes.length ? `${kw.count(section.size)} bytes, of which the first ${kw.count(bytes.length)} are shown. ` : "";
    const fields = section.count > section.pieces.length ? `${kw.count(section.count)} fields, of which the first ${kw.count(section.pieces.length)} are shown. ` : "";
    const cut = more || fields ? more + fields : "";
    error.hidden = !section.error && !cut;
    error.textContent = `${cut}${section.error || ""}`;
    error.className = section.error ? "error" : "soft";
    tree.clear();
    hex.clear();
    flatten();
    measure();
    describe(null);
    for (const [at, button] of [...choice.children].entries()) {
      if (button.tagName === "BUTTON") button.setAttribute("aria-pressed", at === index);
      else button.value = index;
    }
  };

  const measure = () => {
    perRow = hex.root.clientWidth >= 630 ? 16 : 8;
    hex.root.classList.toggle("narrow", perRow === 8);
    hex.count(Math.ceil(bytes.length / perRow));
  };
  new ResizeObserver(() => { if (section) measure(); }).observe(hex.root);

  const nodeOf = (event) => { const at = tree.indexOf(event.target); return at < 0 ? null : visible[at]; };
  const byteOf = (event) => event.target.dataset.at === undefined ? null : leafAt(Number(event.target.dataset.at));
  tree.root.addEventListener("mouseover", (event) => hover(nodeOf(event)));
  tree.root.addEventListener("mouseleave", () => hover(null));
  tree.root.addEventListener("click", (event) => {
    const node = nodeOf(event);
    if (node && event.target.closest(".field") && node === chosen && node.children.length) toggle(node);
  }, true);
  hex.root.addEventListener("mouseover", (event) => hover(byteOf(event)));
  hex.root.addEventListener("mouseleave", () => hover(null));
  hex.root.addEventListener("click", (event) => {
    fromKeys = false;
    choose(byteOf(event), false);
  }, true);
  hex.root.addEventListener("click", () => { fromKeys = true; });
  tree.root.addEventListener("keydown", (event) => {
    const node = visible[tree.selected];
    if (!node) return;
    if (event.key === "ArrowRight" && node.children.length && !node.open) toggle(node);
    else if (event.key === "ArrowLeft" && node.children.length && node.open) toggle(node);
    else if (event.key === "ArrowLeft" && node.above) tree.select(visible.indexOf(node.above));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const root = kw.el("div", {class: "pieces"}, choice, error, kw.el("div", {class: "halves"}, tree.root, hex.root), about);
  return {
    root,
    show(now) {
      sections = now;
      const names = now.map((each) => `${each.title || "bytes"}`);
      if (now.length > 4) {
        kw.fill(choice, kw.el("select", {
          "aria-label": "Part", onchange: (event) => open(Number(event.target.value)),
        }, names.map((name, index) => kw.el("option", {value: index}, `${name} (${kw.bytes(now[index].size)})`))));
      } else {
        kw.fill(choice, names.map((name, index) => kw.el("button", {
          type: "button", "aria-pressed": "false", onclick: () => open(index),
        }, `${name} `, kw.el("span", {class: "soft"}, kw.bytes(now[index].size)))));
      }
      if (now.length) open(0);
      root.hidden = !now.length;
    },
    step(by) { if (sections.length) open((sections.indexOf(section) + by + sections.length) % sections.length); },
    focus() { tree.focus(); if (tree.selected < 0) tree.select(0); },
  };
};
