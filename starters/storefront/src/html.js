// HTML as a tagged template: every value is escaped, unless it was made by `html` itself.

class Html extends String {}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function toHtml(value) {
  if (value instanceof Html) return String(value);
  if (Array.isArray(value)) return value.map(toHtml).join('');
  if (value === undefined || value === null || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => entities[character]);
}

export const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(toHtml)));
