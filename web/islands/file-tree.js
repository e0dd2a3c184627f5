// Where the tree of files scrolls, the file that was chosen in it stays under the pointer when its page opens.

class FileTree extends HTMLElement {
  connectedCallback() {
    const side = this.closest('.file-side');
    const current = this.querySelector('[aria-current]');
    if (!side) return;
    try {
      const top = Number(sessionStorage.getItem('file-tree'));
      sessionStorage.removeItem('file-tree');
      if (current && top > 0) side.scrollTop += current.getBoundingClientRect().top - top;
    } catch {
      // The browser keeps nothing for this site.
    }
    const end = Math.min(side.getBoundingClientRect().bottom, innerHeight);
    side.scrollTop += Math.max(0, (current?.getBoundingClientRect().bottom ?? 0) - end);
    this.addEventListener('click', ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      try {
        if (link) sessionStorage.setItem('file-tree', String(link.getBoundingClientRect().top));
      } catch {
        // Then the tree begins at its top.
      }
    });
  }
}

customElements.define('file-tree', FileTree);
