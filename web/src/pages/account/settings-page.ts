// What every page of the settings has: its title, the tabs, and what was done last.
import { html, type Html } from '../../html.ts';
import { layout } from '../../layout.ts';
import type { Site } from '../../site.ts';

const pages = [
  ['/settings', 'Profile'],
  ['/settings/password', 'Password'],
  ['/settings/second-factors', 'Second factors'],
  ['/settings/mail', 'Mail'],
  ['/settings/identities', 'Other provider'],
  ['/settings/sessions', 'Sessions'],
  ['/settings/applications', 'Applications'],
  ['/settings/keys', 'Keys'],
  ['/settings/data', 'Your data'],
] as const;

export type SettingsPath = (typeof pages)[number][0];

/** What a form says after it has done its work, by the name that stands in the address. */
const messages = {
  saved: 'Your profile is saved.',
  picture: 'Your picture is changed.',
  'picture-removed': 'Your picture is removed. The catalog draws one instead.',
  password: 'Your password is changed. You are signed out everywhere else.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
  revoked: 'The application has no access any more.',
  'key-revoked': 'The key is revoked.',
  app: 'The app is added.',
  'app-failed': 'The app was not added. Start again.',
  'app-removed': 'The app is removed.',
  codes: 'Your recovery codes are saved. Your second factor is on.',
  passkey: 'The passkey is added.',
  'passkey-removed': 'The passkey is removed.',
  mail: 'Your address is saved.',
  'mail-sent': 'A mail is on its way. Its link works for a day.',
  linked: 'You can now sign in with it.',
  'not-linked': 'It was not linked: it belongs to another account here.',
  unlinked: 'It is unlinked.',
  registered: 'The application is registered.',
  changed: 'The application is changed.',
  removed: 'The application is removed. It has no access to any account.',
};
export type SettingsMessage = keyof typeof messages;

const failures: readonly string[] = ['app-failed', 'not-linked'] satisfies SettingsMessage[];

export function settingsPage(site: Site, path: SettingsPath, done: string | undefined, content: Html): string {
  const [, title] = pages.find(([to]) => to === path) ?? pages[0];
  const message = Object.entries(messages).find(([name]) => name === done)?.[1];
  return layout(site, {
    title,
    description: `Settings of ${site.viewer?.username ?? ''}.`,
    path,
    isIndexed: false,
    isOfAccount: true,
    content: html`<header class="stack page-head">
        <h1>Settings</h1>
        <nav class="tabs" aria-label="Settings">
          ${pages
            .filter(([to]) => to !== '/settings/identities' || to === path || site.signIn.provider !== undefined)
            .map(
              ([to, text]) =>
                html`<a href="${site.basePath}${to}" ${to === path && html` aria-current="page"`}>${text}</a>`,
            )}
        </nav>
      </header>
      <div class="settings">${message !== undefined && notice(done, message)} ${content}</div>`,
  });
}

const notice = (done: string | undefined, message: string): Html =>
  failures.includes(done ?? '')
    ? html`<p class="notice danger" role="alert">${message}</p>`
    : html`<p class="notice success" role="status">${message}</p>`;
