// The page: listens to the stream, shows what comes, and posts what is written.
// Text is always set as text, never as HTML, so a message can do no harm.

const element = (id) => document.getElementById(id);
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const stream = new EventSource('/events');
let newest = 0;

stream.addEventListener('message', ({ data }) => {
  const message = JSON.parse(data);
  if (message.id > newest) show(message);
});
stream.addEventListener('presence', ({ data }) => {
  const { people } = JSON.parse(data);
  element('state').textContent = people === 1 ? 'You are alone here' : `${people} people are here`;
  element('empty').hidden = newest > 0;
});
// The browser reconnects by itself, and tells the server the last message it has seen.
stream.addEventListener('error', () => {
  element('state').textContent = 'Reconnecting…';
});

function show({ id, name, text, postedAt }) {
  newest = id;
  const isAtEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 80;
  const item = document.createElement('li');
  item.style.setProperty('--hue', hueOf(name));
  const when = new Date(postedAt);
  item.append(
    make('strong', name),
    make('time', time.format(when), { dateTime: postedAt, title: when.toLocaleString() }),
    make('p', text),
  );
  element('messages').append(item);
  element('empty').hidden = true;
  if (isAtEnd) window.scrollTo({ top: document.body.scrollHeight });
}

const make = (tag, text, properties = {}) =>
  Object.assign(document.createElement(tag), { textContent: text, ...properties });

// Everyone keeps one colour, and needs no account for it.
const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

element('name').value = localStorage.getItem('name') ?? '';

element('form').addEventListener('submit', async (submission) => {
  submission.preventDefault();
  const name = element('name').value;
  localStorage.setItem('name', name);
  const error = await post({ name, text: element('text').value });
  element('error').hidden = error === undefined;
  element('error').textContent = error ?? '';
  if (error === undefined) element('text').value = '';
  element('text').focus();
});

async function post(message) {
  try {
    const response = await fetch('/messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    return response.ok ? undefined : (await response.json()).error;
  } catch {
    return 'The board cannot be reached. Please try again.';
  }
}
