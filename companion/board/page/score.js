// Score a game: a photograph of each city, what was read drawn over it, corrected by a finger; then the sheet.
const root = document.getElementById('board');
const KEEP = 'score';
let S = {};
let fields = [];
let box = null;
let cities = [];
let table = {};
let at = 'games';
let who = 0;
let picking = null;
let trouble = '';
let unfit = false;
const L = (name) => (S.labels ? S.labels[name] : '');
const fill = (name, gaps) => Object.keys(gaps).reduce((text, gap) => text.replace(`{${gap}}`, gaps[gap]), L(name));
const seats = () => S.seats || [];
const newCity = () => ({ name: '', told: {}, marks: [], picture: '', size: [4, 3], state: '', questions: [] });

// ---- Kept on this phone: a browser may drop a page while its camera is open.
function keep() {
  const plain = cities.map((c) => ({ ...c, state: c.state === 'read' ? 'read' : '', error: '' }));
  const saved = { box: box && [box.game, box.edition], cities: plain, table, at: at === 'sheet' ? 'cities' : at, who };
  for (const whole of [saved, { ...saved, cities: plain.map((c) => ({ ...c, picture: '' })) }]) {
    try { sessionStorage.setItem(KEEP, JSON.stringify(whole)); return; } catch { /* Full, or not allowed: without pictures, or not at all. */ }
  }
}
async function begin() {
  S = await (await fetch('/score/start')).json();
  S.lang = document.documentElement.lang;
  let saved = null;
  try { saved = JSON.parse(sessionStorage.getItem(KEEP)); } catch { /* Nothing is kept then. */ }
  const known = saved && saved.box && S.boxes.find((b) => b.game === saved.box[0] && b.edition === saved.box[1]);
  if (known) {
    await choose(known);
    ({ cities, table, at, who } = saved);
    compare();
  }
  draw();
}
async function choose(chosen) {
  fields = await (await fetch(`/score/of/${chosen.game}/${chosen.edition}`)).json();
  box = chosen;
  cities = Array.from({ length: chosen.players[0] }, newCity);
  table = {};
  go('cities');
}
function go(where, seat) {
  at = where;
  if (seat !== undefined) who = seat;
  picking = null;
  keep();
  draw();
  scrollTo(0, 0);
}
function changed() { keep(); draw(); compare(); }

// ---- What is told of a city.
const field = (name) => fields.find((f) => f.name === name);
const choice = (f, id) => f && f.choices && f.choices.find((c) => c.id === id);
const there = (told, f) => Object.entries(told[f.name] || {}).filter(([, n]) => n);
const numbered = (told, f) => (told[f.name] || {}).n || 0;
function add(told, f, id, by) {
  const counts = { ...told[f.name] };
  if (f.kind === 'one') told[f.name] = by > 0 ? { [id]: 1 } : {};
  else {
    const most = f.kind === 'number' ? f.most : (choice(f, id) || { most: 1 }).most || 1;
    counts[id] = Math.max(f.kind === 'number' ? f.least || 0 : 0, Math.min(most, (counts[id] || 0) + by));
    told[f.name] = counts;
  }
}
function correct(city, mark, id) {
  const f = field(mark.field);
  if (f.kind !== 'number') {
    if (mark.piece) add(city.told, f, mark.piece, -1);
    if (id) add(city.told, f, id, 1);
    mark.piece = id;
  }
  mark.gone = !id && f.kind !== 'number';
  known(city, mark);
}
// By a finger: no photograph overrules it.
function known(city, mark) {
  Object.assign(mark, { sure: true, first: null });
  unasked(city, mark);
}
function unasked(city, mark) {
  answered(city, (q) => { q.marks = q.marks.filter((k) => city.marks[k] !== mark); });
}
// A question is answered once nothing of it is left.
function answered(city, how) {
  city.questions.forEach(how);
  city.questions = city.questions.filter((q) => q.marks.length || q.fields.length);
}
const filledIn = (city, name) => answered(city, (q) => { q.fields = q.fields.filter((f) => f !== name); });
function takeOut(city, f, id) {
  add(city.told, f, id, -1);
  const mark = city.marks.find((m) => m.field === f.name && m.piece === id && !m.gone);
  if (mark) { Object.assign(mark, { piece: '', gone: true }); known(city, mark); }
  changed();
}
const toLookAt = (city) => city.questions.length;
const isAsked = (city, mark) => city.questions.some((q) => q.marks.some((k) => city.marks[k] === mark));
const called = (city, k) => city.name || fill('nth', { n: k + 1 });
function label(f, id) {
  const c = choice(f, id);
  return c ? c.label : id;
}

// ---- What other cities surely show as often as there is of it, a doubtful card is not. Anew after each change, from
// what was read (a mark's first), so that a correction is never taken for more than it says.
let compared = Promise.resolve();
let changes = 0;
const doubtful = (city) => city.marks.filter((m) => m.field === 'cards' && m.piece && (m.sure === false || m.first));
function compare() {
  changes += 1;
  const told = (city) => city.state === 'read' || Object.keys(city.told).length;
  if (cities.length > 1 && cities.every(told) && cities.some((city) => doubtful(city).length)) compared = others(changes);
}
async function others(now) {
  const shown = cities.map((city) => {
    const sure = { ...city.told.cards }, unsure = doubtful(city);
    unsure.forEach((m) => { sure[m.piece] = Math.max(0, (sure[m.piece] || 0) - 1); });
    return { sure, doubtful: unsure.map((m) => ({ piece: (m.first || m).piece, others: (m.first || m).others })) };
  });
  let found;
  try { found = await (await fetch('/score/elsewhere', { method: 'POST', body: JSON.stringify({ game: box.game, edition: box.edition, cities: shown }) })).json(); } catch { return; }
  // Something else has been said since: that is compared by itself.
  if (now !== changes) return;
  cities.forEach((city, k) => doubtful(city).forEach((mark, n) => takeIn(city, mark, found[k][n])));
  keep();
  draw();
}
function takeIn(city, mark, card) {
  const asked = isAsked(city, mark), before = mark.first || { piece: mark.piece, others: mark.others, asked };
  if (mark.piece !== card.piece) { add(city.told, field('cards'), mark.piece, -1); add(city.told, field('cards'), card.piece, 1); }
  Object.assign(mark, card, { first: card.piece === before.piece && card.others.length === before.others.length ? null : before });
  if (card.sure) unasked(city, mark);
  else if (before.asked && !asked) city.questions.push({ marks: [city.marks.indexOf(mark)], fields: [] });
}

// ---- Sending pictures: one after the other, each until it is read.
const line = [];
let busy = false;
function take(event, k) {
  const [file] = event.target.files;
  event.target.value = '';
  if (!file) return;
  const city = cities[k];
  if (file.size > S.most) { city.state = 'failed'; city.error = fill('large', { n: Math.floor(S.most / 1e6) }); draw(); return; }
  city.state = 'queued';
  city.error = '';
  line.push([city, file]);
  draw();
  work();
}
async function work() {
  if (busy) return;
  busy = true;
  while (line.length) {
    const [city, file] = line.shift();
    try { await read(city, file); } catch { city.state = 'failed'; city.error = L('unsent'); }
    changed();
  }
  busy = false;
}
const later = (ms) => new Promise((done) => { setTimeout(done, ms); });
async function read(city, file) {
  for (;;) {
    city.state = 'sending';
    city.sent = 0;
    draw();
    const [status, answer] = await send(city, file);
    if (status === 202) { await follow(city, answer.name); return; }
    city.error = (answer && answer.error) || L('unsent');
    // Others' pictures are read first: this one is sent again by itself.
    if (status !== 503) { city.state = 'failed'; return; }
    city.state = 'busy';
    draw();
    await later(4000);
  }
}
function send(city, file) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/score/read?game=${box.game}&edition=${box.edition}`);
    request.upload.onprogress = (event) => { city.sent = event.total ? Math.round((100 * event.loaded) / event.total) : 0; draw(); };
    request.onload = () => { try { done([request.status, JSON.parse(request.responseText || '{}')]); } catch (error) { failed(error); } };
    request.onerror = failed;
    request.send(file);
  });
}
async function follow(city, name) {
  for (let lost = 0; ;) {
    let answer;
    try { answer = await (await fetch(`/score/read/${name}`)).json(); lost = 0; } catch (error) {
      lost += 1;
      if (lost > 20) throw error;
      await later(1000);
      continue;
    }
    if (answer.error) { city.state = 'failed'; city.error = answer.error; return; }
    if (answer.state === 'done') { show(city, answer.read); return; }
    city.state = answer.state;
    city.before = answer.before || 0;
    draw();
    await later(700);
  }
}
function show(city, found) {
  Object.assign(city, { state: 'read', error: '', marks: found.marks, told: found.told, questions: found.questions, size: found.size, picture: found.picture });
}

// ---- Pieces of the page.
function top(title, back) {
  return h('header', { class: 'top', key: 'top' },
    h('div', { class: 'row' },
      h('h1', 0, L('score')), tongues(S.lang, speak)),
    h('div', { class: 'turn' }, back ? h('button', { class: 'back', onclick: back, 'aria-label': L('back') }, icon('previous')) : null, h('b', { role: 'heading', 'aria-level': '2' }, title)));
}
function speak(event) {
  document.cookie = `lang=${event.target.value};path=/;max-age=31536000;samesite=lax`;
  keep();
  location.reload();
}
const button = (cls, name, onclick, more) => h('button', { class: cls, onclick, ...more }, L(name));
function picture(k, photographed) {
  const file = (name, image, capture) => h('label', { class: name === 'take' ? 'go' : 'less' }, icon(image), ' ', L(name),
    h('input', { type: 'file', class: 'unseen', accept: 'image/*', capture, onchange: (event) => take(event, k) }));
  return h('div', { class: 'ways' }, photographed ? file('again', 'camera', 'environment') : file('take', 'camera', 'environment'), file('choose', 'box'));
}
function status(city) {
  const said = {
    queued: () => L('queued'), sending: () => fill('sending', { n: city.sent || 0 }), busy: () => city.error,
    waiting: () => fill('before', { n: city.before }), reading: () => L('reading'), failed: () => city.error,
  }[city.state];
  if (!said) return null;
  return h('div', { class: city.state === 'failed' ? 'note bad' : 'note', role: 'status' },
    icon(city.state === 'failed' ? 'warning' : 'hourglass'), h('span', 0, said()),
    city.state === 'sending' ? h('progress', { max: 100, value: city.sent || 0, 'aria-label': L('photo') }) : null);
}
const readable = () => box.named || S.box;

const VIEWS = {
  games: () => [
    top(L('which')),
    h('main', { key: 'main' }, h('div', { class: 'wide' },
      h('ul', { class: 'choices' }, S.boxes.map((b) => h('li', 0, h('button', { class: 'large', onclick: () => choose(b) },
        icon(b.icon, 'accent'), h('span', 0, b.label, b.named || S.box ? null : h('small', 0, L('unboxed'))))))),
      h('p', { class: 'fine' }, L('private')), h('a', { class: 'other', href: '/' }, L('totable')))),
  ],
  cities: () => [
    top(box.label, () => go('games')),
    h('main', { key: 'main' }, h('div', { class: 'wide view' },
      h('p', { class: 'fine' }, readable() ? L('how') : L('unboxed')),
      h('div', { class: 'seats' }, cities.map((city, k) => h('section', { class: 'panel city', key: k },
        h('div', { class: 'who' }, h('label', 0, h('span', { class: 'unseen' }, fill('nth', { n: k + 1 })),
          h('input', { type: 'text', maxlength: 40, placeholder: fill('nth', { n: k + 1 }), value: city.name, autocomplete: 'off', oninput: (event) => { city.name = event.target.value; keep(); } })),
        cities.length > box.players[0] ? h('button', { class: 'icon', 'aria-label': fill('remove', { player: called(city, k) }), onclick: () => { cities.splice(k, 1); changed(); } }, icon('close')) : null),
        status(city),
        city.state === 'read' ? glance(city, k) : null,
        ['queued', 'sending', 'busy', 'waiting', 'reading'].includes(city.state) ? null : [
          readable() ? picture(k, city.state === 'read') : null,
          city.state === 'read' ? null : button('less', 'byhand', () => go('city', k))]))),
      cities.length < box.players[1] ? button('less', 'add', () => { cities.push(newCity()); changed(); }) : null,
      fields.filter((f) => f.shared).map((f) => h('section', { class: 'panel', key: f.name }, told(table, f))),
      trouble ? h('p', { class: 'note bad', role: 'alert' }, icon('warning'), trouble) : null,
      unfit ? button('less', 'anyway', () => count(true)) : null,
      button('go', 'count', () => count(false)))),
  ],
  city: () => {
    const city = cities[who];
    return [
      top(called(city, who), () => go('cities')),
      h('main', { key: 'main' }, h('div', { class: 'wide view' },
        city.picture ? shot(city) : null,
        toLookAt(city) ? h('section', { class: 'panel look', key: 'look' }, h('h2', 0, fill('look', { n: toLookAt(city) })),
          h('div', { class: 'ways' }, city.questions.map((q) => h('button', { class: 'less', onclick: () => ask(city, q) }, icon('question', 'accent'), ' ', wanted(city, q)))))
          : city.state === 'read' ? h('p', { class: 'note', key: 'look' }, icon('check'), L('certain')) : null,
        fields.filter((f) => !f.shared).map((f) => h('section', { class: 'panel', key: f.name, id: `field-${f.name}` }, told(city.told, f, city))),
        button('go', 'done', () => go('cities')))),
      picking ? picker(city) : null,
    ];
  },
  sheet: () => [
    top(S.turn.text, () => go('cities')),
    h('main', { key: 'main' }, h('div', { class: 'wide view' },
      sheet(),
      h('section', { class: 'panel', key: 'result' }, h('h2', 0, L('hand')), h('div', { class: 'files' },
        ['pdf', 'csv', 'json', 'bgstats'].map((form) => h('form', { method: 'post', action: `/score/hand/${form}`, enctype: 'text/plain', target: '_blank' },
          h('input', { type: 'hidden', name: 'told', value: S.sent }), h('button', 0, form === 'bgstats' ? 'BG Stats' : form.toUpperCase()))),
        h('a', { href: S.link, rel: 'noopener' }, 'BG Stats ', icon('share')))),
      reasons(),
      button('less', 'anew', () => { sessionStorage.removeItem(KEEP); cities = []; box = null; go('games'); }))),
  ],
};
function wanted(city, q) {
  const name = (k) => nameOf(city.marks[k]);
  if (isForm(city, q)) return [...q.fields.map((one) => field(one).label), ...q.marks.map(name)].join(', ');
  return q.marks.length > 1 ? `${q.marks.length} × ${name(q.marks[0])}` : name(q.marks[0]);
}
// What a mark may be, the likeliest first.
const likely = (mark) => [mark.piece, ...(mark.others || [])].filter(Boolean);
function nameOf(mark) {
  const f = field(mark.field), [id] = likely(mark);
  return id ? label(f, id) : f.kind === 'number' ? f.label : L('what');
}
const isForm = (city, q) => q.fields.length || q.marks.some((k) => !city.marks[k].piece && (city.marks[k].others || []).length);
function ask(city, q) {
  if (isForm(city, q)) pickForm(city, q);
  else pick(city.marks[q.marks[0]], q.marks.slice(1).map((k) => city.marks[k]));
}
function glance(city, k) {
  const cards = there(city.told, field('cards') || { name: '' }).reduce((sum, [, n]) => sum + n, 0);
  const wonder = field('wonder') ? there(city.told, field('wonder')).map(([id]) => label(field('wonder'), id)).join('') : '';
  return h('button', { class: 'seen', onclick: () => go('city', k), '--tint': 'var(--accent)' },
    city.picture ? h('img', { src: `data:image/jpeg;base64,${city.picture}`, alt: '' }) : null,
    h('span', 0, h('b', 0, wonder || L('seen')), h('small', 0, `${field('cards').label}: ${cards}`),
      h('small', { class: toLookAt(city) ? 'odd' : 'good' }, icon(toLookAt(city) ? 'question' : 'check'), ' ', toLookAt(city) ? fill('look', { n: toLookAt(city) }) : L('certain'))), icon('next'));
}

// ---- The photograph with what was read.
function shot(city) {
  const [w, hgt] = city.size;
  return h('div', { class: 'shot', key: 'shot', '-aspect-ratio': `${w} / ${hgt}` },
    h('img', { src: `data:image/jpeg;base64,${city.picture}`, alt: fill('photo', { player: called(city, who) }) }),
    h('svg', { viewBox: `0 0 ${w} ${hgt}`, role: 'group', 'aria-label': L('read') }, city.marks.filter((m) => m.quad.length).map((m, k) => {
      const f = field(m.field), name = m.gone ? L('nothingthere') : m.piece ? label(f, m.piece) : f.kind === 'number' ? `${f.label}: ${m.count === undefined ? 1 : m.count}` : L('what');
      const state = m.gone ? 'gone' : m.sure === false ? 'unsure' : 'sure';
      const x = m.quad.reduce((sum, p) => sum + p[0], 0) / m.quad.length, y = m.quad.reduce((sum, p) => sum + p[1], 0) / m.quad.length;
      return h('g', { key: k, class: state + (f.kind === 'one' ? ' ground' : ''), tabindex: '0', role: 'button', 'aria-label': name, onclick: () => pick(m), onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); pick(m); } } },
        h('polygon', { points: m.quad.map(([px, py]) => `${(px * w).toFixed(1)},${(py * hgt).toFixed(1)}`).join(' ') }),
        isAsked(city, m) ? h('text', { x: x * w, y: y * hgt, 'font-size': w / 18, 'text-anchor': 'middle', dy: '.35em' }, '?') : null);
    })));
}
function crop(city, quad) {
  const xs = quad.map((p) => p[0]), ys = quad.map((p) => p[1]), [w, hgt] = city.size;
  const wide = Math.max(...xs) - Math.min(...xs), high = Math.max(...ys) - Math.min(...ys);
  const left = Math.max(0, Math.min(...xs) - wide * 0.15), up = Math.max(0, Math.min(...ys) - high * 0.3);
  const bw = Math.min(1 - left, wide * 1.3), bh = Math.min(1 - up, high * 1.6);
  return h('div', { class: 'crop', '-aspect-ratio': `${bw * w} / ${bh * hgt}`, '-max-width': `${Math.min(460, (190 * bw * w) / (bh * hgt))}px` }, h('img', {
    src: `data:image/jpeg;base64,${city.picture}`, alt: '', '-width': `${100 / bw}%`, '-margin-left': `${(-100 * left) / bw}%`, '-margin-top': `${(-100 * up * hgt) / (bw * w)}%`,
  }));
}

// ---- Choosing: the likely ones large, all others below.
let before = null;
function pick(mark, alike) { before = document.activeElement; picking = { mark, alike: alike || [], name: mark.field }; draw(); focusIn(); }
function pickField(name) { const form = picking && picking.form ? picking : null; if (!form) before = document.activeElement; picking = { name, all: true, back: form }; draw(); focusIn(); }
function pickForm(city, q) { before = document.activeElement; picking = { form: q.fields.slice(), question: q }; draw(); focusIn(); }
function focusIn() { const first = document.querySelector('.picker button'); if (first) first.focus(); }
function leave() { picking = picking.back || null; draw(); if (!picking && before && before.isConnected) before.focus(); }
function tile(f, c, onclick, large) {
  return h('button', { class: large ? 'tile likely' : 'tile', '--tint': tinted(c.tint), onclick }, icon(c.icon, c.tint), c.badge ? h('b', { class: 'badge' }, c.badge) : null, h('span', 0, c.label));
}
// What no photograph tells, filled in together, and the pieces that are doubtful.
function form(city) {
  const right = () => {
    picking.form.forEach((name) => filledIn(city, name));
    picking.question.marks.map((k) => city.marks[k]).forEach((mark) => known(city, mark));
    picking = null;
    changed();
  };
  return h('div', { class: 'picker', key: 'picker', role: 'dialog', 'aria-modal': 'true', 'aria-label': L('fillin') },
    h('div', { class: 'who' }, h('h2', 0, L('fillin')), h('button', { class: 'icon', 'aria-label': L('back'), onclick: leave }, icon('close'))),
    picking.question.marks.map((k) => doubt(city, city.marks[k], k)),
    picking.form.map((name) => h('section', { class: 'panel', key: name }, told(city.told, field(name), city))),
    button('go', 'right', right));
}
// A piece that may be another one, or none: a card that lies apart is the city's, or the top of a deck.
function doubt(city, mark, k) {
  const f = field(mark.field);
  const say = (id) => () => { correct(city, mark, id); changed(); };
  return h('section', { class: 'panel doubt', key: `mark-${k}` }, mark.quad.length && city.picture ? crop(city, mark.quad) : null,
    f.kind === 'number' ? stepper(city.told, f, city) : [
      h('div', { class: 'tiles few' }, likely(mark).map((id) => choice(f, id)).filter(Boolean).map((c) => tile(f, c, say(c.id), true))),
      h('div', { class: 'ways' },
        h('button', { class: 'less', onclick: say('') }, icon('close'), ' ', L('nothingthere')),
        h('button', { class: 'less', onclick: () => { picking = { mark, alike: [], name: mark.field, all: true, back: picking }; draw(); focusIn(); } }, icon('menu'), ' ', L('else')))]);
}
function picker(city) {
  if (picking.form) return form(city);
  const f = field(picking.name), mark = picking.mark;
  const done = (id, where) => () => {
    if (mark) {
      for (const one of [mark, ...picking.alike]) {
        if (where && id) one.field = where;
        correct(city, one, id);
      }
    } else {
      add(city.told, f, id, 1);
      if (!picking.back) filledIn(city, f.name);
    }
    picking = picking.back || null;
    changed();
  };
  const wonder = there(city.told, { name: 'wonder' }).map(([id]) => id)[0];
  // What could not be read at all may be of any kind.
  const unread = mark && !mark.piece && !(mark.others || []).length && f.kind === 'many';
  const kinds = unread ? [f, ...fields.filter((one) => one.kind === 'many' && one !== f)] : [f];
  const all = kinds.flatMap((one) => (one.choices || []).filter((c) => !c.of || !wonder || c.of === wonder)
    .map((c) => ({ ...c, group: c.group || (unread ? one.label : ''), field: one.name })));
  const few = all.length <= 8 || picking.all;
  const first = mark && !few ? likely(mark).map((id) => choice(f, id)).filter(Boolean) : [];
  const groups = [];
  for (const c of all) {
    if (!groups.length || groups[groups.length - 1][0] !== (c.group || '')) groups.push([c.group || '', []]);
    groups[groups.length - 1][1].push(c);
  }
  return h('div', { class: 'picker', key: 'picker', role: 'dialog', 'aria-modal': 'true', 'aria-label': mark ? L('what') : f.label },
    h('div', { class: 'who' }, h('h2', 0, mark && f.kind !== 'number' ? L('what') : f.label), h('button', { class: 'icon', 'aria-label': L('back'), onclick: leave }, icon('close'))),
    mark && mark.quad.length && city.picture ? crop(city, mark.quad) : null,
    f.kind === 'number' ? [stepper(city.told, f, city), button('go', 'right', () => { known(city, mark); picking = null; changed(); })] : [
      first.length ? h('div', { class: 'tiles few' }, first.map((c) => tile(f, c, done(c.id), true))) : null,
      mark ? h('button', { class: 'less', onclick: done('') }, icon('close'), ' ', L('nothingthere')) : null,
      few || picking.all || !first.length ? groups.map(([name, some]) => h('div', 0, name ? h('h3', { class: 'fine' }, name) : null, h('div', { class: 'tiles' }, some.map((c) => tile(f, c, done(c.id, c.field), false)))))
        : h('button', { class: 'less', onclick: () => { picking.all = true; draw(); } }, icon('menu'), ' ', L('else'))]);
}
function stepper(values, f, city) {
  const n = numbered(values, f);
  const by = (step) => () => { add(values, f, 'n', step); if (city && !(picking && picking.form)) filledIn(city, f.name); changed(); };
  return h('div', { class: 'stepper', role: 'group', 'aria-label': f.label },
    h('button', { class: 'icon', 'aria-label': L('less'), disabled: n <= (f.least || 0), onclick: by(-1) }, icon('minus')),
    h('output', { 'aria-live': 'polite' }, number(n)),
    h('button', { class: 'icon', 'aria-label': L('more'), disabled: n >= f.most, onclick: by(1) }, icon('plus')));
}
function told(values, f, city) {
  const head = h('h2', 0, icon(f.icon), ' ', f.label, f.kind === 'many' ? ` · ${there(values, f).reduce((sum, [, n]) => sum + n, 0)}` : null);
  if (f.kind === 'number') return h('div', { class: 'told' }, head, stepper(values, f, city));
  const mine = there(values, f).map(([id, n]) => [choice(f, id), n]).filter(([c]) => c);
  mine.sort(([a], [b]) => f.choices.indexOf(a) - f.choices.indexOf(b));
  return h('div', 0, head, h('div', { class: 'lying' },
    mine.map(([c, n]) => h('button', { class: 'piece', key: c.id, '--tint': tinted(c.tint), 'aria-label': fill('takeout', { what: c.label }), onclick: () => takeOut(city, f, c.id) },
      icon(c.icon, c.tint), h('span', 0, n > 1 ? `${n} × ${c.label}` : c.label), icon('close'))),
    h('button', { class: 'less', key: '+', onclick: () => pickField(f.name) }, icon(mine.length && f.kind === 'one' ? 'pencil' : 'plus'), ' ', mine.length && f.kind === 'one' ? L('change') : L('addpiece'))));
}

// ---- The sheet.
async function count(anyway) {
  trouble = '';
  unfit = false;
  await compared;
  const lacking = fields.find((f) => f.kind === 'one' && cities.some((city) => !there(city.told, f).length));
  if (lacking) { trouble = fill('lacking', { what: lacking.label }); draw(); return; }
  const plain = (values) => Object.fromEntries(Object.entries(values).map(([name, counts]) => [name, Object.fromEntries(Object.entries(counts).filter(([, n]) => n))]));
  S.sent = JSON.stringify({ game: box.game, edition: box.edition, cities: cities.map((c) => ({ name: c.name, told: plain(c.told) })), table: plain(table), partial: anyway === true });
  try {
    const answer = await (await fetch('/score/sheet', { method: 'POST', body: S.sent })).json();
    if (answer.error) { unfit = box.partial; trouble = `${answer.error}: ${answer.detail}`; draw(); return; }
    Object.assign(S, answer);
    go('sheet');
  } catch { trouble = L('unsent'); draw(); }
}
function draw() {
  document.title = L('score');
  patch(root, VIEWS[at]().flat(9).filter(Boolean));
}
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && picking) leave(); });
begin();
