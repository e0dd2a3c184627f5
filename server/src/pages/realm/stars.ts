// Stars on the pages: which of the realms that a page shows its viewer has starred, and the form that changes that.
import type { Site } from '@realm-catalog/web/site';
import type { Viewer } from '../../accounts/sign-in/web-sessions.ts';
import type { Reader } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { starredAmong } from '../../realms/star-queries.ts';
import type { FormHandler } from '../page.ts';
import { returnPathOf, signInPath } from '../return-path.ts';

export type WithStars = (site: Site, viewer: Viewer | undefined, realms: readonly { id: string }[]) => Promise<Site>;

/** The site as a viewer sees it who has starred some of these realms. For anyone else it is as it was. */
export function starFinder(db: Reader): WithStars {
  return async (site, viewer, realms) => {
    if (!viewer || !site.viewer || realms.length === 0) return site;
    const ids = realms.map(({ id }) => id);
    return { ...site, viewer: { ...site.viewer, starred: await starredAmong(db, viewer.caller.account.id, ids) } };
  };
}

/** The script of the pages stays where it is, and is told whether it was done. */
const star: FormHandler = async ({ viewer, form, params, headers, site, perform }) => {
  const { slug = '' } = params;
  const isOfScript = form.get('script') !== null;
  if (!viewer && isOfScript) throw problem('unauthorized', 'Sign in to star realms.');
  if (!viewer) return { seeOther: signInPath(`/realms/${slug}`) };
  await perform(form.get('star') === 'no' ? 'unstarRealm' : 'starRealm', { params: { slug } });
  if (isOfScript) return { isDone: true };
  return { seeOther: returnPathOf(null, headers, site.publicUrl, `/realms/${encodeURIComponent(slug)}`) };
};

export const starForms = { star };
