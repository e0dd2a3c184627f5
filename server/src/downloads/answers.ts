// Responses to downloads: a link to an archive, and what the archive is. All downloads of a realm in one second get the same bytes.
import type { Links } from './links.ts';
import type { Downloadable, DownloadableRealm, StoredArchive } from './queries.ts';

export interface DownloadAnswers {
  /** The response for the version that was found, which is generated if there is none. */
  answerTo: (found: Downloadable) => Promise<DownloadAnswer>;
  /** The same for another archive of the realm. */
  linkTo: (realm: DownloadableRealm, archive: StoredArchive) => Promise<DownloadAnswer>;
}

interface DownloadAnswer {
  version: string;
  bytes: Buffer;
}

export function downloadAnswers(
  links: Pick<Links, 'sign' | 'period'>,
  generate: (realm: DownloadableRealm) => Promise<StoredArchive>,
): DownloadAnswers {
  const cache = new WeakMap<Downloadable, DownloadAnswer & { period: string }>();

  async function linkTo(realm: DownloadableRealm, archive: StoredArchive): Promise<DownloadAnswer> {
    const { version, digest, size, format } = archive;
    const filename = `${realm.slug}-${version}.${format}`;
    const { url, expiresAt } = await links.sign({ realmId: realm.id, name: digest, filename });
    const body = { downloadUrl: url, expiresAt, version, size, sha256: digest, filename };
    return { version, bytes: Buffer.from(JSON.stringify(body)) };
  }

  return {
    async answerTo(found) {
      const period = await links.period();
      const cached = cache.get(found);
      if (cached?.period === period) return cached;
      const answer = await linkTo(found.realm, found.archive ?? (await generate(found.realm)));
      cache.set(found, { ...answer, period });
      return answer;
    },
    linkTo,
  };
}
