// The hub's pages: they are whole without a script; this keeps them up to date, and the clocks running.
(() => {
  'use strict';
  const main = document.getElementById('main');
  const language = document.getElementById('language');
  if (language) language.onchange = () => {
    document.cookie = `lang=${language.value};path=/;max-age=31536000;samesite=lax`;
    location.reload();
  };
  const printing = document.getElementById('print');
  if (printing) printing.onclick = () => print();

  // The clock of whoever looks may be wrong: the server's is told with each page.
  let ahead = 0;
  function tick() {
    for (const timer of document.querySelectorAll('.timer')) {
      const left = Math.round(Number(timer.dataset.ends) - (Date.now() / 1000 - ahead));
      const shown = timer.querySelector('b');
      const text = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : timer.dataset.up;
      if (shown.textContent !== text) shown.textContent = text;
      timer.classList.toggle('soon', left <= 300);
    }
  }
  setInterval(tick, 1000);

  // Somebody who writes something is not disturbed.
  const busy = () => main.contains(document.activeElement) && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  let fetching = false, again = false;
  async function look() {
    if (fetching || busy() || document.hidden) { again = true; return; }
    fetching = true;
    again = false;
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (answer.ok) {
        ahead = Date.now() / 1000 - Number(answer.headers.get('x-now') || Date.now() / 1000);
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        for (const id of ['main']) swap(document.getElementById(id), fresh.getElementById(id));
        const beam = document.querySelector('.beam'), next = fresh.querySelector('.beam');
        if (beam && next) swap(beam, next);
        tick();
        document.body.dataset.looked = String(Number(document.body.dataset.looked || 0) + 1);
      }
    } catch { again = true; }
    fetching = false;
  }
  function swap(old, fresh) {
    if (old && fresh && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  }
  setInterval(() => { if (again) look(); }, 3000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });

  const news = document.body.dataset.news;
  if (!news) return;
  const source = new EventSource(news);
  source.onmessage = look;
  // A link that broke may have missed something.
  let opened = false;
  source.onopen = () => { if (opened) look(); opened = true; };
})();
