// What the tests of realms and of their list share: an author, ids and days in a known order, and the slugs that a list shows.
import { anAccount, type Reply } from '../support/harness.ts';

export const ada = anAccount({
  username: 'ada',
  name: 'Ada Lovelace',
  image: 'https://ada.example/me.png',
  bio: 'Wrote the first program.',
});

export const uuid = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const day = (number: number) => `2026-02-${String(number + 1).padStart(2, '0')}T09:30:00.000Z`;
export const slugs = (reply: Reply) => (reply.body.realms as { slug: string }[]).map((realm) => realm.slug);
