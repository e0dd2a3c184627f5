// The keys "/" and Ctrl+K for the search box, "t" for the files of a version and "?" for the list of keys, unless someone is typing or has turned them off.

const KEYS = [
  ['/ or Ctrl + K', 'Search'],
  ['t', 'Go to a file of this version'],
  ['?', 'Show this list'],
  ['Esc', 'Close the search'],
  ['↑ ↓', 'Choose a suggestion, or a bar of a chart'],
  ['Shift + click', 'On the number of a line: mark the lines up to it'],
];

function areOff() {
  try {
    return localStorage.getItem('shortcuts') === 'off';
  } catch {
    return false; // the browser keeps nothing for this site
  }
}

/** @type {(isOff: boolean) => void} */
function turn(isOff) {
  try {
    if (isOff) localStorage.setItem('shortcuts', 'off');
    else localStorage.removeItem('shortcuts');
  } catch {
    // They stay on.
  }
}

/** @type {HTMLDialogElement | undefined} */
let dialog;

function makeDialog() {
  const made = document.createElement('dialog');
  made.className = 'shortcuts';
  made.setAttribute('aria-labelledby', 'shortcuts-title');
  made.innerHTML = `<form method="dialog"><h2 id="shortcuts-title">Keyboard shortcuts</h2><dl></dl>
    <label><input type="checkbox" /> Use the keys /, t and ?</label><button>Close</button></form>`;
  const list = made.querySelector('dl');
  for (const [key = '', meaning = ''] of KEYS) {
    const [name, text] = [document.createElement('dt'), document.createElement('dd')];
    name.append(Object.assign(document.createElement('kbd'), { textContent: key }));
    text.textContent = meaning;
    list?.append(name, text);
  }
  const box = made.querySelector('input');
  if (box) {
    box.checked = !areOff();
    box.addEventListener('change', () => turn(!box.checked));
  }
  document.body.append(made);
  return made;
}

function showDialog() {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
}

function goToSearch() {
  const box = document.querySelector('#search-main, #search-header');
  if (!(box instanceof HTMLInputElement)) return;
  box.click(); // opens it
  box.focus({ preventScroll: true });
  box.select();
}

/** On a Mac, Cmd+K. It works while someone is typing, too, and cannot be turned off. */
const isSearchKey = (/** @type {KeyboardEvent} */ { key, ctrlKey, metaKey, altKey, shiftKey }) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !document.querySelector('dialog:modal');

/** @returns {HTMLElement | null} */
const fileLink = () => document.querySelector('.go-to-file, .find-box');

function goToFile() {
  const found = fileLink();
  if (found instanceof HTMLInputElement) found.focus();
  else found?.click();
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (isSearchKey(event)) {
    event.preventDefault();
    goToSearch();
    return;
  }
  const action = { '/': goToSearch, '?': showDialog, ...(fileLink() && { t: goToFile }) }[key];
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
  if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping || areOff()) return;
  event.preventDefault();
  action();
});

/** The way to the list for those who do not know the key, or have turned it off. */
class KeyboardShortcuts extends HTMLElement {
  connectedCallback() {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Shortcuts' });
    button.className = 'link';
    button.addEventListener('click', showDialog);
    this.replaceChildren(button);
  }
}

customElements.define('keyboard-shortcuts', KeyboardShortcuts);
