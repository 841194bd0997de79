// The board on a phone: it is sent a picture in words, field by field, and draws what has changed. It knows no game.
// ---- What is known: the picture's fields, the log, and what this person looks at.
let S = {};
let log = [];
let seq = 0;
let state = 'waiting';
let tab = 'table';
let sent = 0;
const open = new Set();
let lang = document.documentElement.lang;
const root = document.getElementById('board');
const L = (name) => (S.labels ? S.labels[name] : '');
const seats = () => Array.from({ length: S.players || 0 }, (_, k) => S['seat' + k]);
const SYMBOLS = ['◆', '■', '●', '✖', '▲', '★', '✚'];
const DASHES = ['', '7 4', '2 4', '10 3 2 3', '14 5', '4 2 1 2', '1 5'];

// ---- Pieces of the page.
function chip(c, key) {
  return h('li', { class: 'chip' + (c.faint ? ' faint' : ''), key },
    icon(c.icon, c.tint), c.text ? h('span', { 'aria-hidden': 'true' }, c.text) : null,
    h('span', { class: 'unseen' }, c.label));
}
const chips = (group, cls) => h('ul', { class: cls || 'chips', 'aria-label': group.name || undefined },
  group.chips.map((c) => chip(c)));
const group = (g) => h('div', { class: 'group' }, g.name ? h('h3', 0, g.name) : null, chips(g));

function top() {
  const t = S.turn;
  return h('header', { class: 'top', key: 'top' },
    h('div', { class: 'row' }, h('h1', 0, S.title), tongues(S.lang, choose)),
    t ? h('div', { class: 'turn', 'aria-live': 'polite' }, icon(t.icon, 'accent'),
      h('div', 0, h('b', 0, t.text), (t.duties || []).map((line) => h('p', 0, line)))) : null);
}
function choose(event) {
  lang = event.target.value;
  document.cookie = `lang=${lang};path=/;max-age=31536000;samesite=lax`;
  hangUp();
  connect();
}

function seat(s) {
  const k = s.seat;
  const told = open.has(k);
  return h('article', { class: 'seat' + (s.moving ? ' moving' : '') + (told ? ' told' : ''), key: 'seat' + k, '--tint': tinted(s.tint), of: s, by: told + S.lang },
    h('button', { class: 'head', 'aria-expanded': String(told), 'aria-controls': 'tell' + k, onclick: () => toggle(k) },
      icon(s.icon),
      h('span', 0, h('h3', { class: 'h' }, s.name, s.winner && S.turn.over ? [' ', icon('laurel', 'accent')] : null),
        s.wonder || s.moving || s.winner ? h('small', 0, [s.wonder, s.moving ? L('moving') : '', s.winner && S.turn.over ? L('winner') : ''].filter(Boolean).join(' · ')) : null),
      h('span', { class: 'score', flash: s.score }, number(s.score), h('span', { class: 'arrow' }, icon('down')))),
    h('div', { class: 'glances' },
      s.side.stages.length ? h('ul', { class: 'stages', 'aria-label': L('stages') }, s.side.stages.map((stage) =>
        h('li', { class: 'stage ' + (stage.state || '') }, h('span', { 'aria-hidden': 'true' }, stage.text), h('span', { class: 'unseen' }, stage.label)))) : null,
      s.side.glance.map((g) => chips(g))),
    told ? h('div', { class: 'tell', id: 'tell' + k }, s.side.more.map((g) => h('div', 0, h('h4', 0, g.name), chips(g, 'names'))), points(s, L('points'))) : null);
}
function toggle(k) {
  if (!open.delete(k)) open.add(k);
  draw();
}
function structure(d) {
  const free = d.cells.filter((c) => c.state === 'free');
  const track = [], { pawn, end } = d;
  for (let place = -end; place <= end; place++) {
    const loot = d.loot[place], last = Math.abs(place) === end;
    track.push(h('span', { class: place === pawn ? 'pawn' : last ? 'capital' : loot ? 'zone' : '' },
      place === pawn ? icon('pawn') : loot ? String(loot) : last ? icon('capital') : null));
  }
  const [one, two] = seats();
  return h('section', { class: 'panel', key: 'structure' },
    h('div', { role: 'img', 'aria-label': d.label }, h('div', { class: 'war' }, track)),
    h('div', { class: 'ends' }, h('span', { class: 't-' + one.tint }, one.name), h('span', { class: 't-' + two.tint }, two.name)),
    d.cells.length ? [h('h3', { class: 'fine' }, L('structure')),
      h('ul', { class: 'cells' }, d.cells.map((c) => h('li', { class: 'cell ' + c.state, '-grid-row': String(c.row + 1), '-grid-column-start': String(c.x) },
        c.icon ? icon(c.icon, c.tint) : null, c.price ? h('b', { 'aria-hidden': 'true' }, c.price) : null, h('span', { class: 'unseen' }, c.label)))),
      free.length ? [h('h3', { class: 'fine' }, L('free')), h('ul', { class: 'names' }, free.map((c) =>
        h('li', { class: 'chip' }, icon(c.icon, c.tint), h('span', 0, c.label))))] : null] : null);
}

const VIEWS = {
  table: () => [
    h('h2', { class: 'unseen', key: 'over' }, L('table')),
    S.structure ? structure(S.structure) : null,
    h('div', { class: 'seats', key: 'seats' }, seats().map(seat)),
    h('section', { class: 'panel', key: 'middle' }, h('div', { class: 'groups' }, S.middle.map(group))),
  ],
  scores: () => [
    sheet(),
    Object.keys(S.results).length ? h('section', { class: 'panel', key: 'result' }, h('h2', 0, L('result')), h('div', { class: 'files' },
      Object.keys(S.results).map((form) => h('a', { href: `${S.results[form]}?lang=${S.lang}`, target: '_blank', rel: 'noopener' }, form.toUpperCase())))) : null,
    ...reasons(),
    h('a', { class: 'other', key: 'way', href: '/score' }, icon('camera'), ' ', L('score')),
  ],
  log: () => (log.length ? h('ol', { class: 'log', reversed: true }, log.slice().reverse().map((r) =>
    h('li', { key: r.seq, of: r, class: r.undone ? 'undone' : undefined, '--tint': tinted(r.tint) },
      h('span', { class: 'n' }, r.seq),
      h('div', 0, h('span', 0, r.text), r.undone ? h('small', 0, L('undone')) : null, r.detail ? h('small', 0, r.detail) : null,
        r.finding ? h('span', { class: 'odd' }, icon('warning'), ' ', r.finding) : null),
      h('span', { class: 'by' }, icon(r.by), h('span', { class: 'unseen' }, r.known))))) : h('p', { class: 'still' }, L('nothing'))),
  chances: () => {
    const at = S.chances;
    const last = at[at.length - 1];
    const x = (k) => 34 + (290 * k) / Math.max(1, at.length - 1);
    const most = Math.max(50, 25 * Math.ceil(Math.max(...at.map((p) => Math.max(...p))) / 25));
    const y = (share) => 10 + 150 * (1 - share / most);
    const ranked = seats().slice().sort((a, b) => last[b.seat] - last[a.seat]);
    return h('section', { class: 'panel', key: 'graph' }, h('h2', 0, L('win')),
      h('svg', { viewBox: '0 0 344 172', class: 'graph', 'aria-hidden': 'true' },
        [0, most / 2, most].map((share) => [h('line', { class: 'rule', x1: 34, x2: 324, y1: y(share), y2: y(share) }), h('text', { x: 28, y: y(share) + 4, 'text-anchor': 'end' }, Math.round(share) + '%')]),
        seats().map((s) => h('g', { class: 't-' + s.tint },
          h('polyline', { points: at.map((p, k) => `${x(k).toFixed(1)},${y(p[s.seat]).toFixed(1)}`).join(' '), 'stroke-dasharray': DASHES[s.seat] }),
          h('text', { class: 'mark', x: x(at.length - 1) + 4, y: y(last[s.seat]) + 5 }, SYMBOLS[s.seat])))),
      h('ul', { class: 'bars' }, ranked.map((s) => h('li', { key: s.seat, '--tint': tinted(s.tint) },
        h('span', { class: 'mark', 'aria-hidden': 'true' }, SYMBOLS[s.seat]), h('span', 0, s.name), h('b', 0, last[s.seat] + '%'),
        h('div', { class: 'track' }, h('div', { class: 'fill', '-width': last[s.seat] + '%' }))))),
      h('p', { class: 'fine' }, L('guess')));
  },
};
const TABS = [['table', 'city'], ['scores', 'laurel'], ['log', 'log'], ['chances', 'graph']];

function mine() {
  const m = S.mine;
  if (!m) return null;
  const ask = m.asked;
  return h('div', { key: 'mine' }, h('p', { class: 'badge' }, icon('phone'), ' ', L('mine').replace('{player}', m.name)),
    ask ? h('section', { class: 'ask', role: 'alert' }, h('h2', 0, ask.text), ask.choices.map(([k, text, detail]) =>
      h('button', { disabled: sent === ask.number, onclick: () => answer(ask.number, k) }, text, detail ? h('small', 0, detail) : null)),
    sent === ask.number ? h('p', 0, L('sent')) : null) : null);
}
function answer(question, option) {
  if (!socket || socket.readyState !== 1) return;
  socket.send(JSON.stringify({ question, option }));
  sent = question;
  draw();
}

function draw() {
  if (!S.labels) return;
  document.body.dataset.seq = seq;
  if (tab === 'chances' && !S.chances.length) tab = 'table';
  const lost = state === 'live' ? null : h('p', { class: 'lost', key: 'lost', role: 'status' }, L('lost') + ' …');
  const body = S.players
    ? [lost, h('main', { key: 'main' }, h('div', { class: 'wide' }, mine(),
      S.notices.map((n) => h('p', { class: 'note' }, icon('question'), n)),
      h('div', { key: tab, class: 'view' }, VIEWS[tab]()))),
    h('nav', { key: 'nav', 'aria-label': S.title }, TABS.filter(([name]) => name !== 'chances' || S.chances.length).map(([name, image]) =>
      h('button', { key: name, 'aria-current': name === tab ? 'page' : undefined, onclick: () => { tab = name; draw(); scrollTo(0, 0); } }, icon(image), L(name))))]
    : [lost, h('main', { class: 'still', key: 'none' }, icon('hourglass'), h('h2', 0, L('nogame')), h('p', 0, L('later')),
      h('a', { class: 'other', href: '/score' }, icon('camera'), ' ', L('score')))];
  document.documentElement.lang = S.lang;
  document.title = S.turn ? `${S.turn.text} · ${S.title}` : S.title;
  patch(root, [top(), ...body].filter(Boolean));
}
let due = false;
function soon() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => { due = false; draw(); });
}

// ---- The link: it mends itself, and begins with the whole picture.
const FIRST = 250, LONGEST = 8000, SILENCE = 25000;
let socket = null, pause = FIRST, timer = 0, heard = 0;
function connect() {
  clearTimeout(timer);
  timer = 0;
  const link = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live?lang=${encodeURIComponent(lang)}`);
  socket = link;
  heard = Date.now();
  link.onmessage = (event) => {
    if (link !== socket) return;
    heard = Date.now();
    const m = JSON.parse(event.data);
    pause = FIRST;
    if (m.whole) { S = {}; log = []; state = 'live'; sent = 0; }
    if (!m.set) return;
    Object.assign(S, m.set);
    seq = m.seq;
    if (m.log) { log.length = m.log.from; log.push(...m.log.rows); }
    soon();
  };
  link.onclose = () => { if (link === socket) again(); };
}
function hangUp() {
  const old = socket;
  socket = null;
  if (old) old.close();
}
function again() {
  hangUp();
  if (state !== 'lost') { state = 'lost'; soon(); }
  clearTimeout(timer);
  timer = setTimeout(connect, pause * (0.75 + Math.random() / 2));
  pause = Math.min(LONGEST, pause * 2);
}
function wake() {
  if (document.visibilityState === 'hidden') return;
  // A phone that slept does not know whether its link still lives: half a beat of silence is enough to doubt it.
  if (!socket || Date.now() - heard > SILENCE / 2) { hangUp(); pause = FIRST; connect(); }
}
document.addEventListener('visibilitychange', wake);
addEventListener('pageshow', (event) => { if (event.persisted) wake(); });
addEventListener('offline', again);
addEventListener('online', () => { hangUp(); wake(); });
setInterval(() => { if (socket && Date.now() - heard > SILENCE) again(); }, 5000);
connect();