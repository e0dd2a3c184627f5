// Filters the list of the files of a version as one types: each word must be a part of the path. Enter goes to the first that is left.

class FindFile extends HTMLElement {
  connectedCallback() {
    const box = this.querySelector('input');
    const status = this.querySelector('[role=status]');
    if (!box || !status) return;
    const all = status.textContent;
    const rows = [...this.querySelectorAll('li')].map((row) => ({ row, path: row.textContent.trim().toLowerCase() }));
    const firstLeft = () => rows.find(({ row }) => !row.hidden)?.row.querySelector('a');
    box.addEventListener('input', () => {
      const words = box.value.toLowerCase().split(/\s+/);
      for (const { row, path } of rows) row.hidden = !words.every((word) => path.includes(word));
      const count = rows.filter(({ row }) => !row.hidden).length;
      status.textContent = box.value.trim() === '' ? all : `${count} of ${rows.length} files`;
    });
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') firstLeft()?.click();
      else if (event.key === 'ArrowDown') firstLeft()?.focus();
      else return;
      event.preventDefault();
    });
    box.focus({ preventScroll: true });
  }
}

customElements.define('find-file', FindFile);
