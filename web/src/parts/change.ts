// How a number has changed since the period before: +12%, −8%, ×14.
import { html, type Html } from '../html.ts';
import { exactNumber, shortText } from '../numbers.ts';

/** So many times as much is no longer written in percent. */
const MANY_TIMES = 10;

/** `periods` names what is compared with what: “90 days” are compared with the 90 days before. Nothing where there was nothing before. */
export function change(now: number, before: number, periods: string): Html | false {
  if (before === 0) return false;
  const kind = now > before ? 'up' : now < before ? 'down' : 'same';
  return html`<span class="change ${kind}" title="${exactNumber(before)} in the ${periods} before"
    >${changeText(now, before)}<span class="hidden-text">
      against ${exactNumber(before)} in the ${periods} before</span
    ></span
  >`;
}

/** The minus is an entity, as the marks of page links are. */
function changeText(now: number, before: number): Html {
  const times = now / before;
  if (times >= MANY_TIMES) return html`×${shortText(Math.round(times))}`;
  const percent = Math.round((times - 1) * 100);
  if (percent === 0) return html`±0%`;
  return percent > 0 ? html`+${percent}%` : html`&minus;${-percent}%`;
}
