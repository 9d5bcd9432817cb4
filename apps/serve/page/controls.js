// The elements around the board.

/** An element with properties, "on..." handlers among them, and children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function button(text, onclick, more = {}) {
  return element("button", { type: "button", textContent: text, onclick, ...more });
}

export function row(...children) {
  return element("div", { className: "row" }, ...children);
}

export function choice(label, options, value, onchange) {
  const select = element("select", { onchange: () => onchange(select.value) },
    ...options.map(([key, text]) => element("option", { value: key, textContent: text })));
  select.value = value;
  return element("label", {}, `${label} `, select);
}

export function folded(id, title, ontoggle, ...children) {
  const details = element("details", { id, ontoggle: () => details.open && ontoggle() },
    element("summary", { textContent: title }), ...children);
  return details;
}
