// Marks lines of a file: `#L12` one, `#L3-L9` a range, which Shift and a click on a number choose.

const code = document.querySelector('code-lines');

/** The numbers of the first and the last line that the address names. */
function namedLines() {
  const [, first, last = first] = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(location.hash) ?? [];
  const [from, to] = [Number(first), Number(last)].toSorted((one, other) => one - other);
  return { from: from ?? NaN, to: to ?? NaN };
}

function markLines() {
  const { from, to } = namedLines();
  for (const line of code?.querySelectorAll('.marked') ?? []) line.classList.remove('marked');
  const first = document.getElementById(`L${from}`);
  if (!first) return;
  /** @type {Element | null} */
  let line = first;
  for (let at = from; at <= to && line; at += 1, line = line.nextElementSibling) line.classList.add('marked');
  if (from !== to) first.scrollIntoView({ block: 'center' }); // of one line, the browser itself does
}

if (code) {
  markLines();
  addEventListener('hashchange', markLines);
  code.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#L"]') : null;
    const { from } = namedLines();
    if (!link || !(event instanceof MouseEvent) || !event.shiftKey || Number.isNaN(from)) return;
    event.preventDefault();
    const to = Number(link.getAttribute('href')?.slice(2));
    history.replaceState(null, '', from <= to ? `#L${from}-L${to}` : `#L${to}-L${from}`);
    const top = scrollY;
    markLines();
    scrollTo(scrollX, top); // the line that was clicked is in view already
  });
}
