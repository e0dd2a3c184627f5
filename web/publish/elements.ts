// Finds an element that a page surely has.

export function elementIn<Element extends HTMLElement>(
  root: HTMLElement,
  selector: string,
  type: abstract new () => Element,
): Element {
  const element = root.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`${selector} is missing`);
  return element;
}
