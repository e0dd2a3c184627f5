// Sends the mails of the queue, in the background: a request only puts them there, in the batch of what it does.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { everyInterval } from '../jobs.ts';
import { composeMail } from './compose.ts';
import { delayMail, leaseMails, removeMail, type QueuedMail } from './queries.ts';
import { isPermanent, smtpTransport } from './transport.ts';

const CHECK_INTERVAL_MS = 5_000;
/** Longer than a server may take for a mail of each batch. */
const LEASE_MS = 10 * 60_000;
const BATCH_SIZE = 5;
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

export function openMail(db: Database, config: Config & { mail: MailSettings }, log?: Logger): Mail {
  const transport = smtpTransport(config.mail);
  let isClosing = false;

  async function sendOne(mail: QueuedMail): Promise<void> {
    const composed = await composeMail(db, config, mail);
    if (!composed) return db.batch([removeMail(mail.id)]);
    try {
      await transport.send(composed);
      await db.batch([removeMail(mail.id)]);
    } catch (error) {
      await handleFailure(mail, error);
    }
  }

  async function handleFailure({ id, kind, attempts }: QueuedMail, error: unknown): Promise<void> {
    const waitMs = isPermanent(error) ? undefined : WAITS_MS[attempts - 1];
    log?.warn(
      { mail: id, kind, attempts, reason: reasonOf(error) },
      waitMs ? 'a mail was not sent yet' : 'a mail was given up',
    );
    await db.batch([waitMs ? delayMail(id, new Date(Date.now() + waitMs).toISOString()) : removeMail(id)]);
  }

  /** Returns how many mails were due. */
  async function sendSome(): Promise<number> {
    const now = Date.now();
    const leasedUntil = new Date(now + LEASE_MS).toISOString();
    const mails = await leaseMails(db, { now: new Date(now).toISOString(), leasedUntil, limit: BATCH_SIZE });
    for (const mail of mails)
      await (isClosing ? db.batch([delayMail(mail.id, new Date(now).toISOString())]) : sendOne(mail));
    return isClosing ? 0 : mails.length;
  }

  async function sendDue(): Promise<void> {
    while ((await sendSome()) === BATCH_SIZE);
  }

  const job = everyInterval('sending mail', CHECK_INTERVAL_MS, sendDue, log);
  return {
    sendDue: () => job.run(),
    inBackground: (work) =>
      void work().catch((error: unknown) => log?.warn({ err: error }, 'a mail could not be put into the queue')),
    async close() {
      isClosing = true;
      transport.close();
      await Promise.race([job.stop(), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Never the whole error, which may contain the address of a person or the password of the server. */
function reasonOf(error: unknown): string {
  const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number };
  return `${code} ${responseCode}`.trim() || 'unknown';
}
