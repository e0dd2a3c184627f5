// What happens on the pages of the previews: buttons count, cards move on, keys sound, and a boat jumps.
const output = document.querySelector('output');
let count = 0;
for (const button of document.querySelectorAll('[data-count]'))
  button.addEventListener('click', () => {
    count += 1;
    if (output) output.value = String(count);
    button.textContent = button.dataset.count;
  });

const columns = [...document.querySelectorAll('.board section')];
for (const card of document.querySelectorAll('.board button'))
  card.addEventListener('click', () => {
    const next = columns[(columns.indexOf(card.parentElement) + 1) % columns.length];
    next.append(card);
  });

/** @type {AudioContext | undefined} */
let audio;
for (const [at, key] of document.querySelectorAll('.keys button').entries())
  key.addEventListener('pointerdown', () => {
    audio ??= new AudioContext();
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: 261.63 * 2 ** (at / 12) });
    const envelope = new GainNode(audio, { gain: 0.3 });
    envelope.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.8);
    tone.connect(envelope).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.8);
  });

const waveAt = (x, time) => 270 + 14 * Math.sin(x / 40 + time / 600);
function fillShape(context, color, points) {
  context.fillStyle = color;
  context.beginPath();
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
  context.fill();
}

const canvas = document.querySelector('canvas');
if (canvas) {
  const context = canvas.getContext('2d');
  let [height, speed] = [0, 0];
  canvas.addEventListener('pointerdown', () => {
    if (height === 0) speed = 11;
  });
  const draw = (time) => {
    speed -= 0.5;
    height = Math.max(0, height + speed);
    if (height === 0) speed = 0;
    context.fillStyle = '#9fd4ee';
    context.fillRect(0, 0, 640, 360);
    context.fillStyle = '#ffe9a8';
    context.beginPath();
    context.arc(500, 90, 40, 0, 7);
    context.fill();
    const y = waveAt(320, time) - height;
    fillShape(context, '#7a3b1d', [270, y - 14, 370, y - 14, 352, y + 16, 288, y + 16]);
    fillShape(context, '#fff', [318, y - 18, 318, y - 108, 378, y - 22]);
    for (const [color, depth] of [
      ['#2f7fae', 0],
      ['#1f5f8a', 40],
    ]) {
      const wave = [0, 360];
      for (let x = 0; x <= 640; x += 8) wave.push(x, depth + waveAt(x + depth * 3, time));
      fillShape(context, color, [...wave, 640, 360]);
    }
    if (output) output.value = String(Math.floor(time / 100));
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
