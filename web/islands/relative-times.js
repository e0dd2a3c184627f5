// Says how long ago a time of the last days was. The page has the day, which stays true however long the page is cached,
// and whose place the words may not leave.

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const shortWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const MAX_DAYS = 30;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function showRelativeTimes() {
  const times = [...document.querySelectorAll('time[datetime]')].flatMap((time) => {
    const seconds = (Date.parse(time.getAttribute('datetime') ?? '') - Date.now()) / 1_000;
    const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
    const isRecent = Math.abs(seconds) < MAX_DAYS * 86_400;
    if (!isRecent || !(time instanceof HTMLElement)) return [];
    const texts = [words, shortWords].map((format) => format.format(Math.round(seconds / length), unit));
    return [{ time, texts, day: time.textContent, width: time.getBoundingClientRect().width }];
  });
  // All sizes are read before the first text changes, so that the page is laid out twice at most.
  for (const { time, width, texts } of times) {
    time.style.inlineSize = `${width}px`;
    time.textContent = texts[0] ?? '';
  }
  const tooWide = times.filter(({ time }) => time.scrollWidth > time.clientWidth + 1);
  for (const { time, texts } of tooWide) time.textContent = texts[1] ?? '';
}

showRelativeTimes();
document.addEventListener('content-changed', showRelativeTimes);
