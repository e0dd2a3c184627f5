// The stylesheet of a page, and a link that lets the browser show nothing before the last element has arrived: what it shows earlier moves.
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';

/** https://html.spec.whatwg.org/multipage/links.html#link-type-expect; browsers that do not know it show the page as it comes. */
export const stylesheet = ({ stylesheet: address }: Site, lastId: string): Html =>
  html`<link rel="stylesheet" href="${address}" /><link rel="expect" href="#${lastId}" blocking="render" />`;

/** Of the pages on which people see and publish their realms, and of those of operators. */
export const publisherStylesheet = ({ publisherStylesheet: address }: Site): Html =>
  html`<link rel="stylesheet" href="${address}" />`;

/** Of forms, and of pages about one's account. */
export const accountStylesheet = ({ accountStylesheet: address }: Site): Html =>
  html`<link rel="stylesheet" href="${address}" />`;
