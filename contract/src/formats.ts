// The formats that the contract's texts name: what each takes, and what to say of a text that it does not take.
import { UUID_PATTERN } from './fields.ts';

const UUID = new RegExp(UUID_PATTERN);

/** No account may have a name that looks like an id: where either may stand, it would be taken for another account. */
export const looksLikeId = (name: string): boolean => UUID.test(name.toLowerCase());

interface Format {
  test: (text: string) => boolean;
  /** Continues a sentence that begins with the name of the field. */
  sentence: string;
}

export const formats: Record<string, Format> = {
  uuid: { test: (text) => UUID.test(text), sentence: 'must be a UUID' },
  username: { test: (text) => !looksLikeId(text), sentence: 'must not have the form of an id' },
  email: { test: (text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), sentence: 'must be an e-mail address' },
  password: { test: () => true, sentence: '' },
  path: { test: () => true, sentence: '' },
  'new-password': {
    test: (text) => new TextEncoder().encode(text).length <= 1_024 && Array.from(text).length >= 8,
    sentence: 'must have at least 8 characters, and at most 1,024 bytes',
  },
  date: {
    test: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
    sentence: 'must be a day such as 2026-11-15',
  },
  uri: { test: () => true, sentence: '' }, // the handler says which addresses are taken
  'date-time': {
    test: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    sentence: 'must be a time such as 2026-11-15T09:30:00Z',
  },
  'http-url': {
    test: (text) => text === '' || (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)),
    sentence: 'must be an absolute http or https address',
  },
};

/** Days such as 2026-02-30 match the pattern and do not exist. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
