type Annotations = {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
};
type Properties = Record<string, object>;
export declare const string: <const A extends Annotations & {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    format?: string;
}>(annotations?: A) => {
    type: 'string';
} & A;
export declare const integer: <const A extends Annotations & {
    minimum?: number;
    maximum?: number;
}>(annotations?: A) => {
    type: 'integer';
} & A;
export declare const boolean: <const A extends Annotations>(annotations?: A) => {
    type: 'boolean';
} & A;
export declare const oneOf: <const V extends string>(values: readonly V[], annotations?: Annotations) => {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly type: 'string';
    readonly enum: readonly V[];
};
export declare const list: <const I extends object>(items: I, annotations?: Annotations & {
    minItems?: number;
    maxItems?: number;
    'x-repeated'?: true;
}) => {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly 'x-repeated'?: true;
    readonly type: 'array';
    readonly items: I;
};
export declare const mapOf: <const V extends object>(values: V, annotations?: Annotations) => {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly type: 'object';
    readonly additionalProperties: V;
};
/** An object that has every property of `required`, and may have those of `optional`. */
export declare const object: <const R extends Properties, const O extends Properties = {}>(required: R, optional?: O, annotations?: Annotations) => {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    properties: R & O;
    required: (keyof R)[];
};
/** The same object, or null. */
export declare const orNull: <const S extends {
    type: 'object';
}>({ type: _type, ...schema }: S, annotations?: Annotations) => {
    type: readonly ['object', 'null'];
} & Omit<S, "type"> & {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
};
/** The TypeScript type of the values that a schema admits. */
export type Static<S> = S extends {
    enum: readonly (infer V)[];
} ? V : S extends {
    type: 'string';
} ? string : S extends {
    type: 'integer';
} ? number : S extends {
    type: 'boolean';
} ? boolean : S extends {
    type: 'array';
    items: infer I;
} ? Static<I>[] : S extends {
    properties: infer P;
    required: (infer R)[];
} ? ({
    [K in keyof P & R]: Static<P[K]>;
} & {
    [K in Exclude<keyof P, R>]?: Static<P[K]>;
}) | (S extends {
    type: readonly [string, 'null'];
} ? null : never) : S extends {
    additionalProperties: infer V;
} ? Record<string, Static<V>> : never;
export {};
