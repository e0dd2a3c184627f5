// The types of the client's methods, derived from the contract: what each takes, and what it gives.
import type { ClientGroup, ClientMethodName } from '@realm-catalog/contract/client-methods';
import type { OperationId } from '@realm-catalog/contract/operations';
import type { Static } from '@realm-catalog/contract/schema';
import type { specifications } from '@realm-catalog/contract/specifications';
import type { Archive, TransferOptions } from './archive-source.ts';
import type { Call, CallOptions, PageCall, PageOptions } from './call.ts';

type Specifications = typeof specifications;

/** The values of an object of a request. Those that may be left out may be undefined, too. */
type Fields<S> = S extends { properties: infer P; required: (infer R)[] }
  ? { [K in keyof P & R]: Static<P[K]> } & { [K in Exclude<keyof P, R>]?: Static<P[K]> | undefined }
  : never;

/** The values of a query: a list may also be one text. */
type QueryFields<S> = S extends { properties: infer P }
  ? {
      [K in keyof Fields<S>]:
        | Fields<S>[K]
        | (K extends keyof P ? (P[K] extends { type: 'array' } ? string : never) : never);
    }
  : never;

/** The query or the body of an operation. */
export type InputOf<Id extends OperationId> = Specifications[Id] extends { query: infer Q }
  ? QueryFields<Q>
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

/** The method of an operation. */
type Method<Id extends OperationId> = Specifications[Id] extends { input: 'archive' }
  ? (slug: string, archive: Archive, options: TransferOptions & { token: string }) => Call<ReplyOf<Id>>
  : Specifications[Id] extends { returns: 'response' }
    ? Plain<Id, Response>
    : Specifications[Id] extends { returns: 'boolean' }
      ? Plain<Id, boolean>
      : InputOf<Id> extends { format?: 'json' | 'csv' | undefined }
        ? Series<Id>
        : ReplyOf<Id> extends { pagination: object }
          ? (
              ...args: [...ParametersOf<Id>, ...InputArgument<InputOf<Id>>, options?: PageOptions]
            ) => PageCall<ReplyOf<Id>>
          : Plain<Id, ReplyOf<Id>>;

/** The methods of all operations, in their groups. */
export type Methods = {
  [Group in ClientGroup<OperationId>]: {
    [Id in OperationId as Group extends ClientGroup<Id> ? ClientMethodName<Id> : never]: Method<Id>;
  };
};
