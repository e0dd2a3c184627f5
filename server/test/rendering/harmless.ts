// Finds what is harmful in rendered HTML, by the tree that a browser makes of it inside a page.
import { html as names, parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const words = (text: string) => new Set(text.split(' '));

const ELEMENTS = words(
  'h2 h3 h4 h5 h6 p div blockquote pre hr ul ol li dl dt dd details summary figure figcaption ' +
    'table caption thead tbody tfoot tr th td a img br wbr b strong i em u s del ins small sub sup mark q cite code kbd samp var abbr dfn ' +
    'span bdi bdo ruby rt rp time copy-button',
);
const ATTRIBUTES = words(
  'id dir lang align href title src alt width height open start colspan rowspan scope class rel loading role tabindex aria-label',
);
const CLASS =
  /^(hljs-[\w-]+|language-[\w+#.-]+|anchor|heading|remote-image|table|task|task-box|done|code-block|footnotes|alert|alert-\w+)$/;

/** The address of a link: a place in the document, a file of the archive, a web page or a mailbox. */
const LINK = /^(#readme-|#$|\/files\/|https?:\/\/[^/]|mailto:)/;
const IMAGE = /^\/images\/[^?#]+\.(png|jpe?g|gif|webp|avif|svg)$/i;
/** A step upwards, by itself or escaped, or an escaped slash. */
const CLIMBING = /(^|\/)(\.|%2e){2}(\/|$)|%2f|%5c|\\/i;

export const BASE = { files: '/files/', images: '/images/' };

/** Returns a sentence for each thing in the HTML that has no place in a page. */
export function findHarm(html: string): string[] {
  const page = parse(`<!doctype html><body><div id="document">${html}<hr id="end"></div><hr id="after"></body>`);
  const body = elements(page).find(({ tagName }) => tagName === 'body') as Element;
  const [container] = body.childNodes as [Element];
  const end = container.childNodes.at(-1);
  const isInPlace = body.childNodes.map(idOf).join(' ') === 'document after' && idOf(end) === 'end';
  const content = elements(container).filter((element) => element !== container && element !== end);
  return [...(isInPlace ? [] : ['the document has other ends than its own']), ...content.flatMap(harmOf)];
}

/** The node, if it is an element, and all elements in it. */
function elements(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(elements)] : own;
}

const idOf = (node?: Node) =>
  node && 'attrs' in node ? node.attrs.find(({ name }) => name === 'id')?.value : undefined;

function harmOf({ tagName, attrs, namespaceURI }: Element): string[] {
  const harm = attrs
    .filter((attribute) => !isHarmless(tagName, attribute))
    .map(({ name, value }) => `an attribute: <${tagName} ${name}="${value}">`);
  const isKnown = ELEMENTS.has(tagName) && namespaceURI === names.NS.HTML;
  return isKnown ? harm : [`an element: <${tagName}>`, ...harm];
}

function isHarmless(tag: string, { name, value }: { name: string; value: string }): boolean {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === 'href') return tag === 'a' && LINK.test(value) && !(value.startsWith('/') && CLIMBING.test(value));
  if (name === 'src') return tag === 'img' && IMAGE.test(value) && !CLIMBING.test(value);
  if (name === 'id') return value.startsWith('readme-');
  return name !== 'class' || value.split(' ').every((one) => CLASS.test(one));
}
