// Lends this phone's camera to the table: picture after picture, the next one when the last has come.
const main = document.getElementById('lend');
const video = main.querySelector('video');
const button = main.querySelector('button');
const line = main.querySelector('p.note');
const begin = button.textContent;
const MOST = 8, SIDE = 1920, QUALITY = 0.85;
const of = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
let stream = null;
let awake = null;
function say(what) { line.textContent = main.dataset[what]; line.hidden = false; }
async function stay() { try { awake = await navigator.wakeLock.request('screen'); } catch { /* It may fall asleep, and says so then. */ } }
function stop() {
  if (stream) stream.getTracks().forEach((track) => track.stop());
  stream = null;
  if (awake) awake.release();
  video.hidden = true;
  button.textContent = begin;
}
const later = (ms) => new Promise((done) => { setTimeout(done, ms); });
async function lend() {
  if (!navigator.mediaDevices) { say('plain'); return; }
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: SIDE }, height: { ideal: 1080 } } });
  } catch { say('denied'); return; }
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  button.textContent = button.dataset.stop;
  stay();
  const canvas = document.createElement('canvas');
  for (let first = true; stream;) {
    const started = performance.now();
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d').drawImage(video, 0, 0);
    const picture = await new Promise((done) => { canvas.toBlob(done, 'image/jpeg', QUALITY); });
    try {
      const answer = await fetch(`${location.pathname}?of=${of}${first ? '&begin' : ''}`, { method: 'POST', body: picture });
      if (answer.status === 409) { stop(); say('other'); return; }
      say(answer.ok ? 'sees' : 'lost');
      first = first && !answer.ok;
    } catch { say('lost'); await later(1000); }
    await later(Math.max(0, 1000 / MOST - (performance.now() - started)));
  }
}
button.onclick = () => { if (stream) { stop(); line.hidden = true; } else lend(); };
document.addEventListener('visibilitychange', () => { if (stream && document.visibilityState === 'visible') stay(); });
