// Suggestions under a search box while someone types: realms, tags and authors, as a combobox of WAI-ARIA 1.2.
// Without them, or when they cannot be had, the box is a plain form.

const MIN_CHARACTERS = 2;
const PAUSE_MS = 150;

/**
 * @typedef {{ realms: { slug: string, name: string, thumb: string }[], tags: string[], authors: string[] }} Suggestions
 * @typedef {{ text: string, hint: string, href: string, thumb?: string }} Choice
 */

/** @type {(base: string, found: Suggestions) => Choice[]} */
function choicesOf(base, { realms, tags, authors }) {
  return [
    ...realms.map(({ slug, name, thumb }) => ({ text: name, hint: 'realm', href: `${base}/realms/${slug}`, thumb })),
    ...tags.map((tag) => ({ text: tag, hint: 'tag', href: `${base}/realms?tags=${encodeURIComponent(tag)}` })),
    ...authors.map((author) => ({ text: author, hint: 'author', href: `${base}/@${author}` })),
  ];
}

/** What is typed besides `category:` and the like. */
const wordsOf = (/** @type {string} */ text) =>
  text
    .replaceAll(/(?<=^|\s)(?:category|tag|author|license):(?:"[^"]*"?|\S*)/g, '')
    .trim()
    .slice(0, 100);

/** @type {(choice: Choice, id: string) => HTMLLIElement} */
function optionOf({ text, hint, href, thumb = '' }, id) {
  const option = document.createElement('li');
  option.id = id;
  option.role = 'option';
  option.dataset['href'] = href;
  option.ariaSelected = 'false';
  const name = document.createElement('bdi');
  name.textContent = text;
  const kind = document.createElement('span');
  kind.className = 'soft small';
  kind.textContent = hint;
  option.innerHTML = thumb; // the cover, as the server made it; what people wrote is put in as text
  option.append(name, ' ', kind);
  return option;
}

/** The list under the box and the number of its choices, which is announced.
 * @type {(form: HTMLFormElement, input: HTMLInputElement) => { list: HTMLElement, status: HTMLElement }} */
function addParts(form, input) {
  const list = Object.assign(document.createElement('ul'), {
    id: `${input.id}-suggestions`,
    className: 'suggestions',
    role: 'listbox',
    ariaLabel: 'Suggestions',
    hidden: true,
  });
  const status = Object.assign(document.createElement('span'), { className: 'hidden-text', role: 'status' });
  form.append(list, status);
  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
  input.setAttribute('aria-controls', list.id);
  return { list, status };
}

/** Shows choices, one of which may be selected.
 * @type {(form: HTMLFormElement, input: HTMLInputElement) => {
 *   list: HTMLElement, show: (choices: Choice[]) => void, selected: () => Element | undefined, move: (by: 1 | -1) => void }} */
function choiceList(form, input) {
  const { list, status } = addParts(form, input);
  let current = -1;

  function select(/** @type {number} */ at) {
    current = at;
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === at);
    const option = list.children[at];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  return {
    list,
    selected: () => list.children[current],
    /** Before the first and after the last is the box itself. */
    move(by) {
      const places = list.children.length + 1;
      select(((current + 1 + by + places) % places) - 1);
    },
    show(choices) {
      list.replaceChildren(...choices.map((choice, at) => optionOf(choice, `${list.id}-${at}`)));
      list.hidden = choices.length === 0;
      input.ariaExpanded = String(!list.hidden);
      status.textContent = list.hidden ? '' : `${choices.length} suggestion${choices.length === 1 ? '' : 's'}`;
      select(-1);
    },
  };
}

/** Asks for suggestions; of several questions, the answer to the last one counts. Without an answer the form still works.
 * @type {(base: string, answer: (choices: Choice[]) => void) => { ask: (words: string) => void, stop: () => void }} */
function asker(base, answer) {
  let pause = 0;
  let request = new AbortController();

  async function send(/** @type {string} */ words) {
    const { signal } = (request = new AbortController());
    const response = await fetch(`${base}/suggest?q=${encodeURIComponent(words)}`, { signal });
    const found = response.ok ? await response.json() : undefined;
    if (!signal.aborted) answer(found ? choicesOf(base, found) : []);
  }

  function stop() {
    clearTimeout(pause);
    request.abort();
  }

  return {
    stop,
    ask(words) {
      stop();
      pause = window.setTimeout(() => send(words).catch(() => undefined), PAUSE_MS);
    },
  };
}

function openChoice(/** @type {Element | null | undefined} */ option) {
  if (option instanceof HTMLElement && option.dataset['href']) location.assign(option.dataset['href']);
}

/** @type {(form: HTMLFormElement, input: HTMLInputElement) => void} */
function addSuggestions(form, input) {
  const { list, show, selected, move } = choiceList(form, input);
  const { ask, stop } = asker(form.dataset['base'] ?? '', show);

  function close() {
    stop();
    show([]);
  }

  input.addEventListener('input', () => {
    const words = wordsOf(input.value);
    if (words.length < MIN_CHARACTERS) close();
    else ask(words);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && selected()) openChoice(selected());
    else return;
    event.preventDefault();
  });
  // The box keeps the focus, so that a click on a suggestion does not close the list first.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener(
    'click',
    ({ target }) => target instanceof Element && openChoice(target.closest('[role=option]')),
  );
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);
  addEventListener('pageshow', close); // a page that Back brings out of the memory has no open list
}

for (const form of document.querySelectorAll('form[data-base]')) {
  const input = form.querySelector('input');
  if (form instanceof HTMLFormElement && input) addSuggestions(form, input);
}
