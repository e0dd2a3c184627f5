// Shows what is typed into a form where others will see it, while it is typed: `data-shows` names the field.

for (const shown of document.querySelectorAll('[data-shows]')) {
  const field = document.getElementById(shown.getAttribute('data-shows') ?? '');
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.addEventListener('input', () => {
      shown.textContent = field.value || shown.getAttribute('data-or');
    });
}
