// A hundred emblems, and some avatars.
import { avatar, emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';

const categories = ['saas', 'blog', 'api', 'ecommerce', 'cli', 'dashboard', 'docs', 'game', 'library', 'mobile'];
const words = ['quiet', 'bright', 'small', 'open', 'swift', 'plain', 'early', 'solid', 'north', 'green'];
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy'];

export const emblemSamples = (): Html =>
  html`<div
    class="chips"
    role="img"
    aria-label="A hundred emblems, a row for each of ten words and a column for each of ten categories"
  >
    ${words.map((word) => categories.map((category) => emblem(`${word}-${category}`, category, 40)))}
  </div>`;

export const avatarSamples = (): Html =>
  html`<div class="chips" role="img" aria-label="The avatars of ten people">
    ${people.map((person) => avatar(person, 40))}
  </div>`;

export const emblemSizes = (): Html =>
  html`<div class="chips" role="img" aria-label="One emblem and one avatar in three sizes">
    ${([64, 40, 24] as const).map((size) => html`${emblem('quiet-api', 'api', size)}${avatar('alice', size)}`)}
  </div>`;
