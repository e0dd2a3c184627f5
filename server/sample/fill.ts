// Fills a catalog with the sample over its API, as its users would: accounts, realms, uploads, stars and collections.
import { archiveOf } from './archive.ts';
import type { Operator } from './operator.ts';
import { authors, collections, curator, realms } from './realms.ts';
import type { Author, SampleRealm } from './sample-realm.ts';

export interface Filling {
  /** The address of the catalog, without a slash at its end. */
  url: string;
  operator: Operator;
  /** Sets the clock of the catalog back by so many days. Days come in order, the oldest first; the last is a day ago. */
  setDay?: (daysAgo: number) => void;
  /** Is called when all versions are published. Then the clock must be right again. */
  endDays?: () => Promise<void>;
  hasPictures?: boolean;
  /** Whose archives are uploaded; those of all realms unless it is given. */
  uploads?: string[];
  /** Is told how many versions of how many are published. */
  onPublished?: (count: number, total: number) => void;
}

/** Of all accounts. */
export const PASSWORD = 'the sample is for looking';
const FIRST_DAY = 120;
/** Versions come in equal steps over this part of the days of a realm. */
export const RELEASE_SHARE = 0.9;

export async function fillCatalog(filling: Filling): Promise<void> {
  const { url, operator, setDay = () => {}, endDays = async () => {}, onPublished = () => {} } = filling;
  const isUploaded = ({ slug }: SampleRealm) => filling.uploads?.includes(slug) ?? true;
  setDay(FIRST_DAY);
  const keys = new Map<string, string>();
  for (const author of authors) keys.set(author.username, await openAccount(filling, author));
  const keyOf = (username: string) => keys.get(username) ?? '';

  const events = eventsOf(realms).filter(({ realm, version }) => version === undefined || isUploaded(realm));
  const total = events.filter(({ version }) => version !== undefined).length;
  let published = 0;
  for (const { daysAgo, realm, version } of events) {
    setDay(daysAgo);
    const key = keyOf(realm.author);
    if (version === undefined) await createRealm(url, key, realm);
    else {
      await publish(filling, key, realm, version);
      onPublished((published += 1), total);
    }
  }

  await endDays();
  for (const [at, realm] of realms.entries()) {
    if (isUploaded(realm)) await yank(url, keyOf(realm.author), realm);
    if (realm.deprecated) await deprecate(url, keyOf(realm.author), realm);
    if (realm.isFeatured) await operator.feature(realm.slug);
    for (const { username } of othersFor(at, realm.stars ?? 0))
      await send(url, 'PUT', `/realms/${realm.slug}/star`, keyOf(username));
  }
  for (const { isFeatured = false, ...collection } of collections)
    await send(url, 'POST', '/collections', keyOf(curator), { ...collection, featured: isFeatured });
}

/** Whether the catalog has the whole sample: the last collection comes last. */
export async function isFilled(url: string): Promise<boolean> {
  return (await fetch(`${url}/v1/api/collections/${collections.at(-1)?.slug}`)).ok;
}

/** Returns a key of the account, since the token of a login ends within the days that pass. */
async function openAccount({ url, operator }: Filling, { username, name, bio }: Author): Promise<string> {
  const login = { username, password: PASSWORD };
  const { id } = await send<{ id: string }>(url, 'POST', '/auth/register', '', { ...login, name });
  if (username === curator) await operator.makeCurator(id);
  const { token } = await send<{ token: string }>(url, 'POST', '/auth/login', '', login);
  if (bio) await send(url, 'PATCH', '/me', token, { bio });
  const scopes = ['realms:read', 'realms:write', ...(username === curator ? ['collections:write'] : [])];
  return (await send<{ key: string }>(url, 'POST', '/keys', token, { name: 'sample', scopes })).key;
}

interface Event {
  daysAgo: number;
  realm: SampleRealm;
  /** That is published; without one, the realm is created. */
  version?: string;
}

/** A realm is created on its first day, and its versions come in equal steps until a few days ago. The oldest event first. */
function eventsOf(realms: SampleRealm[]): Event[] {
  return realms
    .flatMap((realm): Event[] => {
      const { age, versions = [] } = realm;
      const step = (age * RELEASE_SHARE) / versions.length;
      return [
        { daysAgo: age, realm },
        ...versions.map((version, at) => ({ daysAgo: Math.ceil(age - at * step), realm, version })),
      ];
    })
    .toSorted((one, other) => other.daysAgo - one.daysAgo);
}

function createRealm(url: string, key: string, realm: SampleRealm): Promise<unknown> {
  const { slug, name, description, category, tags, license = '', visibility = 'public', hasRepository } = realm;
  const fields = { slug, name, description, category, tags, license, visibility };
  const repository = hasRepository ? { repository: `https://git.example/${slug}` } : {};
  return send(url, 'POST', '/realms', key, { ...fields, ...repository });
}

async function publish({ url, hasPictures = true }: Filling, key: string, realm: SampleRealm, version: string) {
  const { slug } = realm;
  const { uploadToken } = await send<{ uploadToken: string }>(url, 'POST', `/realms/${slug}/versions`, key);
  const response = await fetch(`${url}/v1/api/realms/${slug}/upload`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${uploadToken}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(await archiveOf(realm, version, { hasPictures })),
  });
  await read(response, `${slug} ${version}`);
}

async function yank(url: string, key: string, { slug, yanked = {} }: SampleRealm): Promise<void> {
  for (const [version, reason] of Object.entries(yanked))
    await send(url, 'PATCH', `/realms/${slug}/versions/${version}`, key, { yanked: true, reason });
}

async function deprecate(url: string, key: string, { slug, deprecated }: SampleRealm): Promise<void> {
  await send(url, 'PATCH', `/realms/${slug}`, key, { deprecated });
}

/** So many of the authors, others for each realm. */
function othersFor(at: number, count: number): Author[] {
  return Array.from({ length: count }, (_, n) => authors[(at + n) % authors.length] as Author);
}

async function send<Reply>(url: string, method: string, path: string, token: string, body?: object): Promise<Reply> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await read(await fetch(`${url}/v1/api${path}`, sent), `${method} ${path}`)) as Reply;
}

async function read(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what} was refused: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
