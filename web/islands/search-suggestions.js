// Suggestions under a search box while someone types: realms, tags and authors, as a combobox of WAI-ARIA 1.2.
// Without them, or when they cannot be had, the box is a plain form.

const MIN_CHARACTERS = 2;
const PAUSE_MS = 150;

/**
 * @typedef {{ realms: { slug: string, name: string }[], tags: string[], authors: string[] }} Suggestions
 * @typedef {{ text: string, hint: string, href: string }} Choice
 */

/** @type {(base: string, found: Suggestions) => Choice[]} */
function choicesOf(base, { realms, tags, authors }) {
  return [
    ...realms.map(({ slug, name }) => ({ text: name, hint: 'realm', href: `${base}/realms/${slug}` })),
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
function optionOf({ text, hint, href }, id) {
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
  option.append(name, ' ', kind);
  return option;
}

/** @type {(form: HTMLFormElement, input: HTMLInputElement) => void} */
function addSuggestions(form, input) {
  const list = document.createElement('ul');
  list.id = `${input.id}-suggestions`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  const status = document.createElement('span');
  status.className = 'hidden-text';
  status.role = 'status';
  form.append(list, status);
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);

  let current = -1;
  let pause = 0;
  let request = new AbortController();

  function select(/** @type {number} */ at) {
    current = at;
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === at);
    const selected = list.children[at];
    if (selected) {
      input.setAttribute('aria-activedescendant', selected.id);
      selected.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  function show(/** @type {Choice[]} */ choices) {
    list.replaceChildren(...choices.map((choice, at) => optionOf(choice, `${list.id}-${at}`)));
    list.hidden = choices.length === 0;
    input.ariaExpanded = String(!list.hidden);
    status.textContent = list.hidden ? '' : `${choices.length} suggestion${choices.length === 1 ? '' : 's'}`;
    select(-1);
  }

  function close() {
    clearTimeout(pause);
    request.abort();
    show([]);
  }

  async function ask(/** @type {string} */ words) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const base = form.dataset['base'] ?? '';
      const response = await fetch(`${base}/suggest?q=${encodeURIComponent(words)}`, { signal });
      const found = response.ok ? await response.json() : undefined;
      if (!signal.aborted) show(found ? choicesOf(base, found) : []);
    } catch {
      if (!signal.aborted) show([]); // the form works without suggestions
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(pause);
    const words = wordsOf(input.value);
    if (words.length < MIN_CHARACTERS) return close();
    pause = window.setTimeout(() => void ask(words), PAUSE_MS);
  });

  input.addEventListener('keydown', (event) => {
    const count = list.children.length;
    if (event.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') select(current + 1 < count ? current + 1 : -1);
    else if (event.key === 'ArrowUp') select(current < 0 ? count - 1 : current - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && list.children[current]) open(list.children[current]);
    else return;
    event.preventDefault();
  });

  function open(/** @type {Element | null | undefined} */ option) {
    if (option instanceof HTMLElement && option.dataset['href']) location.assign(option.dataset['href']);
  }

  // The box keeps the focus, so that a click on a suggestion does not close the list first.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => target instanceof Element && open(target.closest('[role=option]')));
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);
  // A page that Back brings out of the memory has no open list.
  addEventListener('pageshow', close);
}

for (const form of document.querySelectorAll('form[data-base]')) {
  const input = form.querySelector('input');
  if (form instanceof HTMLFormElement && input) addSuggestions(form, input);
}
