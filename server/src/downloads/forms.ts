// The button "Download" of the web pages: a form that records one download and leads to its archive. There is no GET, so that crawlers count nothing.
import type { Caller } from '../credentials/caller.ts';
import { tooManyRequests } from '../http/problem.ts';
import { response } from '../http/response.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { AddForm, ButtonRequest } from '../pages/mount.ts';
import type { DownloadAnswers } from './answers.ts';
import type { Counter } from './counter.ts';
import type { Downloadable } from './queries.ts';

interface FormParts {
  /** The newest version unless one is given. */
  find: (caller: Caller, slug: string, version?: string) => Promise<Downloadable>;
  answerTo: DownloadAnswers['answerTo'];
  downloadCounter: Counter;
  limiter: Pick<Limiter, 'countPageDownload'>;
}

export function addDownloadForms(addForm: AddForm, { find, answerTo, downloadCounter, limiter }: FormParts): void {
  async function download({ caller, params, ip }: ButtonRequest) {
    const exceeded = await limiter.countPageDownload(caller, ip);
    if (exceeded) throw tooManyRequests(exceeded.reason, exceeded.endsAt);
    const found = await find(caller, params['slug'] ?? '', params['version']);
    const { version, url } = await answerTo(found); // before it is counted, so that a counted download can be fetched
    await downloadCounter.count({ id: found.realm.id, seq: found.realm.seq, version });
    return response(303, { location: url, 'content-length': '0', 'cache-control': 'no-store' });
  }
  addForm('/realms/:slug/download', download);
  addForm('/realms/:slug/versions/:version/download', download);
}
