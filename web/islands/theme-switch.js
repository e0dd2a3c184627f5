// A button that changes between the light and the dark theme. A cookie has what was chosen, so that the next page comes in that theme.

const root = document.documentElement;

function shownTheme() {
  return root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon';
    const show = () => {
      button.textContent = shownTheme() === 'dark' ? '☾' : '☀';
      button.setAttribute('aria-label', shownTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme');
    };
    button.addEventListener('click', () => {
      const theme = shownTheme() === 'dark' ? 'light' : 'dark';
      root.dataset['theme'] = theme;
      document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
      show();
    });
    show();
    this.replaceChildren(button);
  }
}

customElements.define('theme-switch', ThemeSwitch);
