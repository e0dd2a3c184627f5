// The types of the client's methods, derived from the contract: what each takes, and what it gives.
import type { OperationId } from '@realm-catalog/contract/operations';
import type { Static } from '@realm-catalog/contract/schema';
import type { specifications } from '@realm-catalog/contract/specifications';
import type { Archive, TransferOptions } from './archive-source.ts';
import type { Call, CallOptions, PageCall, PageOptions } from './call.ts';

type Specifications = typeof specifications;

/** A row of the table of methods. The compiler compares `input` and `hasIdempotencyKey` with the contract. */
export type Row = {
  [Id in OperationId]: { operation: Id; returns?: 'response' | 'boolean' } & InputKind<Specifications[Id]> &
    Keyed<Specifications[Id]>;
}[OperationId];

type InputKind<S> = S extends { archive: true }
  ? { input: 'archive' }
  : S extends { query: object }
    ? { input: 'query' }
    : S extends { body: object }
      ? { input: 'body' }
      : { input?: never };

/** Whether the operation recognizes a retry by its `Idempotency-Key`. */
type Keyed<S> = S extends { requestHeaders: readonly ['Idempotency-Key'] }
  ? { hasIdempotencyKey: true }
  : { hasIdempotencyKey?: never };

/** The values of an object of a request. Those that may be left out may be undefined, too. */
type Fields<S> = S extends { properties: infer P; required: (infer R)[] }
  ? { [K in keyof P & R]: Static<P[K]> } & { [K in Exclude<keyof P, R>]?: Static<P[K]> | undefined }
  : never;

/** The query or the body of an operation. */
export type InputOf<Id extends OperationId> = Specifications[Id] extends { query: infer Q }
  ? Fields<Q>
  : Specifications[Id] extends { body: infer B }
    ? Fields<B>
    : never;

/** What an operation answers with. */
export type ReplyOf<Id extends OperationId> = Specifications[Id]['reply'] extends { schema: infer S }
  ? Static<S>
  : void;

type PathParameters<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [parameter: string, ...PathParameters<Rest>]
  : [];

type ParametersOf<Id extends OperationId> = PathParameters<Specifications[Id]['path']>;

type InputArgument<Input> = [Input] extends [never] ? [] : {} extends Input ? [input?: Input] : [input: Input];

type Plain<Id extends OperationId, Result> = (
  ...args: [...ParametersOf<Id>, ...InputArgument<InputOf<Id>>, options?: CallOptions]
) => Call<Result>;

/** A series comes as an object, or as the text of a CSV file. */
interface Series<Id extends OperationId> {
  (...args: [...ParametersOf<Id>, input: InputOf<Id> & { format: 'csv' }, options?: CallOptions]): Call<string>;
  (
    ...args: [...ParametersOf<Id>, ...InputArgument<InputOf<Id> & { format?: 'json' }>, options?: CallOptions]
  ): Call<ReplyOf<Id>>;
}

/** The method of a row. */
type Method<R extends Row> = R extends { input: 'archive' }
  ? (slug: string, archive: Archive, options: TransferOptions & { token: string }) => Call<ReplyOf<R['operation']>>
  : R extends { returns: 'response' }
    ? Plain<R['operation'], Response>
    : R extends { returns: 'boolean' }
      ? Plain<R['operation'], boolean>
      : InputOf<R['operation']> extends { format?: 'json' | 'csv' | undefined }
        ? Series<R['operation']>
        : ReplyOf<R['operation']> extends { pagination: object }
          ? (
              ...args: [
                ...ParametersOf<R['operation']>,
                ...InputArgument<InputOf<R['operation']>>,
                options?: PageOptions,
              ]
            ) => PageCall<ReplyOf<R['operation']>>
          : Plain<R['operation'], ReplyOf<R['operation']>>;

/** The methods of a table, in its groups. */
export type MethodsOf<Table extends Record<string, Record<string, Row>>> = {
  [Group in keyof Table]: { [Name in keyof Table[Group]]: Method<Table[Group][Name]> };
};
