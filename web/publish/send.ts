// Sends a form with a file, and tells how far it is. `fetch` does not say that.
import { Refusal } from './refusal.ts';

/** Where the browser goes on, or what is wrong. */
type Sent = { location: string } | { refusal: string };

/** The catalog answers as it does without a script: it leads to another page, or the page comes again and says what is wrong. */
export function sendForm(
  action: string,
  body: FormData,
  onProgress: (bytes: number, all: number) => void,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', action);
    request.responseType = 'document';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('error', () =>
      reject(new Refusal('The connection broke. Nothing was published; try again.')),
    );
    request.addEventListener('load', () => {
      const { status, responseURL, responseXML } = request;
      const isDone = status < 400 && responseURL !== new URL(action, location.href).href;
      resolve(
        isDone ? { location: responseURL } : { refusal: refusalIn(responseXML) ?? `It was refused (${status}).` },
      );
    });
    request.send(body);
  });
}

/** As the page of the form says it, or a page about the error. */
const refusalIn = (page: Document | null): string | undefined =>
  (page?.querySelector('#error') ?? page?.querySelector('h1 + p'))?.textContent?.trim();
