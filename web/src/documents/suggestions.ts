// What the search box suggests, in groups: realms, categories, tags, authors, filters and pages; or the values of a filter that is being typed.
import { chapters, hasNames, type RealmSummary } from '@realm-catalog/contract';
import { operators, operatorText, type Operator } from '@realm-catalog/contract/search-text';
import { html } from '../html.ts';
import { cover } from '../parts/cover.ts';
import { deprecatedBadge } from '../parts/realm-card.ts';
import { chapterPath } from '../reference/side.ts';
import type { Site } from '../site.ts';

/** `thumb` and `note` are HTML before and after the text. `fill` takes the place of the last word in the box. */
interface Choice {
  text: string;
  href: string;
  thumb?: string;
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
}

/** The name of each page, and other words for it. */
const pages = [
  ['/realms', 'All realms', 'templates'],
  ['/collections', 'Collections', ''],
  ['/categories', 'Categories', ''],
  ['/tags', 'Tags', ''],
  ['/stats', 'Statistics', 'stats downloads'],
  ['/docs', 'API reference', 'docs documentation rest openapi'],
  ['/docs/cli', 'Command line', 'docs documentation cli npx'],
  ['/docs/counting', 'How we count', 'docs documentation downloads'],
  ...chapters.map((chapter) => [chapterPath(chapter), `API: ${chapter.name}`, 'docs documentation'] as const),
] as const;

const MAX_PAGES = 5;

/** `words` are folded. Without any, the groups are those that a new visitor begins with. */
export function suggestedGroups(site: Site, words: string, found: FoundValues): ChoiceGroup[] {
  const { basePath } = site;
  const listOf = (parameter: string) => (value: string) => ({
    text: value,
    href: `${basePath}/realms?${parameter}=${encodeURIComponent(value)}`,
  });
  return [
    { name: 'Realms', choices: found.realms.map((realm) => realmChoice(site, realm)) },
    { name: 'Categories', choices: found.categories.map(listOf('category')) },
    { name: 'Tags', choices: found.tags.map(listOf('tags')) },
    { name: 'Authors', choices: found.authors.map((author) => ({ text: author, href: `${basePath}/@${author}` })) },
    { name: 'Filters', choices: operatorsFrom(site, words.split(' ').at(-1) ?? '') },
    { name: 'Pages', choices: pagesNamed(site, words) },
  ].filter(({ choices }) => choices.length > 0);
}

function realmChoice(site: Site, realm: RealmSummary): Choice {
  const choice = {
    text: realm.name,
    href: `${site.basePath}/realms/${realm.slug}`,
    thumb: cover(site, realm, 'thumb').html,
  };
  return realm.isDeprecated ? { ...choice, note: deprecatedBadge.html } : choice;
}

function operatorsFrom(site: Site, word: string): Choice[] {
  return operators
    .filter((operator) => operator.startsWith(word))
    .map((operator) => ({
      text: `${operator}:`,
      href: `${site.basePath}/realms`,
      note: html`<span class="soft small">Filter by ${operator === 'has' ? 'what realms have' : operator}</span>`.html,
      fill: `${operator}:`,
    }));
}

/** Each of the words begins one of the page's. */
function pagesNamed({ basePath }: Site, words: string): Choice[] {
  const begun = words.split(' ');
  return pages
    .filter(([, name, others]) => {
      const ofPage = `${name} ${others}`.toLowerCase().split(/[ :]+/);
      return begun.every((word) => ofPage.some((one) => one.startsWith(word)));
    })
    .slice(0, MAX_PAGES)
    .map(([path, text]) => ({ text, href: basePath + path }));
}

export interface BegunOperator {
  operator: Operator;
  /** Values that stand before the last one. */
  before: string[];
  /** What was typed of the last value. */
  begun: string;
}

/** An operator whose value is being typed, such as `category:api,bl`. */
export function parseBegunOperator(text: string): BegunOperator | undefined {
  const [name = '', typed = ''] = text.split(/:"?(.*)/s);
  const operator = text.includes(':') && operators.find((one) => one === name);
  if (!operator) return undefined;
  const value = typed.replaceAll(/\\(.)/g, '$1').replace(/"$/, '');
  const values = operator === 'license' ? [value] : value.split(',');
  return { operator, before: values.slice(0, -1).filter(Boolean), begun: values.at(-1)?.trim() ?? '' };
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
      return { text: value, href: `${basePath}/realms?q=${encodeURIComponent(fill)}`, fill };
    });
  return choices.length === 0 ? [] : [{ name: valueNames[operator], choices }];
}
