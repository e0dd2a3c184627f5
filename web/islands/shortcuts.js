// The key "/" leads to the search box, unless someone is typing or has turned shortcuts off.

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
  if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  if (localStorage.getItem('shortcuts') === 'off') return;
  const box = document.querySelector('#search-main, #search-header');
  if (!(box instanceof HTMLInputElement)) return;
  event.preventDefault();
  box.focus();
  box.select();
});
