// Forms of the pages: one column, labels above their fields, help below them, and what is wrong beside the field that it is about.
import { html, type Html } from '../html.ts';

interface FieldError {
  field: string;
  /** What is wrong, as the API says it: “must not be empty”. */
  message: string;
}

/** What was typed into a form, and what is wrong with it. */
export interface FormState {
  values: Record<string, string>;
  errors: FieldError[];
  /** What is wrong, if it is about no field. */
  error?: string | undefined;
}

export const NEW_FORM: FormState = { values: {}, errors: [] };

/** The fields of a form that was sent. What was typed as a password is not shown again. */
export function readValues(form: URLSearchParams, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').toWellFormed()]));
}

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'date' | 'email' | 'url';
  /** More than one line of text. */
  rows?: number;
  help?: Html | string;
  /** Values to choose from; any other may be typed, too. */
  suggestions?: readonly string[];
  autocomplete?: string;
  isRequired?: boolean;
  maxLength?: number;
  /** The id of a text that says what it is for. */
  describedBy?: string;
  /** Whether what is wrong with the form as a whole is about this field, too. */
  isOfForm?: boolean;
  hasFocus?: boolean;
}

/** Of the fields with an error, the first has the focus. */
export function field(state: FormState, shown: Field): Html {
  const { name, label, type = 'text', rows, help, suggestions } = shown;
  const error = state.errors.find((one) => one.field === name);
  const value = type === 'password' ? '' : (state.values[name] ?? '');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${
      rows === undefined
        ? html`<input id="${name}" name="${name}" type="${type}" value="${value}" ${attributes(state, shown)} />`
        : html`<textarea id="${name}" name="${name}" rows="${rows}" ${attributes(state, shown)}>${value}</textarea>`
    }
    ${suggestions && html`<datalist id="${name}-suggestions">${suggestions.map((text) => html`<option value="${text}"></option>`)}</datalist>`}
    ${error && html`<p class="field-error" id="${name}-error">${label} ${error.message}.</p>`}
    ${help !== undefined && html`<p class="field-help" id="${name}-help">${help}</p>`}
  </div>`;
}

function attributes(state: FormState, shown: Field): Html {
  const { name, help, autocomplete, isRequired, maxLength, describedBy, isOfForm = false, hasFocus } = shown;
  const ofForm = isOfForm && state.error !== undefined;
  const own = state.errors.find((one) => one.field === name);
  const texts = [ofForm ? 'error' : describedBy, own && `${name}-error`, help !== undefined && `${name}-help`].filter(
    Boolean,
  );
  const isFocused = own ? state.errors[0] === own : hasFocus === true && state.errors.length === 0;
  const parts = [
    autocomplete !== undefined && html`autocomplete="${autocomplete}"`,
    autocomplete === 'username' && html`autocapitalize="none" spellcheck="false"`,
    maxLength !== undefined && html`maxlength="${maxLength}"`,
    shown.suggestions && html`list="${name}-suggestions"`,
    isRequired === true && html`required`,
    isFocused && html`autofocus`,
    (own || ofForm) && html`aria-invalid="true"`,
    texts.length > 0 && html`aria-describedby="${texts.join(' ')}"`,
  ];
  return html`${parts.map((part) => part && html` ${part}`)}`;
}

/** What is wrong with the form as a whole. */
export const formError = ({ error }: FormState): Html | false =>
  error !== undefined && html`<p class="notice danger" id="error" role="alert">${error}</p>`;

/** Whose password a form asks for, where it asks for no name: managers of passwords need it. It is not sent. */
export const hiddenUsername = (username: string): Html =>
  html`<input type="text" value="${username}" autocomplete="username" hidden />`;

/** A button that sends a form without other fields. */
export const buttonForm = (action: string, text: string, hidden: Record<string, string> = {}): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${text}</button>
  </form>`;
