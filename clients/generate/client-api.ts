// What a client offers, as plain data: its methods in their groups, and the types that they take and give. A file beside this one writes it in a language.
import type { Access } from '../../contract/src/access.ts';
import type { ErrorCode } from '../../contract/src/errors.ts';
import { bodySchemas } from '../../contract/src/openapi.ts';
import { pascalCase } from '../../contract/src/openapi-components.ts';
import { errorsOf, type Specification } from '../../contract/src/operation.ts';
import { operations, type OperationId } from '../../contract/src/operations.ts';
import { chapters, specifications } from '../../contract/src/specifications.ts';
import { collectTypes, type DataType, type NamedType, type Schema } from '../../contract/src/data-types.ts';

export interface Method {
  id: OperationId;
  name: string;
  summary: string;
  description: string;
  /** Such as `GET /v1/api/realms/{slug}`. */
  request: string;
  access: Access;
  /** Those of the path, in their order. */
  parameters: { name: string; description: string }[];
  input?: Input;
  reply: Reply;
  /** The codes of the errors that it throws: its own, and those of every method. */
  errors: ErrorCode[];
  commonErrors: ErrorCode[];
}

type Input = { kind: 'query' | 'body'; type: string; isRequired: boolean } | { kind: 'archive' } | { kind: 'picture' };

type Reply =
  | { kind: 'nothing' | 'boolean' | 'response' }
  /**
   * A page is one of a list, over all of which a client can iterate. A series is a text where `format` is `csv`. What lacks `marks` is something else:
   * fields that catalogs of all releases send.
   */
  | { kind: 'data' | 'series'; type: string; marks: string[] }
  | { kind: 'page'; type: string; item: string; marks: string[] };

export interface MethodGroup {
  name: string;
  description: string;
  methods: Method[];
}

export interface ClientApi {
  types: NamedType[];
  groups: MethodGroup[];
}

type Types = ReturnType<typeof collectTypes>;

export function clientApi(): ClientApi {
  const types = collectTypes();
  const groups = Map.groupBy(Object.keys(operations) as OperationId[], (id) => groupAndName(id)[0]);
  return {
    groups: Array.from(groups, ([name, ids]) => ({
      name,
      description: chaptersOf(ids),
      methods: ids.map((id) => methodOf(id, types)),
    })),
    types: types.types(),
  };
}

const groupAndName = (id: OperationId) => specifications[id].clientMethod.split('.') as [string, string];

function chaptersOf(ids: OperationId[]): string {
  const texts = chapters.filter((chapter) => chapter.ids.some((id) => ids.includes(id)));
  return texts.map(({ description }) => description).join(' ');
}

function methodOf(id: OperationId, types: Types): Method {
  const specification: Specification = specifications[id];
  const { method, path, access, summary, description, params, returns, errors = [] } = specification;
  // What is not found is false.
  const own = errors.filter((code) => returns !== 'boolean' || code !== 'not_found');
  const input = inputOf(id, specification, types);
  const described = Object.entries<Schema>(params?.properties ?? {});
  return {
    id,
    name: groupAndName(id)[1],
    summary,
    description,
    request: `${method} /v1/api${path.replace('...}', '}')}`,
    access,
    parameters: described.map(([name, { description = '' }]) => ({ name, description })),
    ...(input && { input }),
    reply: replyOf(specification, types),
    errors: own,
    commonErrors: errorsOf(specification).filter((code) => !errors.includes(code)),
  };
}

function inputOf(
  id: OperationId,
  { clientMethod, input, query, body }: Specification,
  types: Types,
): Input | undefined {
  if (input === 'archive' || input === 'picture') return { kind: input };
  const schema = query ?? body;
  if (!input || !schema) return undefined;
  const name = `${pascalCase(id)}${pascalCase(input)}`;
  const { properties }: Schema = bodySchemas[name] ?? schema;
  const description = `What \`${clientMethod}\` ${input === 'query' ? 'asks for' : 'sends'}.`;
  // A copy: operations that take the same query have each a type of their own name.
  const type = types.add({ ...schema, properties: { ...properties } }, { name, description }, input);
  return { kind: input, type: nameOf(type), isRequired: schema.required.length > 0 };
}

function replyOf({ reply, returns, query }: Specification, types: Types): Reply {
  if (returns) return { kind: returns };
  if (!('schema' in reply)) return { kind: 'nothing' };
  const schema: Schema = reply.schema;
  const type = nameOf(types.typeOf(schema, { owner: '', property: '', isItem: false, use: 'reply' }));
  if (schema.properties?.['pagination']) return { kind: 'page', type, ...listOf(type, types) };
  // By this field clients know the answer. To compare every field would refuse catalogs of other releases, which have fewer or more.
  const [mark] = schema.required ?? [];
  if (mark === undefined) throw new Error(`nothing tells a ${type} from something else`);
  return { kind: query && 'format' in query.properties ? 'series' : 'data', type, marks: [String(mark)] };
}

/** What the one list of a page has. */
function listOf(page: string, types: Types) {
  const { fields = [] } = types.types().find(({ name }) => name === page) ?? {};
  const [list, ...more] = fields.flatMap(({ name, type }) => (type.kind === 'list' ? [{ name, of: type.of }] : []));
  if (!list || more.length > 0) throw new Error(`${page} has not one list`);
  return { item: nameOf(list.of), marks: [list.name, 'pagination'] };
}

function nameOf(type: DataType): string {
  if (type.kind !== 'named') throw new Error('the reply of an operation is an object');
  return type.name;
}
