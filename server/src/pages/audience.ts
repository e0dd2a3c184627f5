// For whom a page or a form is. Everybody else signs in first, and comes back.
import { isRecent, type Viewer } from '../accounts/sign-in/web-sessions.ts';
import { may } from '../credentials/caller.ts';
import { problem } from '../http/problem.ts';

/** `recent` is for what is dangerous: it needs a sign-in of the last half hour. */
export type SignedAudience = 'account' | 'recent' | 'curator' | 'admin';
export type Audience = 'everyone' | SignedAudience;

/** The viewer, if they need not sign in first. Throws if their role does not allow it. */
export function admittedViewer(audience: SignedAudience, viewer: Viewer | undefined): Viewer | undefined {
  if (!viewer || (audience === 'recent' && !isRecent(viewer))) return undefined;
  if (audience === 'curator' && !may(viewer.caller, 'collections:write'))
    throw problem('forbidden', 'This is for curators and administrators.');
  if (audience === 'admin' && !may(viewer.caller, 'admin')) throw problem('forbidden', 'This is for administrators.');
  return viewer;
}
