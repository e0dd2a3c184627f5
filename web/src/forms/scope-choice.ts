// Which scopes a key or an application may have, with what each of them allows.
import { defaultScopes, scopeMeanings, scopes, type Scope } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { choices } from './choices.ts';
import type { FormState } from './form.ts';

/** `allowed` are the scopes that the role of the account allows. */
export const scopeChoice = (form: FormState, allowed: Scope[]): Html =>
  choices(form, {
    name: 'scopes',
    legend: 'Permissions',
    noun: 'The scopes',
    type: 'checkbox',
    options: scopes
      .filter((scope) => allowed.includes(scope))
      .map((scope) => [scope, html`<code>${scope}</code> ${scopeMeanings[scope]}`]),
    usual: defaultScopes.join(' '),
  });
