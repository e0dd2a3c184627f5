// The few JSON Schema forms that the contract is written in, and the TypeScript type that each stands for.

type Annotations = { description?: string; examples?: readonly unknown[]; default?: unknown };
type Properties = Record<string, object>;

export const string = <
  const A extends Annotations & { minLength?: number; maxLength?: number; pattern?: string; format?: string },
>(
  annotations?: A,
) => ({ type: 'string', ...annotations }) as { type: 'string' } & A;

export const integer = <const A extends Annotations & { minimum?: number; maximum?: number }>(annotations?: A) =>
  ({ type: 'integer', ...annotations }) as { type: 'integer' } & A;

export const boolean = <const A extends Annotations>(annotations?: A) =>
  ({ type: 'boolean', ...annotations }) as { type: 'boolean' } & A;

export const oneOf = <const V extends string>(values: readonly V[], annotations?: Annotations) =>
  ({ type: 'string', enum: values, ...annotations }) as const;

export const list = <const I extends object>(
  items: I,
  /** `x-repeated`: in a query, a value is never split at commas. */
  annotations?: Annotations & { minItems?: number; maxItems?: number; 'x-repeated'?: true },
) => ({ type: 'array', items, ...annotations }) as const;

export const mapOf = <const V extends object>(values: V, annotations?: Annotations) =>
  ({ type: 'object', additionalProperties: values, ...annotations }) as const;

/** An object that has every property of `required`, and may have those of `optional`. */
export const object = <const R extends Properties, const O extends Properties = {}>(
  required: R,
  optional?: O,
  annotations?: Annotations,
) => ({
  type: 'object' as const,
  properties: { ...required, ...optional } as R & O,
  required: Object.keys(required) as (keyof R)[],
  ...annotations,
});

/** The same object, or null. */
export const orNull = <const S extends { type: 'object' }>(
  { type: _type, ...schema }: S,
  annotations?: Annotations,
) => ({
  type: ['object', 'null'] as const,
  ...schema,
  ...annotations,
});

/** The TypeScript type of the values that a schema admits. */
export type Static<S> = S extends { enum: readonly (infer V)[] }
  ? V
  : S extends { type: 'string' }
    ? string
    : S extends { type: 'integer' }
      ? number
      : S extends { type: 'boolean' }
        ? boolean
        : S extends { type: 'array'; items: infer I }
          ? Static<I>[]
          : S extends { properties: infer P; required: (infer R)[] }
            ?
                | ({ [K in keyof P & R]: Static<P[K]> } & { [K in Exclude<keyof P, R>]?: Static<P[K]> })
                | (S extends { type: readonly [string, 'null'] } ? null : never)
            : S extends { additionalProperties: infer V }
              ? Record<string, Static<V>>
              : never;
