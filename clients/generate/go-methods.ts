// Writes the methods of the client in Go: a service for each group, the pages of lists, and what their items are known by.
import type { Access } from '../../contract/src/access.ts';
import { errors } from '../../contract/src/errors.ts';
import type { OperationRow } from '../../contract/src/operation.ts';
import { operations } from '../../contract/src/operations.ts';
import type { Method, MethodGroup } from './client-api.ts';
import type { NamedType } from '../../contract/src/data-types.ts';
import { aligned, comment, exported, lowerFirst } from './go-layout.ts';

const serviceName = (group: string) => `${exported(group)}Service`;

export function clientText(groups: MethodGroup[]): string {
  const fields = groups.map(({ name, description }) => ({
    comment: comment([description], '\t'),
    cells: [exported(name), `*${serviceName(name)}`],
  }));
  const makes = groups.map(({ name }) => `\tc.${exported(name)} = &${serviceName(name)}{c}`);
  return `// Client asks one catalog. It may be used by any number of goroutines at once.
type Client struct {
${aligned([...fields, { comment: [], blankBefore: true, cells: ['transport', '*transport'] }]).join('\n')}
}

func (c *Client) addServices() {
${makes.join('\n')}
}
`;
}

export function groupText({ name, description, methods }: MethodGroup): string {
  const words = comment([`${serviceName(name)} has the methods of Client.${exported(name)}. ${description}`.trim()]);
  return [
    ...words,
    `type ${serviceName(name)} struct{ client *Client }`,
    '',
    ...methods.flatMap((method) => methodTexts(name, method)),
  ].join('\n');
}

function methodTexts(group: string, method: Method): string[] {
  const { reply } = method;
  const name = exported(method.name);
  const texts = [methodText(group, name, method, plainCall(method))];
  if (reply.kind === 'series')
    texts.push(
      methodText(group, `${name}CSV`, method, {
        result: '(string, error)',
        code: `return askText(ctx, s.client, ${requestText(method)}, options)`,
      }),
    );
  if (reply.kind === 'page')
    texts.push(methodText(group, name === 'List' ? 'All' : `All${name}`, method, allCall(method)));
  return texts;
}

interface CallText {
  result: string;
  code: string;
  /** In place of the words of the operation. */
  words?: string;
}

function plainCall(method: Method): CallText {
  const request = requestText(method);
  const { reply, input } = method;
  if (input?.kind === 'archive') {
    const code = `return sendOnce(ctx, s.client, ${request}, archive, uploadToken, options)`;
    return { result: '(*UploadedVersion, error)', code };
  }
  switch (reply.kind) {
    case 'nothing':
      return { result: 'error', code: `return askNothing(ctx, s.client, ${request}, options)` };
    case 'boolean':
      return { result: '(bool, error)', code: `return askWhether(ctx, s.client, ${request}, options)` };
    case 'response':
      return { result: '(*http.Response, error)', code: `return askResponse(ctx, s.client, ${request}, options)` };
    default:
      return {
        result: `(*${exported(reply.type)}, error)`,
        code: `return ask[${exported(reply.type)}](ctx, s.client, ${request}, options)`,
      };
  }
}

function allCall(method: Method): CallText {
  if (method.reply.kind !== 'page') throw new Error(`${method.id} is no list`);
  const [page, item] = [exported(method.reply.type), exported(method.reply.item)];
  return {
    result: `func(yield func(*${item}, error) bool)`,
    code: `return all(ctx, s.client, ${requestText(method)}, options, (*${page}).contents, (*${item}).key)`,
    words: `gives the items of all pages of ${exported(method.name)}, each once: \`for item, err := range\` from Go 1.23, and a call with a function before. An error is the last.`,
  };
}

function methodText(group: string, name: string, method: Method, { result, code, words }: CallText): string {
  const text = words ? comment([`${name} ${words}`]) : comment(methodWords(name, method));
  const { parameters, input } = method;
  const path = parameters.map(({ name }) => `${parameterName(name)} string`);
  const own = [...path, ...inputText(input)];
  const signature = `func (s *${serviceName(group)}) ${name}(${['ctx context.Context', ...own, 'options ...CallOption'].join(', ')}) ${result} {`;
  return [...text, signature, `\t${code}`, '}', ''].join('\n');
}

function inputText(input: Method['input']): string[] {
  if (!input) return [];
  if (input.kind === 'archive') return ['archive *Archive', 'uploadToken string'];
  if (input.kind === 'picture') return ['picture []byte'];
  return [`${input.kind} *${exported(input.type)}`];
}

function requestText({ request, parameters, input, reply, id }: Method): string {
  const [method = '', path = ''] = request.split(' ');
  const fields = [`method: "${method}"`, `path: "${path.replace('/v1/api', '')}"`];
  if (parameters.length > 0)
    fields.push(`parameters: []string{${parameters.map(({ name }) => parameterName(name)).join(', ')}}`);
  if (input && input.kind !== 'archive') fields.push(`${input.kind}: ${input.kind}`);
  const row: OperationRow = operations[id];
  if (row.hasIdempotencyKey) fields.push('takesKey: true');
  if (reply.kind === 'response') fields.push('hasSlashes: true');
  if ('marks' in reply) fields.push(`marks: []string{${reply.marks.map((mark) => `"${mark}"`).join(', ')}}`);
  return `request{${fields.join(', ')}}`;
}

const parameterName = (name: string) => lowerFirst(exported(name).replace(/^ID/, 'id'));

function methodWords(name: string, { summary, request, access, description, parameters, ...method }: Method): string[] {
  const codes = method.errors.map((code) => `  - ${code}: ${errors[code].when}.`);
  return [
    `${name} is “${summary}”: ${request}. ${accessText(access)}`.trim(),
    ...(description ? ['', description] : []),
    ...(parameters.length > 0
      ? [
          '',
          ...parameters
            .filter(({ description }) => description)
            .map((one) => `  - ${parameterName(one.name)}: ${one.description}`),
        ]
      : []),
    ...(codes.length > 0 ? ['', 'Codes of its errors, beside those of every method:', ...codes] : []),
  ];
}

function accessText(access: Access): string {
  if (typeof access === 'object') return `Needs the scope ${access.scope}.`;
  return { public: '', credential: 'Needs a credential.', upload: 'Needs the token of an upload.' }[access];
}

export function pageText(page: string, types: NamedType[]): string {
  const { fields = [] } = types.find(({ name }) => name === page) ?? {};
  const list = fields.find(({ type }) => type.kind === 'list');
  const pagination = fields.find(({ name }) => name === 'pagination');
  const paging = pagination?.type.kind === 'named' ? pagination.type.name : '';
  const hasNext = types.find(({ name }) => name === paging)?.fields?.some(({ name }) => name === 'next');
  if (list?.type.kind !== 'list' || list.type.of.kind !== 'named') throw new Error(`${page} has no list`);
  const item = exported(list.type.of.name);
  return `func (p *${exported(page)}) contents() ([]${item}, bool, string) {
	return p.${exported(list.name)}, p.Pagination.HasMore, ${hasNext ? 'p.Pagination.Next' : '""'}
}
`;
}

/** What an item is known by: its id, the value of a tag, the path of a file. */
export function keyText(item: string, types: NamedType[]): string {
  const { fields = [] } = types.find(({ name }) => name === item) ?? {};
  const key = ['id', 'value', 'path'].find((name) => fields.some((field) => field.name === name));
  if (!key) throw new Error(`nothing tells one ${item} from another`);
  return `func (i *${exported(item)}) key() string { return i.${exported(key)} }\n`;
}
