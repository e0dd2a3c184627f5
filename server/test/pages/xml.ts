// Reads XML strictly, as far as the documents of the catalog need it.
import assert from 'node:assert/strict';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const TOKEN = /<\?xml [^>]*\?>|<(\/?)([A-Za-z][\w:]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decode(text: string): string {
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#39);)/, 'every ampersand is escaped');
  return text.replaceAll(/&([^;]+);/g, (_, name: string) => entities[name] ?? '');
}

/** Returns the root; fails where the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, end, name, attributes = '', empty, content] =
      TOKEN.exec(text) ?? assert.fail(`no XML: ${text.slice(at, at + 80)}`);
    const current = open.at(-1) ?? assert.fail('the root has ended');
    if (content !== undefined) current.text += decode(content);
    else if (end) assert.equal(open.pop()?.name, name, 'an element ends that has begun');
    else if (name) {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
      const element: XmlElement = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, decode(value)])),
        children: [],
        text: '',
      };
      current.children.push(element);
      if (!empty) open.push(element);
    }
  }
  assert.equal(open.length, 1, 'every element has ended');
  assert.equal(root.children.length, 1, 'there is one root');
  return root.children[0] as XmlElement;
}
