// A field for a GraphQL query above the queries to begin with: it sends the query, and shows the answer.

class QueryEditor extends HTMLElement {
  connectedCallback() {
    const text = document.createElement('textarea');
    text.rows = 9;
    text.spellcheck = false;
    text.setAttribute('aria-label', 'Query');
    const run = this.button('Run', 'button primary');
    const answer = document.createElement('pre');
    answer.className = 'answer';
    answer.setAttribute('role', 'status');
    answer.hidden = true;
    run.addEventListener('click', () => this.ask(text.value, answer));
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run.click();
    });
    for (const pre of this.querySelectorAll('.example-query > pre')) {
      const query = pre.textContent;
      text.value ||= query;
      const choose = this.button('Try it', 'button');
      choose.addEventListener('click', () => {
        text.value = query;
        text.focus();
        run.click();
      });
      pre.after(choose);
    }
    this.prepend(text, run, answer);
  }

  /** @type {(text: string, className: string) => HTMLButtonElement} */
  button(text, className) {
    return Object.assign(document.createElement('button'), { type: 'button', className, textContent: text });
  }

  /** @type {(query: string, shown: HTMLElement) => Promise<void>} */
  async ask(query, shown) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    shown.hidden = false;
    try {
      const answer = await fetch(this.dataset['address'] ?? '', { method: 'POST', headers, body });
      const json = JSON.stringify(await answer.json(), undefined, 2);
      shown.textContent = `${answer.status}, ${answer.headers.get('x-ratelimit-remaining')} requests left\n\n${json}`;
    } catch {
      shown.textContent = 'The catalog did not answer. Try again.';
    }
  }
}

customElements.define('query-editor', QueryEditor);
