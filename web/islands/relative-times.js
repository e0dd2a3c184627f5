// Says how long ago a time of the last days was. The page has the day, which stays true however long the page is cached,
// and whose place the words may not leave. In a list or a table either all times are said so, or none.

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const shortWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const MAX_DAYS = 30;
const LIST = 'table, .rows, .grid';
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const secondsSince = (/** @type {Element} */ time) =>
  (Date.parse(time.getAttribute('datetime') ?? '') - Date.now()) / 1_000;

const isRecent = (/** @type {Element} */ time) => Math.abs(secondsSince(time)) < MAX_DAYS * 86_400;

function showRelativeTimes() {
  const all = [...document.querySelectorAll('time[datetime]')];
  const columns = new Set(all.filter((time) => !isRecent(time)).flatMap((time) => time.closest(LIST) ?? []));
  const times = all.flatMap((time) => {
    const seconds = secondsSince(time);
    const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
    const column = time.closest(LIST);
    if (!isRecent(time) || (column && columns.has(column)) || !(time instanceof HTMLElement)) return [];
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
