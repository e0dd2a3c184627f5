// The name of the site with its logo, or with an emblem that is drawn from the name.
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';

export function wordmark({ name, basePath, logo }: Site): Html {
  const picture =
    logo === undefined ? emblem(name, name, 40) : html`<img src="${logo}" width="28" height="28" alt="" />`;
  return html`<a class="wordmark" href="${basePath}/">${picture}${name}</a>`;
}
