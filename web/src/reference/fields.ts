// Lists of parameters and fields: the name, the type, whether it is required, and what it means.
import { html, type Html } from '../html.ts';
import { prose, typeOf, type JsonSchema } from './schema.ts';

export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** In a request the required fields are marked, in a response those that it may lack. */
export function fieldList(fields: Field[], place: 'request' | 'response'): Html {
  return html`<ul class="fields">
    ${fields.map(
      ({ name, schema, isRequired }) =>
        html`<li>
          <code class="field-name">${name}</code> <span class="soft">${typeOf(schema)}</span>
          ${place === 'request' && isRequired && html`<strong class="badge warning">required</strong>`}
          ${place === 'response' && !isRequired && html`<span class="badge">not always</span>`} ${meaningOf(schema)}
          ${nested(schema, place)}
        </li>`,
    )}
  </ul>`;
}

function meaningOf({ description = '', default: fallback, ...schema }: JsonSchema): Html | false {
  const values = schema.enum ?? schema.items?.enum ?? [];
  const parts = [
    description !== '' && html`${prose(description)} `,
    values.length > 0 && html`One of ${values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}. `,
    fallback !== undefined &&
      html`Default: <code>${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}</code>.`,
  ];
  return parts.some((part) => part !== false) && html`<p>${parts}</p>`;
}

function nested(schema: JsonSchema, place: 'request' | 'response'): Html | false {
  const inner = schema.properties ? schema : schema.items;
  return inner?.properties !== undefined && fieldList(fieldsOf(inner), place);
}
