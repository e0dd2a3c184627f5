// Says whether a slug is free while it is typed, and which one a name gives. What was typed last counts, whatever answer comes last.
import { elementIn } from './elements.ts';

const PAUSE_MS = 250;

interface Verdict {
  isGood: boolean;
  text: string;
}

export class SlugCheck extends HTMLElement {
  connectedCallback(): void {
    const slug = elementIn(this, 'input', HTMLInputElement);
    const name = elementIn(document.body, '#name', HTMLInputElement);
    const status = elementIn(this, '[role="status"]', HTMLElement);
    const { address = '' } = this.dataset;
    let timer: number | undefined;
    let asked = new AbortController();

    const check = async (): Promise<void> => {
      asked.abort();
      asked = new AbortController();
      const query = new URLSearchParams(slug.value === '' ? { name: name.value } : { slug: slug.value.trim() });
      const verdict = await ask(`${address}?${query.toString()}`, asked.signal);
      if (!verdict) return;
      status.textContent = verdict.text;
      status.className = verdict.isGood ? 'field-help' : 'field-error';
      if (verdict.isGood) slug.removeAttribute('aria-invalid');
      else slug.setAttribute('aria-invalid', 'true');
    };
    const checkSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => check().catch(() => undefined), PAUSE_MS); // the form says it, too
    };
    slug.addEventListener('input', checkSoon);
    name.addEventListener('input', () => slug.value === '' && checkSoon());
  }
}

/** Undefined where too many were asked for, or nobody is signed in any more. */
async function ask(address: string, signal: AbortSignal): Promise<Verdict | undefined> {
  const answer = await fetch(address, { signal });
  return answer.ok && !answer.redirected ? ((await answer.json()) as Verdict) : undefined;
}
