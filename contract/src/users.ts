// People as everyone sees them: their profiles.
import { createdAt } from './fields.ts';
import type { Resource } from './operation.ts';
import { integer, object, oneOf, string, type Static } from './schema.ts';

const ofPublicRealms = (description: string, example: number) =>
  integer({ minimum: 0, description, examples: [example] });

const User = object({
  username: string({ examples: ['alice'] }),
  name: string({ examples: ['Alice'] }),
  image: string({ description: 'The URL of a picture, or empty.', examples: [''] }),
  bio: string({ examples: [''] }),
  kind: oneOf(['user'], { description: 'More kinds may be added.', examples: ['user'] }),
  createdAt,
  realmCount: ofPublicRealms('Public realms.', 3),
  downloadCount: ofPublicRealms('Downloads of the public realms.', 1280),
  starCount: ofPublicRealms('Stars of the public realms.', 64),
});

export const userResource = {
  chapter: 'People',
  description: 'Public profiles of accounts.',
  schemas: { User },
  meanings: {
    User: 'The public profile of an account.',
  },
  details: {
    getUser: {
      clientMethod: 'users.get',
      summary: 'Read a profile',
      description: 'The public profile of an account, and totals of its public realms.',
      params: object({
        username: string({ maxLength: 64, description: 'The username, in upper or lower case.', examples: ['alice'] }),
      }),
      reply: { status: 200, schema: User },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;

export type User = Static<typeof User>;
