// The settings of what may act for an account: sessions and applications. Each form does what an operation of the API does.
import { MAX_LIMIT } from '@realm-catalog/contract';
import { applicationsPage, sessionsPage } from '@realm-catalog/web/pages/account/access';
import type { SettingsMessage, SettingsPath } from '@realm-catalog/web/pages/account/settings-page';
import { batchAs } from '../../accounts/caller-writes.ts';
import { deleteOtherSessions } from '../../accounts/sign-in/session-queries.ts';
import { accountActor, newAuditEntry } from '../../audit/entry.ts';
import type { Database } from '../../db/database.ts';
import type { FormResult, SignedFormHandler, SignedPageHandler } from '../page.ts';
import { doneIn } from '../form-outcome.ts';

const FIRST = { query: { limit: MAX_LIMIT } };

/** Back to the page of the form, which says what was done. */
const done = (path: SettingsPath, message: SettingsMessage): FormResult => ({ seeOther: `${path}?done=${message}` });

export const accessPages = {
  async settingsSessions(request) {
    const { sessions, pagination } = await request.perform('listSessions', FIRST);
    const view = { sessions, total: pagination.total, done: doneIn(request) };
    return { personalHtml: sessionsPage(request.site, view) };
  },
  async settingsApplications(request) {
    const { grants, pagination } = await request.perform('listGrants', FIRST);
    const { clients } = await request.perform('listOAuthClients');
    const view = { grants, clients, total: pagination.total, done: doneIn(request) };
    return { personalHtml: applicationsPage(request.site, view) };
  },
} satisfies Record<string, SignedPageHandler>;

export const createAccessForms = ({ db }: { db: Database }) =>
  ({
    async settingsSessions({ viewer, form, perform, ...origin }) {
      const { id } = viewer.caller.account;
      const entry = () =>
        newAuditEntry(accountActor(id, 'browser', origin), 'login.end', id, { session: 'all others' });
      if (form.get('others') !== null) await batchAs(db, viewer.caller, deleteOtherSessions(viewer.sessionId, entry()));
      else await perform('endSession', { params: { id: form.get('id') ?? '' } });
      return done('/settings/sessions', form.get('others') === null ? 'ended' : 'others');
    },
    async settingsApplications({ form, perform }) {
      await perform('revokeGrant', { params: { id: form.get('id') ?? '' } });
      return done('/settings/applications', 'revoked');
    },
  }) satisfies Record<string, SignedFormHandler>;
