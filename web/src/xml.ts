// XML as a tagged template: every value is escaped, unless it is XML already.
import { html } from './html.ts';

/** The entities that HTML is escaped with are those of XML, too. */
export const xml = html;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
