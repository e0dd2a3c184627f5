// Sends the mails of the queue, in the background: a request only puts them there, in the batch of what it does.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { openJob } from '../concurrency/jobs.ts';
import type { Windows } from '../limits/windows.ts';
import { composeMail, type AddressedMail } from './compose.ts';
import { delayMail, holdMail, leaseMails, removeMail, type MailKind, type QueuedMail } from './queries.ts';
import { isPermanent, SEND_TIMEOUT_MS, smtpTransport } from './transport.ts';

/** Somebody waits for these, so they never wait for a notice, and a few are sent at once. */
const AWAITED_KINDS: MailKind[] = ['reset', 'verify'];
const AWAITED_AT_ONCE = 4;
const NOTICE_KINDS: MailKind[] = ['new-device', 'new-key'];

/** Longer than a server may take for a mail, so that no other process sends it meanwhile. */
const LEASE_MS = 5 * SEND_TIMEOUT_MS;
/** A stop does not wait longer for a server that does not answer. The mail is due again when its lease ends. */
const CLOSE_TIMEOUT_MS = 3_000;
/** How long to wait after each failed try. After the last one the mail is given up. */
const WAITS_MS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * 60_000);

export interface Mail {
  /** Sends what is due now, and returns when it is done. Nobody needs to wait for it. */
  sendDue(): Promise<void>;
  /** Runs something for which nobody waits; if it fails, it is logged. */
  inBackground(work: () => Promise<void>): void;
  close(): Promise<void>;
}

export type MailSettings = NonNullable<Config['mail']>;

interface MailServices {
  db: Database;
  windows: Windows;
}

export function openMail({ db, windows }: MailServices, config: Config & { mail: MailSettings }, log?: Logger): Mail {
  const transport = smtpTransport(config.mail);

  /** When the account may be sent the next notice of this kind, if it was sent as many as it may. */
  async function heldUntil({ kind, accountId }: QueuedMail): Promise<string | undefined> {
    if (!NOTICE_KINDS.includes(kind)) return undefined;
    const exceeded = (await windows.notices.peek(kind, accountId))?.exceeded;
    return exceeded && new Date(exceeded.endsAt).toISOString();
  }

  /** What is due of one kind for one account is one mail. */
  async function sendAsOne(mails: [QueuedMail, ...QueuedMail[]]): Promise<void> {
    const [{ kind, accountId }] = mails;
    let composed: AddressedMail | undefined;
    try {
      composed = await composeMail(db, config, mails);
      if (composed) await transport.send(composed);
    } catch (error) {
      return handleFailure(mails, error);
    }
    await db.batch(mails.map(({ id }) => removeMail(id)));
    if (composed && NOTICE_KINDS.includes(kind)) await windows.notices.hit(kind, accountId);
  }

  /** The newest has had the fewest tries. Those that wait with it have as many again. */
  async function handleFailure(mails: [QueuedMail, ...QueuedMail[]], error: unknown): Promise<void> {
    const [{ id, kind }] = mails;
    const attempts = Math.min(...mails.map((mail) => mail.attempts));
    const waitMs = isPermanent(error) ? undefined : WAITS_MS[attempts - 1];
    log?.warn(
      { mail: id, kind, attempts, reason: reasonOf(error) },
      waitMs ? 'a mail was not sent yet' : 'a mail was given up',
    );
    const nextAt = waitMs && new Date(Date.now() + waitMs).toISOString();
    await db.batch(mails.map((mail) => (nextAt ? delayMail(mail.id, nextAt) : removeMail(mail.id))));
  }

  /** Returns whether a mail of this kind was due. */
  async function sendNext(kind: MailKind): Promise<boolean> {
    const now = Date.now();
    const leasedUntil = new Date(now + LEASE_MS).toISOString();
    const [first, ...others] = await leaseMails(db, { kind, now: new Date(now).toISOString(), leasedUntil });
    if (!first) return false;
    const until = await heldUntil(first);
    if (until) await db.batch([first, ...others].map(({ id }) => holdMail(id, until)));
    else await sendAsOne([first, ...others]);
    return true;
  }

  /** The kinds take turns, so that none waits for all mails of another. */
  async function sendAll(kinds: MailKind[], signal: AbortSignal): Promise<void> {
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const kind of kinds) if (!signal.aborted && (await sendNext(kind))) isMore = true;
    }
  }

  // A job for each sender, so that none that waits for the server, or fails, ends or holds up another.
  const senders = [...Array.from({ length: AWAITED_AT_ONCE }, () => AWAITED_KINDS), NOTICE_KINDS];
  const jobs = senders.map((kinds) => openJob('sending mail', (signal) => sendAll(kinds, signal), log));
  return {
    sendDue: async () => void (await Promise.all(jobs.map((job) => job.run()))),
    inBackground: (work) =>
      void work().catch((error: unknown) => log?.warn({ err: error }, 'a mail could not be put into the queue')),
    async close() {
      const stopped = Promise.all(jobs.map((job) => job.close()));
      transport.close();
      await Promise.race([stopped, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Never the whole error, which may contain the address of a person or the password of the server. */
function reasonOf(error: unknown): string {
  const { code = '', responseCode = '', name } = error as Error & { code?: string; responseCode?: number };
  return `${code} ${responseCode}`.trim() || name;
}
