"use strict";
kw.view({
  name: "wire",
  title: "Wire",
  mount(root) { root.append(kw.el("p", {}, "No capture is open.")); },
});
