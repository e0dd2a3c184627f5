// What a realm asks of those who take it: variables, which stand for texts of its files, and parts, which can be left out.
import { NAME_PATTERN, SLUG } from './fields.ts';
import { boolean, list, mapOf, object, oneOf, string, type Static } from './schema.ts';

/** Of variables, of parts, of the choices of a variable, and of the globs in one list. */
export const MAX_QUESTIONS = 20;
/** In a whole realm.json, beside `**`: each is compared with every file. */
export const MAX_GLOBS = 60;
export const MAX_GLOB_LENGTH = 200;
export const MAX_ASK_LENGTH = 200;
export const MAX_VALUE_LENGTH = 100;
/** Words of a question that people read, on pages and terminals. */
export const ASK_PATTERN = NAME_PATTERN;
/** Words of ASCII, each beginning with an upper-case letter. */
export const REPLACES_PATTERN = '^[A-Z][A-Za-z0-9]*( [A-Z][A-Za-z0-9]*)+$';
export const QUESTION_NAME = '^[A-Za-z][A-Za-z0-9_-]{0,39}$';
/** The default of a variable that is made from the name of the target folder. */
export const FOLDER = '{folder}';

/** What a value has to be like. Each value is one of `text`, too. */
export const formats = {
  text: '^[\\p{L}\\p{Nd}][\\p{L}\\p{M}\\p{Nd} .,+_’-]*$',
  slug: SLUG,
  identifier: '^[A-Za-z][A-Za-z0-9_]*$',
};
export const formatNames = ['text', 'slug', 'identifier'] as const satisfies (keyof typeof formats)[];

const ask = string({
  minLength: 1,
  maxLength: MAX_ASK_LENGTH,
  pattern: ASK_PATTERN,
  description: 'The question.',
  examples: ['What is it called?'],
});
const globs = (description: string, examples: string[][]) =>
  list(string({ minLength: 1, maxLength: MAX_GLOB_LENGTH }), { maxItems: MAX_QUESTIONS, description, examples });
const partFiles = globs(
  'The files of the part: globs with `*`, `**` and `?`, relative to the root of the realm. Each must match a file.',
  [['Dockerfile', 'deploy/**']],
);

const variableFields = {
  default: string({
    maxLength: MAX_VALUE_LENGTH,
    description:
      'The value if nobody answers. `{folder}` is the name of the target folder as words: `red-fox` gives `Red Fox`. Without a ' +
      'default, it is the first choice, or else the text that the variable replaces.',
    examples: [FOLDER],
  }),
  format: oneOf(formatNames, {
    description:
      'The form of a value. `text` has letters, digits, spaces and `. , + - _ ’`. A `slug` is like `red-fox`. An `identifier` is ' +
      'like `redFox`.',
    examples: ['text'],
  }),
  choices: list(string({ minLength: 1, maxLength: MAX_VALUE_LENGTH }), {
    maxItems: MAX_QUESTIONS,
    description: 'The values to choose from. If there are none, any value.',
    examples: [[]],
  }),
  files: globs('The files and paths in which it is replaced: globs like those of parts.', [['**']]),
};
const replaces = string({
  maxLength: MAX_VALUE_LENGTH,
  pattern: REPLACES_PATTERN,
  description:
    'The text that the value replaces: two or more words, each beginning with an upper-case letter. No two variables can replace ' +
    'the same text. `Acme Shop` is found as `Acme Shop`, `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`, `AcmeShop`, ' +
    '`ACME_SHOP` and `acmeshop`.',
  examples: ['Acme Shop'],
});
const partDefault = boolean({ description: 'Whether it is included if nobody answers.', examples: [true] });

/** As versions and realms show them. */
export const Variable = object({ ask, replaces, ...variableFields });
export const Part = object({ ask, files: partFiles, default: partDefault });
export const variables = mapOf(Variable, { description: 'The variables of its version, by name.', examples: [{}] });
export const parts = mapOf(Part, {
  description: 'The parts of its version that people can leave out, by name.',
  examples: [{}],
});

const byName = { maxProperties: MAX_QUESTIONS, propertyNames: { pattern: QUESTION_NAME } };

/** As `realm.json` has them. */
export const manifestTemplate = {
  variables: {
    ...mapOf(object({ ask, replaces }, variableFields)),
    ...byName,
    description: 'Texts in the files that people can replace when they use the realm.',
    examples: [{ projectName: { ask: 'What is it called?', replaces: 'Acme Shop', default: FOLDER } }],
  },
  parts: {
    ...mapOf(object({ ask, files: { ...partFiles, minItems: 1 } }, { default: partDefault })),
    ...byName,
    description: 'Files that people can leave out when they use the realm.',
    examples: [{ docker: { ask: 'With Docker?', files: ['Dockerfile', 'deploy/**'], default: true } }],
  },
  leaveOut: globs('Files that only the catalog needs. Projects do not get them. Globs like those of parts.', [
    ['preview/**'],
  ]),
};

export type Variable = Static<typeof Variable>;
export type Part = Static<typeof Part>;
/** What a realm.json asks, and which files it keeps for the catalog. */
export interface Template {
  variables: Record<string, Variable>;
  parts: Record<string, Part>;
  leaveOut: string[];
}
