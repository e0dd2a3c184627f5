// Why an archive is not kept, as a sentence for people, safe to print whatever an entry calls itself.

const SHOWN = 200;
/** Control and format characters, line breaks and what is left of broken text: all that could disturb a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Raised anywhere in an inspection; `why` goes on from the entry's name, or from “The archive”. */
export class Refusal extends Error {
  readonly entry: string | undefined;

  constructor(why: string, entry?: Buffer | string) {
    const shown = entry === undefined ? undefined : show(entry);
    super(shown === undefined ? `The archive ${why}.` : `“${shown}” ${why}.`);
    this.entry = shown;
  }
}

function show(name: Buffer | string): string {
  const escaped = Array.from(name.toString(), (character) =>
    character.replace(UNSAFE, (unsafe) => `\\u{${unsafe.codePointAt(0)?.toString(16)}}`),
  );
  return escaped.length > SHOWN ? `${escaped.slice(0, SHOWN - 1).join('')}…` : escaped.join('');
}
