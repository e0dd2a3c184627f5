// Gives a star, or takes it back, without leaving the page. The button changes at once, and back if the catalog says no.

/** @type {(button: HTMLButtonElement, isStarred: boolean) => void} */
function showStar(button, isStarred) {
  button.setAttribute('aria-pressed', String(isStarred));
  button.value = isStarred ? 'no' : 'yes';
  const number = button.querySelector('.number');
  const count = Number(number?.textContent?.replaceAll(',', ''));
  if (number && !Number.isNaN(count)) number.textContent = (count + (isStarred ? 1 : -1)).toLocaleString('en'); // 12.4k stays
}

document.addEventListener('submit', async (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement && form.matches('.star') && button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const isStarred = button.value === 'yes';
  const body = new URLSearchParams({ star: button.value, script: 'yes' });
  showStar(button, isStarred);
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  if (answer?.ok) return;
  showStar(button, !isStarred);
  if (answer?.status === 401) form.submit(); // which leads to the page to sign in
});
