// The reason why an archive is refused, as a sentence for people. It is safe to print, whatever the name of an entry contains.

const MAX_NAME_CHARACTERS = 200;
/** Control and format characters, line breaks and lone surrogates could distort a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Thrown anywhere in an inspection. `why` continues a sentence that begins with the entry's name, or with “The archive”. */
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
  return escaped.length > MAX_NAME_CHARACTERS
    ? `${escaped.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`
    : escaped.join('');
}
