// Whether an answer is one that the OpenAPI document promises: its status, its type, its shape, and the headers of every answer.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Document, Generated, Operation } from './request-generator.ts';
import { internalDetails } from '../support/internal-details.ts';
import type { Got } from './sending.ts';

/** Beyond what an operation names: what any address answers (docs/api.md). */
const anywhere = { problem: new Set([404, 405, 431]), preflight: 204 };

const formats = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
};

/** What is wrong with the answer to a request; nothing when all is well. */
export function judge(document: Document): (request: Generated, answer: Got) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats, validateFormats: true });
  ajv.addSchema(closed(document), 'openapi');
  const validators = new Map<string, ValidateFunction>();

  function shapeFaults(pointer: string[], text: string): string[] {
    const at = pointer.map((part) => part.replaceAll('/', '~1').replaceAll(/[{}]/g, encodeURIComponent)).join('/');
    const validate = validators.get(at) ?? ajv.compile({ $ref: `openapi#/${at}` });
    validators.set(at, validate);
    try {
      return validate(JSON.parse(text)) ? [] : [ajv.errorsText(validate.errors)];
    } catch {
      return ['the body is not JSON'];
    }
  }

  return ({ template, method, after }, { status, headers, text }) => {
    const faults: string[] = [];
    const fault = (isWrong: boolean, what: string) => isWrong && faults.push(what);
    if (status === 0) return [`no answer: ${text}`];
    fault(status >= 500, `${status}`);
    fault(!/^[\w-]{1,64}$/.test(String(headers['x-request-id'])), 'no request id');
    fault(headers['x-content-type-options'] !== 'nosniff', 'no nosniff');
    fault(headers['strict-transport-security'] !== 'max-age=31536000', 'no https for later');
    fault(internalDetails.test(text) && status >= 400, 'shows the inside');
    const own = document.paths[template];
    if (!own) return faults;

    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation: Operation | undefined = own[asked];
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    if (type === 'application/problem+json' && text !== '') {
      const problem = JSON.parse(text) as { status: number; requestId: string };
      fault(problem.status !== status, 'the problem has another status');
      fault(problem.requestId !== headers['x-request-id'], 'the problem has another request id');
      faults.push(...shapeFaults(['components', 'schemas', 'Problem'], text));
    }
    if (method === 'OPTIONS') fault(status !== anywhere.preflight && status < 400, `${status} is no preflight`);
    fault(status === 401 && headers['www-authenticate'] === undefined, '401 without a challenge');
    fault(status === 405 && headers.allow === undefined, '405 without Allow');
    if (method === 'OPTIONS' || after !== '' || !operation) {
      fault(status < 400 && method !== 'OPTIONS' && !operation, `${status} to a method that it does not have`);
      return faults;
    }

    fault(headers['x-ratelimit-limit'] === undefined && status !== 431, 'no rate headers');
    const promised = operation.responses[status];
    if (!promised) {
      fault(!anywhere.problem.has(status), `${status} is not named`);
      return faults;
    }
    const promisedTypes = Object.keys(promised.content ?? {});
    fault(
      text !== '' && !promisedTypes.includes(type),
      `${type} in place of ${promisedTypes.join(' or ') || 'nothing'}`,
    );
    if (method !== 'HEAD' && promisedTypes.includes(type) && type.endsWith('json'))
      faults.push(
        ...shapeFaults(['paths', template, asked, 'responses', `${status}`, 'content', type, 'schema'], text),
      );
    return faults;
  };
}

/** Objects have what they name and nothing else. */
function closed(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
    return isObject && 'properties' in value ? { ...value, additionalProperties: false } : value;
  }) as Document;
}
