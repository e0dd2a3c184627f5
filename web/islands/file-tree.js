// The tree of files stays as it was when the next file opens: its folders as they were opened and closed, and the place to which it was scrolled.

/** @param {HTMLDetailsElement} folder */
const pathOf = (folder) => folder.dataset['path'] ?? '';

class FileTree extends HTMLElement {
  connectedCallback() {
    const side = this.closest('.file-side');
    const key = `tree ${this.querySelector('.go-to-file')?.getAttribute('href')}`;
    const folders = [...this.querySelectorAll('.tree details')].filter((one) => one instanceof HTMLDetailsElement);
    if (!side) return;
    try {
      const { top = 0, states = {} } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      for (const one of folders) one.open ||= states[pathOf(one)] === true;
      side.scrollTop = top;
    } catch {
      // The browser keeps nothing for this site.
    }
    const current = this.querySelector('[aria-current]');
    const [outer, inner] = [side.getBoundingClientRect(), current?.getBoundingClientRect()];
    if (inner && (inner.bottom > outer.bottom || inner.top < outer.top)) side.scrollTop += inner.top - outer.top - 80;
    addEventListener('pagehide', () => {
      const states = Object.fromEntries(folders.map((one) => [pathOf(one), one.open]));
      try {
        sessionStorage.setItem(key, JSON.stringify({ top: side.scrollTop, states }));
      } catch {
        // Then the tree begins anew.
      }
    });
  }
}

customElements.define('file-tree', FileTree);
