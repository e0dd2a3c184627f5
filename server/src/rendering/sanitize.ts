// Removes from the HTML of a document every element and attribute that is not on a list. The text inside a removed element stays, except where it is no
// text to read, such as that of a script.
import sanitizeHtml from 'sanitize-html';
import { ALERT_CLASS } from './alerts.ts';

const BLOCKS = 'h1 h2 h3 h4 h5 h6 p div blockquote pre hr ul ol li dl dt dd details summary figure figcaption';
const TABLES = 'table caption thead tbody tfoot tr th td';
const INLINE =
  'a img br wbr b strong i em u s del ins small sub sup mark q cite code kbd samp var abbr dfn span bdi bdo ruby rt rp time';

/** Their content is a program, a picture or a form, and never a part of the text. */
const WITHOUT_TEXT =
  'script style textarea option select button xmp noscript noembed noframes iframe object embed applet template title svg math audio video canvas';

/** What the values of attributes look like; an attribute with another value is dropped. */
const VALUES = new Map<string, RegExp>(
  Object.entries({
    align: /^(left|center|right)$/i,
    dir: /^(ltr|rtl|auto)$/i,
    lang: /^[a-z\d-]{1,35}$/i,
    width: /^\d{1,4}(px|%)?$/,
    height: /^\d{1,4}(px|%)?$/,
    colspan: /^\d{1,2}$/,
    rowspan: /^\d{1,2}$/,
    start: /^\d{1,9}$/,
    scope: /^(row|col)$/i,
    id: /^\S{1,200}$/,
    name: /^\S{1,200}$/,
  }),
);

const options: sanitizeHtml.IOptions = {
  allowedTags: `${BLOCKS} ${TABLES} ${INLINE}`.split(' '),
  nonTextTags: WITHOUT_TEXT.split(' '),
  allowedAttributes: {
    '*': ['id', 'dir', 'lang', 'align'],
    a: ['href', 'name', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    details: ['open'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedClasses: {
    code: [/^language-[\w+#.-]{1,40}$/],
    span: [/^hljs-[\w-]{1,40}$/],
    blockquote: [ALERT_CLASS],
    div: ['footnotes'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  parseStyleAttributes: false,
  nestingLimit: 100,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withValidValues(attribs) }) },
};

/** Returns the part of the HTML that is allowed. Its elements may still be nested in ways that browsers mend by moving them. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, options);
}

function withValidValues(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  for (const [name, value] of Object.entries(attributes))
    if (VALUES.get(name)?.test(value) === false) delete attributes[name];
  return attributes;
}
