// A real SMTP server for tests, on a free port of this machine: it keeps every mail, and refuses or holds what a test tells it to.
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.ts';

export interface ReceivedMail {
  to: string;
  from: string;
  /** The whole mail as it came. */
  source: string;
  /** Both parts, decoded. */
  text: string;
  html: string;
  subject: string;
}

export async function startSmtp() {
  const mails: ReceivedMail[] = [];
  /** How the next mails are refused, each once. */
  const refusals: { responseCode: number; message: string }[] = [];
  let tries = 0;
  let held: { subject: RegExp; answers: (() => void)[] } | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      tries += 1;
      const refusal = refusals.shift();
      callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
    },
    onData(stream, { envelope }, callback) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const source = Buffer.concat(chunks).toString();
        const mail = { to: envelope.rcptTo.map(({ address }) => address).join(), from, source, ...parts(source) };
        mails.push(mail);
        if (held?.subject.test(mail.subject)) held.answers.push(callback);
        else callback();
      });
    },
  });
  server.on('error', () => undefined); // a client that goes away
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Catalog <catalog@mail.example>' },
    mails,
    refusals,
    tries: () => tries,
    /** The server takes mails with this subject, and does not answer before the returned function is called. */
    hold(subject: RegExp): () => void {
      const answers: (() => void)[] = [];
      held = { subject, answers };
      return () => {
        held = undefined;
        answers.splice(0).forEach((answer) => answer());
      };
    },
    mailsTo: (address: string, subject: RegExp) =>
      mails.filter((mail) => mail.to === address && subject.test(mail.subject)),
    /** The mail to this address with this subject, when it has come. */
    async mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
      const find = () => mails.find((mail) => mail.to === address && subject.test(mail.subject));
      await until(`a mail to ${address}: ${String(subject)}`, () => find() !== undefined);
      return find() as ReceivedMail;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Of a mail with two parts, a text and HTML. */
function parts(source: string): Pick<ReceivedMail, 'text' | 'html' | 'subject'> {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(source) ?? [];
  const [, plain = '', markup = ''] = source.split(`--${boundary}`);
  const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(source) ?? [];
  return { text: decoded(plain), html: decoded(markup), subject: encodedWords(subject) };
}

function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return /quoted-printable/i.test(head) ? quotedPrintable(body.replaceAll('=\r\n', '')) : body;
}

function encodedWords(subject: string): string {
  return subject
    .replaceAll(/\?=\s+=\?UTF-8\?Q\?/gi, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => quotedPrintable(word.replaceAll('_', ' ')))
    .replaceAll(/\r\n /g, ' ');
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
