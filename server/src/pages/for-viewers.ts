// Pages and forms for people who are signed in: everybody else signs in first, and comes back.
import { isRecent, type Viewer } from '../accounts/web-sessions.ts';
import type { FormHandler, FormRequest, FormResult, PageHandler, PageRequest, PageResult } from './page.ts';
import { signInPath } from './return-path.ts';

interface Signed {
  viewer: Viewer;
}

export function forViewer(handler: (request: PageRequest & Signed) => Promise<PageResult>): PageHandler {
  return async (request) => {
    const { viewer, url, site } = request;
    return viewer ? handler({ ...request, viewer }) : { location: site.publicUrl + signInPath(url) };
  };
}

/** The same for pages of what is dangerous. */
export function forRecentViewer(handler: (request: PageRequest & Signed) => Promise<PageResult>): PageHandler {
  return forViewer(async (request) =>
    isRecent(request.viewer) ? handler(request) : { location: request.site.publicUrl + signInPath(request.url) },
  );
}

/** A form of the page at `path`, to which people come back who are not signed in any more: what they typed is lost. */
export function formForViewer(
  path: string,
  handler: (request: FormRequest & Signed) => Promise<FormResult>,
): FormHandler {
  return async (request) => {
    const { viewer } = request;
    return viewer ? handler({ ...request, viewer }) : { seeOther: signInPath(path) };
  };
}

/** The same for what is dangerous: it needs a sign-in of the last half hour. */
export function requireRecentSignIn(
  path: string,
  handler: (request: FormRequest & Signed) => Promise<FormResult>,
): FormHandler {
  return formForViewer(path, async (request) =>
    isRecent(request.viewer) ? handler(request) : { seeOther: signInPath(path) },
  );
}
