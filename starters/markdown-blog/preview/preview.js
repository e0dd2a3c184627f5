// There is no server behind a preview: a form leads to the page that stands for its answer.
document.addEventListener('submit', (event) => {
  event.preventDefault();
  location.href = event.target.getAttribute('action');
});
