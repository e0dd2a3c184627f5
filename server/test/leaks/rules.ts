// Who is shown a realm by a request, who learns that they may not, and to whom the realm does not exist.
import type { Subject } from './answers.ts';
import { mayAdminister, mayChange, maySee, mayWrite, onPages, type TestCaller } from './callers.ts';

type Condition = (caller: TestCaller, realm: Subject) => boolean;

const everyone = () => true;
const noOne = () => false;
const hasAccount = ({ accountId }: TestCaller) => accountId !== undefined;
const isInBrowser = ({ viewer }: TestCaller) => viewer !== undefined;
const isNotPrivate: Condition = (_, { visibility }) => visibility !== 'private';
/** A page knows the account that is signed in in the browser, and no credential of the API. */
const onPage =
  (condition: Condition): Condition =>
  (caller, realm) =>
    condition(onPages(caller), realm);

/**
 * Who may send the request at all, to whom it then shows the realm, and who else gets a 403, which says that the realm exists. To everyone else the
 * response is that for a realm that never was.
 */
const rules = {
  read: [everyone, maySee, noOne],
  readAsAccount: [hasAccount, maySee, noOne],
  star: [mayWrite, maySee, noOne],
  change: [mayWrite, mayChange, maySee],
  administer: [everyone, mayAdminister, noOne],
  page: [everyone, onPage(maySee), noOne],
  starOnPage: [isInBrowser, onPage(maySee), noOne],
  changeOnPage: [isInBrowser, onPage(mayChange), onPage(maySee)],
  administerOnPage: [everyone, onPage(mayAdminister), noOne],
  /** It reads no credential. */
  file: [everyone, isNotPrivate, noOne],
  /** It is not valid, or names nothing. */
  none: [noOne, noOne, noOne],
} satisfies Record<string, [mayAsk: Condition, isShown: Condition, isForbidden: Condition]>;

export type Rule = keyof typeof rules;

export function expectedFor(rule: Rule, caller: TestCaller, realm: Subject): 'shown' | 'forbidden' | 'unknown' {
  const [mayAsk, isShown, isForbidden] = rules[rule] as [Condition, Condition, Condition];
  if (!mayAsk(caller, realm)) return 'unknown';
  if (isShown(caller, realm)) return 'shown';
  return isForbidden(caller, realm) ? 'forbidden' : 'unknown';
}
