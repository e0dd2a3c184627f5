// A button that copies the command, the block of code or the file around it. Without a script there is no button, and the text can be selected.

class CopyButton extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const around = this.closest('.command, .code-block, .file');
      const lines = [...(around?.querySelectorAll('code') ?? [])].map((line) => line.textContent);
      try {
        await navigator.clipboard.writeText(lines.join('\n'));
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Press Ctrl+C';
        const text = around?.querySelector('pre, ol');
        if (text) getSelection()?.selectAllChildren(text);
      }
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    });
    this.replaceChildren(button);
  }
}

customElements.define('copy-button', CopyButton);
