// The elements of the upload form: what is shown in them, and what is done with them. The page has them all; without a script they are hidden.
import type { ChosenFile } from '@realm-catalog/client/packing';
import { byteSize, counted } from '../src/numbers.ts';
import { elementIn } from './elements.ts';

/** What will be sent, as it is shown. */
interface ShownChoice {
  title: string;
  files: ChosenFile[];
  /** The paths that are left out. */
  leftOut: string[];
  /** What the button says. */
  action: string;
}

export interface UploadView {
  /** Where the form is sent to. */
  action: string;
  onFolder(handle: (files: File[]) => void): void;
  onArchive(handle: (archive: File) => void): void;
  onDrop(handle: (dropped: DataTransfer) => void): void;
  onPublish(handle: () => void): void;
  showChosen(choice: ShownChoice): void;
  hideChosen(): void;
  /** What happens now, and how much of it is done, from 0 to 1. */
  progress(text: string, share?: number): void;
  /** What went wrong, and with what; and the button that goes on without it, where that is possible. */
  refuse(text: string, items?: string[], leaveOut?: () => void): void;
  /** While something happens, nothing else can be begun. */
  lock(isLocked: boolean): void;
}

export function uploadView(root: HTMLElement): UploadView {
  const form = elementIn(root, 'form', HTMLFormElement);
  const [folder, packed] = [
    elementIn(root, '#folder', HTMLInputElement),
    elementIn(root, '#packed', HTMLInputElement),
  ] as const;
  const chosen = elementIn(root, '.chosen-files', HTMLElement);
  const refusal = elementIn(root, '.upload-refusal', HTMLElement);
  const progress = elementIn(root, '.upload-progress', HTMLElement);
  const leaveOutButton = elementIn(refusal, 'button', HTMLButtonElement);
  let focused: Element | null = null;
  let goOnWithout: (() => void) | undefined;
  leaveOutButton.addEventListener('click', () => goOnWithout?.());
  form.hidden = true;
  elementIn(root, '.uploader', HTMLElement).hidden = false;
  if (!('webkitdirectory' in folder)) elementIn(root, 'label:has(#folder)', HTMLElement).hidden = true; // older phones

  return {
    action: form.action,
    onFolder: (handle) => onFiles(folder, handle),
    onArchive: (handle) => onFiles(packed, ([archive]) => archive && handle(archive)),
    onDrop: (handle) => onDrop(elementIn(root, '.drop-place', HTMLElement), handle),
    onPublish: (handle) => elementIn(chosen, 'button', HTMLElement).addEventListener('click', handle),
    showChosen: (choice) => showChosen(chosen, choice),
    hideChosen: () => void (chosen.hidden = true),
    progress(text, share) {
      progress.hidden = text === '';
      const [status, bar] = [
        elementIn(progress, 'p', HTMLElement),
        elementIn(progress, 'progress', HTMLProgressElement),
      ];
      if (status.textContent !== text) status.textContent = text; // is read out once
      if (share === undefined) bar.removeAttribute('value');
      else bar.value = share;
    },
    refuse(text, items = [], leaveOut) {
      refusal.hidden = text === '';
      leaveOutButton.hidden = leaveOut === undefined;
      goOnWithout = leaveOut;
      elementIn(refusal, 'p', HTMLElement).textContent = text;
      elementIn(refusal, 'ul', HTMLElement).replaceChildren(...items.map((item) => withText('li', item)));
      root.querySelector('#error')?.remove(); // that of an upload without a script
      if (text !== '') document.querySelector('main .notice.success')?.remove(); // it says what was done before
    },
    lock(isLocked) {
      if (isLocked) focused = document.activeElement;
      root.classList.toggle('busy', isLocked);
      for (const control of root.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button'))
        control.disabled = isLocked;
      if (isLocked || document.activeElement !== document.body) return;
      // What is disabled loses the focus; the button that left files out is gone, and the next one is that which publishes.
      if (focused instanceof HTMLElement) focused.focus();
      if (document.activeElement === document.body) elementIn(chosen, 'button', HTMLElement).focus();
    },
  };
}

function showChosen(place: HTMLElement, { title, files, leftOut, action }: ShownChoice): void {
  elementIn(place, 'h2', HTMLElement).textContent = title;
  elementIn(place, '.chosen-list', HTMLElement).hidden = files.length === 0;
  elementIn(place, 'tbody', HTMLElement).replaceChildren(...files.map(fileRow));
  const others = elementIn(place, '.left-out', HTMLElement);
  others.hidden = leftOut.length === 0;
  elementIn(others, 'summary', HTMLElement).textContent =
    `${counted(leftOut.length, 'file or folder', 'files and folders')} left out`;
  elementIn(others, 'ul', HTMLElement).replaceChildren(...leftOut.map((path) => withText('li', path)));
  elementIn(place, 'button', HTMLElement).textContent = action;
  place.hidden = false;
  place.scrollIntoView({ block: 'nearest' });
}

function fileRow({ path, size }: ChosenFile): HTMLElement {
  const row = document.createElement('tr');
  const [name, bytes] = [withText('th', path), withText('td', byteSize(size))];
  name.setAttribute('scope', 'row');
  bytes.className = 'end';
  row.append(name, bytes);
  return row;
}

function withText(tag: 'li' | 'td' | 'th', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** The field is emptied, so that the same folder can be chosen again after something in it was changed. */
function onFiles(input: HTMLInputElement, handle: (files: File[]) => void): void {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) handle(files);
  });
}

/** What is dropped beside the place would replace the page. */
function onDrop(place: HTMLElement, handle: (dropped: DataTransfer) => void): void {
  const isIn = ({ target }: DragEvent) => target instanceof Node && place.contains(target);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.toggle('dropping', isIn(event));
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    if (event.dataTransfer && isIn(event) && !place.closest('.busy')) handle(event.dataTransfer);
  });
}
