// The list of realms in place: what is chosen, sorted or searched for changes the results and the facets, and the address with them.
// On any fault the browser goes to the address as it would without this script.

/** Not every list has facets. */
const PARTS = ['#results', '.facets'].filter((part) => document.querySelector(part));
const status = document.createElement('p');
status.className = 'hidden-text';
status.role = 'status';

let request = new AbortController();
let shown = location.pathname + location.search;

/** @type {(url: string) => Promise<Document>} */
async function load(url) {
  request.abort();
  request = new AbortController();
  const response = await fetch(url, { signal: request.signal });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const style = 'link[rel=stylesheet]';
  const isSameRelease =
    page.querySelector(style)?.getAttribute('href') === document.querySelector(style)?.getAttribute('href');
  if (!response.ok || !isSameRelease || PARTS.some((part) => !page.querySelector(part)))
    throw new Error('another kind of page');
  return page;
}

/** The element of the new page that stands where the focused one stood, so that the keyboard goes on from there. */
function placeOfFocus() {
  const { activeElement: focused } = document;
  const part = PARTS.find((selector) => focused?.closest(selector));
  if (!focused || !part || focused.closest('.pages')) return () => undefined;
  const alike = (/** @type {Element} */ element) =>
    focused.id ? element.id === focused.id : element.textContent === focused.textContent;
  return () => [...document.querySelectorAll(`${part} :is(a, select)`)].find(alike);
}

/** @type {(page: Document) => void} */
function swap(page) {
  const wasOpen = document.querySelector('.facets')?.hasAttribute('open') ?? true;
  const findFocus = placeOfFocus();
  const hadFocus = PARTS.some((part) => document.querySelector(part)?.contains(document.activeElement));
  for (const part of PARTS) {
    const next = page.querySelector(part);
    if (next) document.querySelector(part)?.replaceWith(document.importNode(next, true));
  }
  document.querySelector('.facets')?.toggleAttribute('open', wasOpen);
  document.title = page.title;
  const [from, to] = [page, document].map((of) => of.querySelector('#search-header'));
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.value = from.value;
  const heading = document.querySelector('#results :is(h1, h2)');
  const focus = findFocus() ?? heading;
  if (hadFocus && focus instanceof HTMLElement) {
    if (focus === heading) focus.tabIndex = -1;
    focus.focus({ preventScroll: true });
  }
  status.textContent = heading?.textContent ?? '';
  document.dispatchEvent(new Event('content-changed'));
}

/** @type {(url: string) => Promise<void>} */
async function goTo(url) {
  try {
    const page = await load(url);
    history.replaceState({ top: scrollY }, '');
    history.pushState({ top: 0 }, '', url);
    shown = location.pathname + location.search;
    swap(page);
    const results = document.querySelector('#results');
    if (results && results.getBoundingClientRect().top < 0) results.scrollIntoView();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.assign(url);
  }
}

async function goBack() {
  const url = location.pathname + location.search;
  if (url === shown) return; // only the fragment has changed
  shown = url;
  try {
    swap(await load(url));
    scrollTo(0, Number(history.state?.top ?? 0));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.reload();
  }
}

/** @type {(form: HTMLFormElement) => string} */
function addressOf(form) {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') url.searchParams.append(name, value);
  return url.href;
}

const isOfList = (/** @type {string} */ url) => new URL(url).pathname === location.pathname && !new URL(url).hash;

/** Where the filters are a sheet over the list, Escape and a click beside them close them. */
function closeSheet() {
  const facets = document.querySelector('.facets[open]');
  if (facets && getComputedStyle(facets).position === 'fixed') facets.removeAttribute('open');
}

if (document.querySelector('#results')) {
  document.body.append(status);
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || !PARTS.some((part) => link.closest(part)) || !isOfList(link.href)) return;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void goTo(link.href);
  });
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.matches('.sort')) void goTo(addressOf(target.form));
  });
  document.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches('.search, .sort') || !isOfList(form.action)) return;
    event.preventDefault();
    void goTo(addressOf(form));
  });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeSheet());
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('.facets')) closeSheet();
  });
  addEventListener('popstate', () => void goBack());
}
