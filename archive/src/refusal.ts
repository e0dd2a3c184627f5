// The reason why an archive is refused, as a sentence for people. It is safe to print, whatever the name of an entry contains.

const MAX_NAME_CHARACTERS = 200;
/** Control and format characters, line breaks and lone surrogates could distort a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The name of an entry as the archive has it, or as text. */
export type EntryName = Uint8Array | string;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Thrown anywhere in an inspection. `why` continues a sentence that begins with the entry's name, or with “The archive”. */
export class Refusal extends Error {
  readonly entry: string | undefined;

  constructor(why: string, entry?: EntryName) {
    const shown = entry === undefined ? undefined : show(entry);
    super(shown === undefined ? `The archive ${why}.` : `“${shown}” ${why}.`);
    this.entry = shown;
  }
}

/** `why` begins with the field, or with “must”. */
export function refuseManifest(why: string): never {
  throw new Refusal(`cannot be used: ${why.startsWith('must') ? 'it ' : ''}${why}`, 'realm.json');
}

function show(name: EntryName): string {
  const text = typeof name === 'string' ? name : utf8.decode(name);
  const escaped = Array.from(text, (character) =>
    character.replace(UNSAFE, (unsafe) => `\\u{${unsafe.codePointAt(0)?.toString(16)}}`),
  );
  return escaped.length > MAX_NAME_CHARACTERS
    ? `${escaped.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`
    : escaped.join('');
}
