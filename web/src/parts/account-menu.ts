// The corner of the header that is about the visitor: links to sign in and to sign up, or the menu of the account that is signed in.
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import { portrait } from './portrait.ts';

const links = [
  ['/me', 'My realms'],
  ['/me/stars', 'Stars'],
  ['/publish', 'Publish'],
  ['/settings', 'Settings'],
] as const;
const curatorLink = ['/curate', 'Curate collections'] as const;
const adminLink = ['/admin', 'Administration'] as const;

/** Works without a script, which closes it when someone goes elsewhere. */
export function accountMenu({ basePath, viewer, signIn }: Site): Html {
  if (!viewer)
    return html`<a href="${basePath}/sign-in">Sign in</a>${
        signIn.registration === 'open' && html`<a class="button" href="${basePath}/sign-up">Sign up</a>`
      }`;
  const { username, role } = viewer;
  const offered = [...links, ...(role === 'user' ? [] : [curatorLink]), ...(role === 'admin' ? [adminLink] : [])];
  return html`<details class="menu">
    <summary><span class="hidden-text">Account of ${username}</span>${portrait({ basePath }, viewer, 24)}</summary>
    <div class="menu-list">
      <a href="${basePath}/@${username}"><bdi>${username}</bdi></a>
      ${offered.map(([path, text]) => html`<a href="${basePath}${path}">${text}</a>`)}
      <form method="post" action="${basePath}/sign-out"><button>Sign out</button></form>
    </div>
  </details>`;
}
