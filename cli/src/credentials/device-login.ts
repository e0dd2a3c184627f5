// Shows the code of a login, which a person compares with the one on the page.
import type { DeviceLogin } from '@realm-catalog/client/oauth';
import { jsonText } from '../terminal/printable.ts';
import type { Styles } from '../terminal/style.ts';

export const codeText = ({ verificationUri, userCode }: DeviceLogin, style: Styles) =>
  `Open ${style.bold(verificationUri)} and enter the code ${style.bold(userCode)}.\nThe page shows the code again. Allow the login only if both are the same.`;

/** For a program that shows the code in its own way. It cannot wait for the record on stdout, which is printed at the end. */
export const codeJson = ({ verificationUri, verificationUriComplete, userCode, expiresAt }: DeviceLogin) =>
  jsonText({ verificationUri, verificationUriComplete, userCode, expiresAt });
