// Shows the answer to a GraphQL query below its form. Without this script, the answer is a page of its own.

class QueryEditor extends HTMLElement {
  connectedCallback() {
    const text = this.querySelector('textarea');
    const shown = this.querySelector('.answer');
    if (!text || !(shown instanceof HTMLElement)) return;
    this.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.submitter instanceof HTMLButtonElement && event.submitter.value) {
        text.value = event.submitter.value;
        text.focus();
      }
      void this.ask(text, shown);
    });
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void this.ask(text, shown);
    });
  }

  /** @type {(text: HTMLTextAreaElement, shown: HTMLElement) => Promise<void>} */
  async ask({ value: query, form }, shown) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    shown.hidden = false;
    try {
      const answer = await fetch(form?.action ?? '', { method: 'POST', headers, body });
      const json = JSON.stringify(await answer.json(), undefined, 2);
      shown.textContent = `${answer.status}, ${answer.headers.get('x-ratelimit-remaining')} requests left\n\n${json}`;
    } catch {
      shown.textContent = 'The catalog did not answer. Try again.';
    }
  }
}

customElements.define('query-editor', QueryEditor);
