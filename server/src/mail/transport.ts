// Sends mails by SMTP. The library is loaded with the first mail.
import type { Transporter } from 'nodemailer';
import { loadOnce } from '../concurrency/load-once.ts';
import type { AddressedMail } from './compose.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** For a whole mail, however often the server says something. */
export const SEND_TIMEOUT_MS = 2 * 60_000;

export interface MailTransport {
  send(mail: AddressedMail): Promise<void>;
  close(): void;
}

export function smtpTransport(
  { smtpUrl, from }: { smtpUrl: string; from: string },
  sendTimeoutMs = SEND_TIMEOUT_MS,
): MailTransport {
  let opened: Transporter | undefined;

  const open = loadOnce(async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
    };
    // Mails have no attachments, and nothing of a file or of another address is ever read for them.
    return (opened = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...timeouts }));
  });

  return {
    async send({ to, subject, text, html }) {
      const transport = await open();
      const signal = AbortSignal.timeout(sendTimeoutMs); // closes the connection
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, signal });
    },
    close: () => opened?.close(),
  };
}

/** Whether the server will never take the mail, such as for an address that does not exist. */
export function isPermanent(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return code === 'EENVELOPE' && responseCode >= 500 && responseCode < 600;
}
