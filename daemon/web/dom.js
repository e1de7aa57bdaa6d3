// The few things that every part of a page does with its nodes.

export const by_id = id => document.getElementById(id);

export function element(name, parent, text = '', attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent?.append(made);
  return made;
}
export function button(parent, text, act, attributes = {}) {
  const made = element('button', parent, text, { type: 'button', ...attributes });
  made.addEventListener('click', act);
  return made;
}
export const set = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};
