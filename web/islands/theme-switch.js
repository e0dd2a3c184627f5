// A button that changes from the theme of the system to light, to dark, and back. A cookie has what was chosen, so that the next page comes in it.

const root = document.documentElement;
const themes = [
  { name: '', sign: '◐', text: 'Theme of the system' },
  { name: 'light', sign: '☀', text: 'Light theme' },
  { name: 'dark', sign: '☾', text: 'Dark theme' },
];

const current = () => themes.findIndex(({ name }) => name === (root.dataset['theme'] ?? ''));

/** @type {(name: string) => void} */
function choose(name) {
  if (name === '') delete root.dataset['theme'];
  else root.dataset['theme'] = name;
  document.cookie = `theme=${name}; path=/; max-age=${name === '' ? 0 : 31_536_000}; samesite=lax`;
}

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon';
    const show = () => {
      const { sign, text } = themes[current()] ?? { sign: '', text: '' };
      button.textContent = sign;
      button.title = text;
      button.setAttribute('aria-label', `${text}. Change it`);
    };
    button.addEventListener('click', () => {
      choose(themes[(current() + 1) % themes.length]?.name ?? '');
      show();
    });
    show();
    this.replaceChildren(button);
  }
}

customElements.define('theme-switch', ThemeSwitch);
