// A mail as people read it: the same words as text and as HTML, which needs no style, no picture and no script.
import { html, type Html } from '../html.ts';

export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

export interface MailContent {
  subject: string;
  /** Paragraphs of plain text. */
  before: string[];
  /** The address that the mail is about. */
  link?: { text: string; url: string };
  /** Lists of facts, one for each thing. */
  facts?: [name: string, value: string][][];
  /** What follows the facts. */
  more?: string;
  after: string[];
}

export function mailMessage(siteName: string, content: MailContent): MailMessage {
  return {
    subject: `${content.subject} · ${siteName}`,
    text: asText(siteName, content),
    html: asHtml(siteName, content),
  };
}

function asText(siteName: string, { before, link, facts = [], more, after }: MailContent): string {
  const parts = [
    ...before,
    ...facts.map((list) => list.map(([name, value]) => `${name}: ${value}`).join('\n')),
    ...(more ? [more] : []),
    ...(link ? [link.url] : []),
    ...after,
    `-- \n${siteName}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function asHtml(siteName: string, { subject, before, link, facts = [], more, after }: MailContent): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        ${paragraphs(before)}
        ${facts.map(
          (list) =>
            html`<ul>
              ${list.map(([name, value]) => html`<li>${name}: ${value}</li>`)}
            </ul>`,
        )}
        ${more && html`<p>${more}</p>`} ${link && html`<p><a href="${link.url}">${link.text}</a></p>`}
        ${paragraphs(after)}
        <p>${siteName}</p>
      </body>
    </html> `.html;
}

const paragraphs = (texts: string[]): Html[] => texts.map((text) => html`<p>${text}</p>`);
