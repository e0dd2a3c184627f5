// Closes an open menu when someone presses Escape, or points or goes elsewhere.

/** @type {() => Iterable<HTMLDetailsElement>} */
const openMenus = () => document.querySelectorAll('details:is(.menu, .split > *)[open]');

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});

for (const type of ['pointerdown', 'focusin'])
  document.addEventListener(type, ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
