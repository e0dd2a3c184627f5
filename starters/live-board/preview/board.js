// The board without its server, for the preview in a catalog: messages come by a clock, and what is posted stays on this page.

const element = (id) => document.getElementById(id);
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const messages = [
  ['Alice', 'Good morning! The kettle is on.'],
  ['Bob', 'Coming. Shall I bring bread?'],
  ['Carol', 'Yes please, and the good butter.'],
  ['Alice', 'The table by the window is free.'],
  ['Dave', 'Five minutes!'],
  ['Bob', 'The bread is still warm.'],
];

function show(name, text) {
  const item = document.createElement('li');
  item.style.setProperty('--hue', hueOf(name));
  item.append(make('strong', name), make('time', time.format(new Date())), make('p', text));
  element('messages').append(item);
  window.scrollTo({ top: document.body.scrollHeight });
}

const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

element('state').textContent = '4 people are here';
for (const [name, text] of messages.splice(0, 3)) show(name, text);
const timer = setInterval(() => {
  const next = messages.shift();
  if (next) show(...next);
  else clearInterval(timer);
}, 2_000);

element('form').addEventListener('submit', (submission) => {
  submission.preventDefault();
  show(element('name').value, element('text').value);
  element('text').value = '';
  element('text').focus();
});
