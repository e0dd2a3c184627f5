// The search box opens over the page while someone searches, and suggests what the server finds and recent searches, as a combobox of WAI-ARIA 1.2.
// Recent searches stay in the browser. Without this script, or where suggestions cannot be had, the box is a plain form.

const PAUSE_MS = 120;
const MAX_RECENT = 8;
const RECENT_KEY = 'recent-searches';

/**
 * @typedef {{ text: string, href: string, thumb?: string, about?: string, note?: string, fill?: string, isClear?: boolean }} Choice
 * @typedef {{ name: string, choices: Choice[] }} Group
 */

/** What a choice with `fill` takes the place of: the operator at the end, or the last word. */
const LAST = /(?:(?<=^|\s)(?:category|tag|author|license|has):"(?:[^"\\]|\\.)*"?|\S*)$/;

/** @returns {string[]} */
function recentSearches() {
  try {
    const stored = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return []; // the browser keeps nothing for this site, or something else
  }
}

function keepSearches(/** @type {string[]} */ texts) {
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify(texts.slice(0, MAX_RECENT)));
  } catch {
    // None are kept.
  }
}

/** What people wrote is put in as text; `thumb` and `note` are HTML as the server made it.
 * @type {(choice: Choice, id: string) => HTMLAnchorElement} */
function optionOf({ text, href, thumb = '', about = '', note = '', fill, isClear = false }, id) {
  const option = document.createElement('a');
  Object.assign(option, { id, href, role: 'option', ariaSelected: 'false', tabIndex: -1 });
  if (fill !== undefined) option.dataset['fill'] = fill;
  option.toggleAttribute('data-clear', isClear);
  const texts = document.createElement('span');
  texts.append(Object.assign(document.createElement('bdi'), { textContent: text }));
  if (about !== '')
    texts.append(
      Object.assign(document.createElement('small'), { textContent: about, dir: 'auto', ariaHidden: 'true' }),
    );
  option.innerHTML = thumb;
  option.append(texts);
  option.insertAdjacentHTML('beforeend', note);
  return option;
}

/** @type {(group: Group, id: string) => HTMLElement} */
function groupOf({ name, choices }, id) {
  const group = Object.assign(document.createElement('div'), { role: 'group' });
  group.setAttribute('aria-labelledby', id);
  const title = Object.assign(document.createElement('div'), { id, role: 'presentation', textContent: name });
  group.append(title, ...choices.map((choice, at) => optionOf(choice, `${id}-${at}`)));
  return group;
}

/** Shows groups of choices, one of which may be selected, and says how many there are.
 * @type {(panel: HTMLElement, input: HTMLInputElement) => {
 *   list: HTMLElement, show: (groups: Group[]) => void, reset: () => void, selected: () => HTMLElement | undefined, move: (by: 1 | -1) => void }} */
function choiceList(panel, input) {
  const list = Object.assign(document.createElement('div'), { id: `${input.id}-choices`, role: 'listbox' });
  list.className = 'suggestions';
  list.ariaLabel = 'Suggestions';
  const status = Object.assign(document.createElement('p'), { role: 'status' });
  panel.append(status, list);
  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
  input.setAttribute('aria-controls', list.id);
  /** @type {HTMLElement[]} */
  let options = [];
  let current = -1;

  function select(/** @type {number} */ at) {
    current = at;
    for (const [index, option] of options.entries()) option.ariaSelected = String(index === at);
    const option = options[at];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function fill(/** @type {Group[]} */ groups) {
    list.replaceChildren(...groups.map((group, at) => groupOf(group, `${list.id}-${at}`)));
    options = [...list.querySelectorAll('a')];
    list.hidden = options.length === 0;
    input.ariaExpanded = String(!list.hidden);
    select(-1);
  }

  function reset() {
    fill([]);
    status.className = 'hidden-text';
    status.textContent = '';
  }
  reset();

  return {
    list,
    selected: () => options[current],
    /** Before the first and after the last is the box itself. */
    move(by) {
      const places = options.length + 1;
      select(((current + 1 + by + places) % places) - 1);
    },
    show(groups) {
      fill(groups);
      const { length } = options;
      status.className = length === 0 ? '' : 'hidden-text';
      status.textContent =
        length === 0 ? 'No suggestions. Press Enter to search.' : `${length} suggestion${length === 1 ? '' : 's'}`;
    },
    reset,
  };
}

/** Asks for suggestions; of several questions, the answer to the last one counts. Without an answer the form still works.
 * @type {(base: string, answer: (groups: Group[]) => void) => { ask: (text: string, pause: number) => void, stop: () => void }} */
function asker(base, answer) {
  let pause = 0;
  let request = new AbortController();

  async function send(/** @type {string} */ text) {
    const { signal } = (request = new AbortController());
    const response = await fetch(`${base}/suggest?q=${encodeURIComponent(text)}`, { signal });
    const groups = response.ok ? await response.json() : [];
    if (!signal.aborted) answer(groups);
  }

  function stop() {
    clearTimeout(pause);
    request.abort();
  }

  return {
    stop,
    ask(text, pauseMs) {
      stop();
      pause = window.setTimeout(() => send(text).catch(() => undefined), pauseMs);
    },
  };
}

/** Only an empty box shows recent searches.
 * @type {(base: string, input: HTMLInputElement) => Group[]} */
function recentGroups(base, input) {
  const texts = input.value.trim() === '' ? recentSearches() : [];
  if (texts.length === 0) return [];
  const thumb = `<span class="mark" aria-hidden="true">${input.parentElement?.querySelector('svg')?.outerHTML ?? ''}</span>`;
  const choices = texts.map((text) => ({ text, thumb, href: `${base}/realms?q=${encodeURIComponent(text)}` }));
  const cross = '<span class="mark" aria-hidden="true">×</span>';
  const clear = { text: 'Clear recent searches', thumb: cross, href: `${base}/realms`, isClear: true };
  return [{ name: 'Recent searches', choices: [...choices, clear] }];
}

/** @type {(box: HTMLElement) => HTMLButtonElement} */
function closeButton(box) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'close' });
  const [shown, rest] = matchMedia('(pointer: coarse)').matches
    ? ['Close', ' the search']
    : ['Esc', ' closes the search'];
  button.append(shown, Object.assign(document.createElement('span'), { className: 'hidden-text', textContent: rest }));
  button.addEventListener('click', () => box.hidePopover());
  return button;
}

/** @type {(text: string) => void} */
function keepNewest(text) {
  if (text !== '') keepSearches([text, ...recentSearches().filter((one) => one !== text)]);
}

/** @type {(form: HTMLFormElement, box: HTMLElement, input: HTMLInputElement) => void} */
function addSuggestions(form, box, input) {
  const base = form.dataset['base'] ?? '';
  const { list, show, reset, selected, move } = choiceList(/** @type {HTMLElement} */ (box.firstElementChild), input);
  const { ask, stop } = asker(base, (groups) => show([...recentGroups(base, input), ...groups]));
  const isOpen = () => box.matches(':popover-open');
  let isFromPage = false;
  input.after(closeButton(box));
  box.popover = 'auto';

  function open() {
    if (isOpen()) return;
    isFromPage = document.activeElement === document.body;
    box.showPopover(); // from now on it knows where the focus was, and gives it back
    input.focus({ preventScroll: true });
    const recent = recentGroups(base, input);
    if (recent.length > 0) show(recent);
    ask(input.value, 0);
  }

  box.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') return;
    stop();
    reset();
    if (isFromPage) input.blur();
  });
  // The box is as large as the page, and what is beside its panel is its own.
  box.addEventListener('click', ({ target }) => target === box && box.hidePopover());
  input.addEventListener('click', open);
  input.addEventListener('input', () => {
    open();
    ask(input.value, PAUSE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const { key } = event;
    if (!isOpen()) {
      if (key !== 'ArrowDown') return;
      open();
    } else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Escape') box.hidePopover();
    else if (key === 'Enter' && selected()) selected()?.click();
    else return;
    event.preventDefault();
  });
  // The box keeps the focus, so that the keys go on from there.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const { fill, clear } = (event.target instanceof Element && event.target.closest('a')?.dataset) || {};
    if (fill === undefined && clear === undefined) return;
    event.preventDefault();
    if (fill === undefined) keepSearches([]);
    else input.value = input.value.replace(LAST, () => (fill.endsWith(':') ? fill : `${fill} `));
    ask(input.value, 0);
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOpen() && relatedTarget instanceof Node && !box.contains(relatedTarget)) box.hidePopover();
  });
  form.addEventListener('submit', () => {
    keepNewest(input.value.trim());
    if (isOpen()) box.hidePopover();
  });
  // A page that Back brings out of the memory has no open box.
  addEventListener('pageshow', () => isOpen() && box.hidePopover());
}

for (const form of document.querySelectorAll('form[data-base]')) {
  const box = form.querySelector('.search-box');
  const input = form.querySelector('input');
  if (form instanceof HTMLFormElement && box instanceof HTMLElement && input && 'popover' in box)
    addSuggestions(form, box, input);
}
