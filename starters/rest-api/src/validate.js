// Checks a value against the part of JSON Schema that schema.js uses, and collects everything that is wrong with it.

export function findErrors(schema, value) {
  if (typeOf(value) !== 'object') return [{ field: '', message: 'must be a JSON object' }];
  const errors = [];
  for (const field of schema.required) {
    if (!Object.hasOwn(value, field)) errors.push({ field, message: 'is required' });
  }
  for (const [field, given] of Object.entries(value)) {
    const message = Object.hasOwn(schema.properties, field)
      ? fault(schema.properties[field], given)
      : 'is not a known field';
    if (message) errors.push({ field, message });
  }
  if (Object.keys(value).length < (schema.minProperties ?? 0))
    errors.push({ field: '', message: 'must change something' });
  return errors;
}

// Reads a query string by the table in schema.js. Unknown parameters are ignored; unclear ones are errors.
export function readQuery(table, query) {
  const errors = [];
  const values = {};
  for (const [field, rule] of Object.entries(table)) {
    const given = query.getAll(field);
    values[field] = given.length === 0 ? rule.default : fromText(rule.type, given[0]);
    const message = given.length > 1 ? 'must be given once' : given.length === 1 && fault(rule, values[field]);
    if (message) errors.push({ field, message });
  }
  return { values, errors };
}

function fault(rule, value) {
  const types = [rule.type].flat();
  if (!types.includes(typeOf(value))) return `must be of type ${types.join(' or ')}`;
  if (value === null) return undefined;
  if (rule.minLength !== undefined && value.trim().length < rule.minLength) return 'must not be empty';
  if (value.length > rule.maxLength) return `must have at most ${rule.maxLength} characters`;
  if (value < rule.minimum) return `must be at least ${rule.minimum}`;
  if (value > rule.maximum) return `must be at most ${rule.maximum}`;
  if (rule.format === 'date' && !isDate(value)) return 'must be a date such as 2026-01-31';
  return undefined;
}

function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

// Text that does not read as the type stays text, and so fails the check that follows.
function fromText(type, text) {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function isDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
