// Reads the text of a query: within its bounds, and so that no error reads it again.
import { parse, Source, TokenKind, type DocumentNode, type Token } from 'graphql';
import { refusal } from './refusal.ts';

const MAX_TOKENS = 1_000;
/** Characters that mean nothing: blanks, line ends, commas and comments. */
const MAX_IGNORED = 16 * 1_024;

/** Throws where the text is no document of GraphQL, or too long for what it means. */
export function readDocument(query: string): DocumentNode {
  const source = new Source(query);
  const document = parse(source, { maxTokens: MAX_TOKENS });
  // For each error, the package counts the lines of the source up to the place of the error. Every token knows its line, so failures.ts needs
  // no source.
  source.body = '';
  if (query.length - meaningIn(document) > MAX_IGNORED)
    throw refusal(`The query has more than ${MAX_IGNORED} characters of blanks, line ends, commas and comments.`);
  return document;
}

/** How many characters belong to tokens. */
function meaningIn({ loc }: DocumentNode): number {
  let length = 0;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next)
    if (token.kind !== TokenKind.COMMENT) length += token.end - token.start;
  return length;
}
