// A button that copies the command beside it. Without a script there is no button, and the command can be selected.

class CopyButton extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const text = this.parentElement?.querySelector('code')?.textContent ?? '';
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Press Ctrl+C';
        const command = this.parentElement?.querySelector('code');
        if (command) getSelection()?.selectAllChildren(command);
      }
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    });
    this.replaceChildren(button);
  }
}

customElements.define('copy-button', CopyButton);
