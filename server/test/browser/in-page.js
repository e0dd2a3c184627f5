// Runs in the page that is tested, before anything else: records what goes wrong, and says what is wrong with the page.

const recorded = { shift: 0, moved: new Set(), violations: /** @type {string[]} */ ([]) };

new PerformanceObserver((list) => {
  for (const { value, sources } of /** @type {any[]} */ (list.getEntries())) {
    recorded.shift += value;
    for (const { node } of sources) recorded.moved.add(node?.outerHTML?.slice(0, 100) ?? node?.textContent);
  }
}).observe({ type: 'layout-shift', buffered: true });

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  recorded.violations.push(`${violatedDirective} ${blockedURI}`);
});

/** Two frames later, everything that moves at the start has moved. */
async function recordedFaults() {
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const { shift, moved, violations } = recorded;
  return [...violations, ...(shift > 0 ? [`layout shift of ${shift} (${[...moved].join(', ')})`] : [])];
}

function layoutFaults() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the document is ${scrollWidth} wide in ${clientWidth}`] : [];
  for (const element of document.querySelectorAll('body *'))
    if (canScroll(element) && !isReached(element))
      faults.push(`nobody can scroll ${element.tagName} .${element.className} by keyboard`);
  for (const link of document.querySelectorAll('.skip:not(:focus)'))
    if (link.getBoundingClientRect().bottom > 0) faults.push(`“${link.textContent}” is in sight without the focus`);
  return faults;
}

/** @param {Element} element */
function canScroll(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  return (
    clientHeight > 0 &&
    ((/auto|scroll/.test(overflowX) && scrollWidth > clientWidth) ||
      (/auto|scroll/.test(overflowY) && scrollHeight > clientHeight))
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** @param {Element} element */
function isReached(element) {
  return element.matches(FOCUSABLE) || element.querySelector(FOCUSABLE) !== null;
}

const ACTIVE = 'script, iframe, object, embed, base, meta, link, style, form, input, button, template, svg, math';
const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Scripts, handlers and addresses that hostile text might have brought into an element.
 * @param {string} selector */
function activeParts(selector) {
  const elements = [...document.querySelectorAll(`${selector} *`)];
  return elements.filter(isActive).map((element) => element.outerHTML.slice(0, 200));
}

/** @param {Element} element */
function isActive(element) {
  const isLink = element instanceof HTMLAnchorElement && element.hasAttribute('href');
  if (element.matches('copy-button > button')) return false; // a script of the catalog puts it there
  return (
    element.matches(ACTIVE) ||
    element
      .getAttributeNames()
      .some((name) => /^on|^(?:style|srcdoc|srcset|action|formaction|xlink:href)$/i.test(name)) ||
    (isLink && !SAFE_PROTOCOLS.has(element.protocol))
  );
}

const recordedViolations = () => recorded.violations;

Object.assign(globalThis, { inPage: { recordedFaults, recordedViolations, layoutFaults, activeParts } });
