// The types that the schemas of the contract stand for, computed by the compiler: what the generated types of the client are compared with.
import type { specifications, OperationId, Static } from '@realm-catalog/contract';

type Specifications = typeof specifications;

/** What an operation answers with. */
export type ReplyOf<Id extends OperationId> = Specifications[Id]['reply'] extends { schema: infer S }
  ? Static<S>
  : void;

/** What a page is a list of. */
export type ItemOf<Page> = { [K in keyof Page]-?: Page[K] extends (infer Item)[] ? Item : never }[keyof Page];

/** The query or the body of an operation. */
export type InputOf<Id extends OperationId> = Specifications[Id] extends { query: infer Q }
  ? QueryFields<Q>
  : Specifications[Id] extends { body: infer B }
    ? Fields<B>
    : never;

/** The values of an object of a request. Those that may be left out may be undefined, too. */
type Fields<S> = S extends { properties: infer P; required: (infer R)[] }
  ? { [K in keyof P & R]: Value<P[K]> } & { [K in Exclude<keyof P, R>]?: Value<P[K]> | undefined }
  : never;

/** Objects within a request are of the same kind. */
type Value<S> = S extends { type: readonly ['object', 'null'] }
  ? Fields<S> | null
  : S extends { properties: object }
    ? Fields<S>
    : Static<S>;

/** The values of a query: a list may also be one text. */
type QueryFields<S> = S extends { properties: infer P }
  ? {
      [K in keyof Fields<S>]:
        | Fields<S>[K]
        | (K extends keyof P ? (P[K] extends { type: 'array' } ? string : never) : never);
    }
  : never;

/** Whether two types have the same fields, whatever they are composed of. */
export type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

type Plain<T> = T extends (infer Item)[] ? Plain<Item>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
