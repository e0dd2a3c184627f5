// The pictures of a realm: a thumb or an arrow key shows one, and the thumb of the one that is shown is marked.
// Without it, thumbs are links into the row of pictures, which scrolls.

/** @type {(slides: HTMLElement, thumbs: Element[]) => void} */
function addGallery(slides, thumbs) {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  let current = 0;

  function mark(/** @type {number} */ at) {
    current = at;
    for (const [index, thumb] of thumbs.entries()) {
      if (index === at) thumb.setAttribute('aria-current', 'true');
      else thumb.removeAttribute('aria-current');
    }
  }

  function show(/** @type {number} */ at) {
    mark(Math.max(0, Math.min(thumbs.length - 1, at)));
    slides.scrollTo({ left: current * slides.clientWidth, behavior });
  }

  slides.addEventListener('scrollend', () => mark(Math.round(slides.scrollLeft / slides.clientWidth)));
  for (const [at, thumb] of thumbs.entries())
    thumb.addEventListener('click', (event) => {
      event.preventDefault();
      show(at);
    });
  slides.parentElement?.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(current + by);
  });
}

for (const slides of document.querySelectorAll('.slides')) {
  const thumbs = [...(slides.parentElement?.querySelectorAll('.thumbs a') ?? [])];
  if (slides instanceof HTMLElement && thumbs.length > 0) addGallery(slides, thumbs);
}
