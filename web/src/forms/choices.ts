// Some of several, or one of them: a group of boxes or radio buttons, each with what it means.
import { html, type Html, type Part } from '../html.ts';
import type { FormState } from './form.ts';

export interface Choices {
  name: string;
  legend: string;
  /** What an error says it of: “The scopes”. */
  noun: string;
  /** One of them (`radio`), or any number. */
  type: 'checkbox' | 'radio';
  options: readonly (readonly [value: string, text: Part])[];
  /** What is chosen before anyone has, separated by blanks. */
  usual: string;
}

export function choices({ values, errors }: FormState, { name, legend, noun, type, options, usual }: Choices): Html {
  const chosen = (values[name] ?? usual).split(' ');
  const error = errors.find((one) => one.field === name);
  return html`<fieldset class="field choice" ${error && html` aria-describedby="${name}-error"`}>
    <legend>${legend}</legend>
    ${error && html`<p class="field-error" id="${name}-error">${noun} ${error.message}.</p>`}
    ${options.map(
      ([value, text]) =>
        html`<label
          ><input type="${type}" name="${name}" value="${value}" ${chosen.includes(value) && html` checked`} /><span
            >${text}</span
          ></label
        >`,
    )}
  </fieldset>`;
}
