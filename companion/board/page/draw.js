// What the phones' pages draw with: a tree of descriptions, laid over the page by its differences; pieces of pages.

// ---- Drawing: a tree of descriptions, laid over the page by its differences. Text is only ever text.
const SVG = new Set(['svg', 'use', 'g', 'line', 'polyline', 'polygon', 'text']);
const h = (tag, attrs, ...kids) => ({ tag, attrs: attrs || {}, kids: kids.flat(9).filter((k) => k !== null && k !== '') });
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function fits(node, v) {
  if (typeof v !== 'object') return node.nodeType === 3;
  return node.tag === v.tag && node.key === v.attrs.key;
}
function make(v) {
  if (typeof v !== 'object') return document.createTextNode(v);
  const node = SVG.has(v.tag) ? document.createElementNS('http://www.w3.org/2000/svg', v.tag) : document.createElement(v.tag);
  node.tag = v.tag;
  node.key = v.attrs.key;
  node.had = {};
  dress(node, v);
  return node;
}
function dress(node, v) {
  if (typeof v !== 'object') {
    if (node.data !== String(v)) node.data = v;
    return;
  }
  if (v.attrs.of !== undefined && node.of === v.attrs.of && node.by === v.attrs.by) return;
  node.of = v.attrs.of;
  node.by = v.attrs.by;
  if (v.attrs.flash !== undefined) flash(node, v.attrs.flash);
  const had = node.had;
  for (const name of Object.keys(had)) if (!(name in v.attrs)) drop(node, name);
  for (const name of Object.keys(v.attrs)) {
    const value = v.attrs[name];
    if (had[name] !== value) set(node, name, value);
  }
  patch(node, v.kids);
}
const OURS = new Set(['key', 'of', 'by', 'flash']);
function set(node, name, value) {
  if (OURS.has(name)) return;
  if (value === undefined || value === false || value === null) { drop(node, name); return; }
  node.had[name] = value;
  if (name[0] === '-') node.style.setProperty(name.startsWith('--') ? name : name.slice(1), value);
  else if (name === 'value') node.value = value;
  else if (name.startsWith('on')) node[name] = value;
  else node.setAttribute(name, value === true ? '' : value);
}
function drop(node, name) {
  if (!(name in node.had)) return;
  delete node.had[name];
  if (name[0] === '-') node.style.removeProperty(name.startsWith('--') ? name : name.slice(1));
  else if (name.startsWith('on')) node[name] = null;
  else node.removeAttribute(name);
}
function flash(node, what) {
  if (node.flashed !== undefined && node.flashed !== what && node.animate && !still()) {
    node.animate([{ transform: 'scale(1.35)' }, { transform: 'none' }], { duration: 500, easing: 'ease-out' });
  }
  node.flashed = what;
}
function patch(parent, kids) {
  const keyed = new Map();
  for (let n = parent.firstChild; n; n = n.nextSibling) if (n.key !== undefined) keyed.set(n.key, n);
  let at = parent.firstChild;
  for (const v of kids) {
    const key = typeof v === 'object' ? v.attrs.key : undefined;
    const node = key !== undefined ? keyed.get(key) : at;
    if (node && fits(node, v)) {
      if (node === at) at = at.nextSibling;
      else parent.insertBefore(node, at);
      dress(node, v);
    } else parent.insertBefore(make(v), at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// ---- Pieces that pages share.
const icon = (name, tint) => h('svg', { class: 'i' + (tint ? ' t-' + tint : ''), 'aria-hidden': 'true' }, h('use', { href: '#' + name }));
const number = (n) => (n < 0 ? '−' + -n : String(n));
const tinted = (tint) => (tint ? `var(--${tint})` : undefined);
// What the page that is made with them knows: its words (L), its picture (S, with a score sheet in it), its players.
function points(s, heading) {
  return h('div', 0, heading ? h('h4', 0, heading) : null, s.points.length ? h('ul', { class: 'points' }, s.points.map((c) =>
    h('li', 0, h('div', 0, h('span', 0, c.name), h('b', 0, number(c.points))),
      h('ul', 0, c.reasons.map(([gained, why]) => h('li', 0, h('span', 0, why), h('span', 0, number(gained)))))))) : h('p', { class: 'fine' }, L('nothing')));
}
const sheet = () =>
  h('section', { class: 'panel', key: 'sheet' },
    h('table', { class: 'scores' }, h('caption', { class: 'unseen' }, L('scores')),
      h('thead', 0, h('tr', 0, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, L('player'))), S.sheet.map((c) =>
        h('th', { scope: 'col', title: c.name }, icon(c.icon, c.tint), h('span', { class: 'unseen' }, c.name), h('span', { class: 'long', 'aria-hidden': 'true' }, c.name))),
      h('th', { scope: 'col', title: L('total') }, h('span', { 'aria-hidden': 'true' }, 'Σ'), h('span', { class: 'unseen' }, L('total'))))),
      h('tbody', 0, seats().map((s, k) => h('tr', { class: s.winner && S.turn.over ? 'won' : undefined },
        h('th', { scope: 'row', '--tint': tinted(s.tint) }, icon(s.icon), s.name),
        S.sheet.map((c) => h('td', { class: c.points[k] ? undefined : 'nil' }, number(c.points[k]))),
        h('td', { class: 'sum' }, number(s.score)))))),
    h('ul', { class: 'legend', 'aria-hidden': 'true' }, S.sheet.map((c) => h('li', { class: 'chip' }, icon(c.icon, c.tint), c.name))));
const reasons = () => [
  h('h2', { class: 'over', key: 'over' }, L('points')),
  h('div', { class: 'reasons', key: 'reasons' }, seats().map((s) => h('section', { class: 'panel', key: s.seat, of: s, by: S.lang },
    h('h3', { class: 'who' }, icon(s.icon, s.tint), h('span', 0, s.name), h('b', 0, number(s.score))), points(s)))),
];
const tongues = (chosen, onchange) => h('select', { 'aria-label': L('language'), onchange, value: chosen },
  Object.keys(S.languages).map((code) => h('option', { value: code, lang: code, selected: code === chosen }, S.languages[code])));
