// The outline of a long document: a closed list of links to its sections.
import { element, textNode, type Element } from './html-tree.ts';

export interface Section {
  /** Of its heading on the page, from 2 to 6. */
  level: number;
  id: string;
  title: string;
}

/** A document with fewer sections needs no outline. */
const MIN_SECTIONS = 4;
const MAX_SECTIONS = 100;
const LOWEST_LEVEL = 3;

/** Returns nothing for a document with few sections. The title of the document is no section of it. */
export function outlineOf(sections: Section[]): Element | undefined {
  const high = sections.filter(({ level }) => level <= LOWEST_LEVEL);
  const hasTitle = high[0]?.level === 2 && high.filter(({ level }) => level === 2).length === 1;
  const listed = high.slice(hasTitle ? 1 : 0, MAX_SECTIONS);
  if (listed.length < MIN_SECTIONS) return undefined;
  const top = Math.min(...listed.map(({ level }) => level));
  const items = listed.map(({ level, id, title }) =>
    element('li', level > top ? { class: 'inner' } : {}, [
      element('a', { href: `#${id}`, dir: 'auto' }, [textNode(title)]),
    ]),
  );
  const summary = element('summary', {}, [textNode('On this page')]);
  return element('details', { class: 'outline' }, [summary, element('ul', {}, items)]);
}
