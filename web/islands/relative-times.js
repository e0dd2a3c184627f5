// Says how long ago a time was. The page itself has the day, which stays true however long the page is cached.

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

for (const time of document.querySelectorAll('time[datetime]')) {
  const seconds = (Date.parse(time.getAttribute('datetime') ?? '') - Date.now()) / 1_000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  if (Number.isFinite(seconds)) time.textContent = words.format(Math.round(seconds / length), unit);
}
