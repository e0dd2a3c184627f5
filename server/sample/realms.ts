// The realms of the sample: fifty, of all kinds that the pages must show well. The searches of `server/test/sample/` count some of their words.
import { apps } from './realms/apps.ts';
import { arabicAndJapanese } from './realms/arabic-and-japanese.ts';
import { odd } from './realms/odd.ts';
import { operations } from './realms/operations.ts';
import { services } from './realms/services.ts';
import { sites } from './realms/sites.ts';
import { tools } from './realms/tools.ts';
import type { Author, SampleRealm } from './sample-realm.ts';

export const authors: Author[] = [
  { username: 'alice', name: 'Alice', bio: 'Writes services for small teams, and the documents that go with them.' },
  { username: 'bob', name: 'Bob', bio: 'Command lines, mostly.' },
  { username: 'carol', name: 'Carol', bio: 'Data, models and the plots in between.' },
  { username: 'dave', name: 'Dave', bio: '' },
  { username: 'erin', name: 'Erin', bio: 'Makes games in an evening, and pages that load at once.' },
  { username: 'frank', name: 'Frank', bio: 'Compilers, engines and everything that is close to the machine.' },
  { username: 'grace', name: 'ليلى', bio: 'قوالب عربية بسيطة وسريعة.' },
  { username: 'heidi', name: 'はるか', bio: '小さな店と庭のための雛形。' },
  { username: 'ivan', name: 'Ivan', bio: 'Runs servers, and sleeps at night.' },
  { username: 'judy', name: 'Judy', bio: 'Curates the collections of this catalog.' },
];

/** Who chooses the collections. */
export const curator = 'judy';

export const realms: SampleRealm[] = [
  ...sites,
  ...arabicAndJapanese,
  ...services,
  ...operations,
  ...tools,
  ...apps,
  ...odd,
];

export interface SampleCollection {
  slug: string;
  name: string;
  description: string;
  isFeatured?: true;
  realms: string[];
}

export const collections: SampleCollection[] = [
  {
    slug: 'begin-a-business',
    name: 'Begin a business',
    description: 'Accounts, payments and a page that says what it is about.',
    isFeatured: true,
    realms: ['team-desk', 'corner-shop', 'one-page', 'letter-set', 'market-square'],
  },
  {
    slug: 'without-a-build',
    name: 'Without a build',
    description: 'Open the file, change it, reload.',
    isFeatured: true,
    realms: ['lonely-island', 'one-page', 'synth', 'shizuka', 'mudawwana'],
  },
  {
    slug: 'for-the-terminal',
    name: 'For the terminal',
    description: 'Commands that are a pleasure to type.',
    realms: ['task-line', 'rusty-tool', 'typed-script', 'dotfiles'],
  },
  { slug: 'small-and-complete', name: 'Small and complete', description: '', realms: ['tiny-flask', 'dot'] },
];
