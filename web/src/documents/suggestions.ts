// What the search box suggests, in groups: realms, categories, tags, authors, filters and pages; or the values of a filter that is being typed.
import { chapters, hasNames, type RealmSummary } from '@realm-catalog/contract';
import { operators, operatorText, type Operator } from '@realm-catalog/contract/search-text';
import { chapterPath, docsPages } from '../docs/contents.ts';
import { avatar, emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { counted } from '../numbers.ts';
import { cover } from '../parts/cover.ts';
import { deprecatedBadge } from '../parts/realm-card.ts';
import type { Site } from '../site.ts';

/** `thumb` and `note` are HTML before and after the text, `about` is a line below it. `fill` takes the place of the last word in the box. */
interface Choice {
  text: string;
  href: string;
  thumb: string;
  about?: string;
  note?: string;
  fill?: string;
}

export interface ChoiceGroup {
  name: string;
  choices: Choice[];
}

export interface FoundValues {
  realms: RealmSummary[];
  categories: string[];
  tags: string[];
  authors: string[];
  /** Where nothing is found: other words that find something. */
  suggestion: { q: string; total: number } | undefined;
}

/** The address and the name of each page, and other words for it. */
const pages = [
  ['/realms', 'All realms', 'templates'],
  ['/collections', 'Collections', ''],
  ['/categories', 'Categories', ''],
  ['/tags', 'Tags', ''],
  ['/stats', 'Statistics', 'stats downloads'],
  ['/docs', 'Docs', 'documentation help guides'],
  ...docsPages.map(({ path, title, words = '' }) => [path, title, `docs documentation ${words}`] as const),
  ...chapters.map((chapter) => [chapterPath(chapter), `API: ${chapter.name}`, 'docs documentation'] as const),
].map(([path = '', name = '', others = '']) => ({
  path,
  name,
  known: `${name} ${others}`.toLowerCase().split(/[ :]+/),
}));

const MAX_PAGES = 5;

/** `words` are folded. Without any, the groups are those that a new visitor begins with. */
export function suggestedGroups(site: Site, words: string, found: FoundValues): ChoiceGroup[] {
  return [
    { name: 'Did you mean', choices: otherWords(site, found) },
    { name: 'Realms', choices: found.realms.map((realm) => realmChoice(site, realm)) },
    { name: 'Categories', choices: valueChoices(site, 'category', '/realms?category=', found.categories) },
    { name: 'Tags', choices: valueChoices(site, 'tag', '/realms?tags=', found.tags) },
    { name: 'Authors', choices: valueChoices(site, 'author', '/@', found.authors) },
    { name: 'Filters', choices: operatorsFrom(site, words.split(' ').at(-1) ?? '') },
    { name: 'Pages', choices: pagesNamed(site, words) },
  ].filter(({ choices }) => choices.length > 0);
}

function otherWords({ basePath }: Site, { suggestion }: FoundValues): Choice[] {
  if (!suggestion) return [];
  const { q, total } = suggestion;
  const note = html`<span class="soft small">${counted(total, 'realm')}</span>`.html;
  return [{ text: q, href: `${basePath}/realms?q=${encodeURIComponent(q)}`, thumb: mark(icons.search), note }];
}

function realmChoice(site: Site, realm: RealmSummary): Choice {
  const { name, slug, description, isDeprecated } = realm;
  const choice = { text: name, about: description, href: `${site.basePath}/realms/${slug}` };
  const thumb = cover(site, realm, 'thumb').html;
  return { ...choice, thumb, ...(isDeprecated && { note: deprecatedBadge.html }) };
}

function valueChoices({ basePath }: Site, operator: Operator, path: string, values: string[]): Choice[] {
  const hrefOf = (value: string) => `${basePath}${path}${encodeURIComponent(value)}`;
  return values.map((value) => ({ text: value, href: hrefOf(value), thumb: valueMark(operator, value) }));
}

const mark = (sign: Html | string): string => html`<span class="mark" aria-hidden="true">${sign}</span>`.html;

function valueMark(operator: Operator, value: string): string {
  if (operator === 'category') return mark(emblem(value, value, 24));
  if (operator === 'author') return mark(avatar(value, 24));
  return mark(operator === 'tag' ? '#' : icons.filter);
}

function operatorsFrom(site: Site, word: string): Choice[] {
  return operators
    .filter((operator) => operator.startsWith(word))
    .map((operator) => ({
      text: `${operator}:`,
      href: `${site.basePath}/realms`,
      thumb: mark(icons.filter),
      note: html`<span class="soft small">Filter by ${operator === 'has' ? 'what realms have' : operator}</span>`.html,
      fill: `${operator}:`,
    }));
}

/** Each of the words begins one of the page's. */
function pagesNamed({ basePath }: Site, words: string): Choice[] {
  const begun = words.split(' ');
  return pages
    .filter(({ known }) => begun.every((word) => known.some((one) => one.startsWith(word))))
    .slice(0, MAX_PAGES)
    .map(({ path, name }) => ({ text: name, href: basePath + path, thumb: mark(icons.file) }));
}

export interface BegunOperator {
  operator: Operator;
  /** Values that stand before the last one. */
  before: string[];
  /** What was typed of the last value. */
  begun: string;
}

const BEGUN = /(?<=^|\s)(category|tag|author|license|has):(?:"((?:[^"\\]|\\.)*)"?|(\S*))$/;

/** The operator at the end of a text whose value is being typed, such as `category:api,bl`. */
export function parseBegunOperator(text: string): BegunOperator | undefined {
  const [, operator, quoted, word = ''] = BEGUN.exec(text) ?? [];
  if (operator === undefined) return undefined;
  const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? word;
  const values = operator === 'license' ? [value] : value.split(',');
  return {
    operator: operator as Operator,
    before: values.slice(0, -1).filter(Boolean),
    begun: values.at(-1)?.trim() ?? '',
  };
}

export const namesOfHas = (begun: string): string[] => hasNames.filter((one) => one.startsWith(begun));

const valueNames: Record<Operator, string> = {
  category: 'Categories',
  tag: 'Tags',
  author: 'Authors',
  license: 'Licenses',
  has: 'Has',
};

/** A value that stands there already is not offered again. */
export function valueGroups({ basePath }: Site, { operator, before }: BegunOperator, values: string[]): ChoiceGroup[] {
  const choices = values
    .filter((value) => !before.includes(value))
    .map((value) => {
      const fill = operatorText(operator, [...before, value].join(','));
      const href = `${basePath}/realms?q=${encodeURIComponent(fill)}`;
      return { text: value, href, thumb: valueMark(operator, value), fill };
    });
  return choices.length === 0 ? [] : [{ name: valueNames[operator], choices }];
}
