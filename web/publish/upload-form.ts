// The form of an upload with a script: a folder is chosen or dropped, checked and packed here, its files are shown, and it is seen how far the upload is.
import { chooseFiles, PackingError, type ChosenFile, type FoundSecret } from '@realm-catalog/client/packing';
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import { byteSize, counted } from '../src/numbers.ts';
import { findSecrets, packFolder } from './pack.ts';
import { folderOfDrop, folderOfFiles, type PickedFolder } from './picked-folder.ts';
import { Refusal } from './refusal.ts';
import { sendForm } from './send.ts';
import { uploadView, type UploadView } from './upload-view.ts';

/** What will be sent. */
type Chosen = { archive: File } | { folder: PickedFolder; files: ChosenFile[] };

export class UploadForm extends HTMLElement {
  connectedCallback(): void {
    const view = uploadView(this);
    const { slug = '', next = '' } = this.dataset;
    let chosen: Chosen | undefined;

    const choose = (choice: () => Promise<Chosen>) =>
      void attempt(view, async () => {
        view.hideChosen();
        chosen = undefined;
        chosen = await choice();
      });
    const chooseFolder = (folder: PickedFolder, without: string[] = []): void =>
      choose(() => checkFolder(view, { folder, without, next }, (paths) => chooseFolder(folder, paths)));
    const chooseArchive = (archive: File) => choose(() => checkArchive(view, archive));

    view.onFolder((files) => chooseFolder(folderOfFiles(files)));
    view.onArchive(chooseArchive);
    view.onDrop((dropped) => {
      const folder = folderOfDrop(dropped); // now, because what was dropped is gone after this turn
      const [file, ...others] = dropped.files;
      if (folder) chooseFolder(folder);
      else if (file && others.length === 0) chooseArchive(file);
      else view.refuse('Drop one folder, or one archive.');
    });
    view.onPublish(
      () =>
        void attempt(view, async () => {
          if (chosen) await send(view, await archiveOf(view, chosen, slug));
        }),
    );
  }
}

/** Says what went wrong, and then the form can be used again. */
async function attempt(view: UploadView, work: () => Promise<void>): Promise<void> {
  view.refuse('');
  view.lock(true);
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) view.refuse(error.message, error.items, error.leaveOut);
    else if (error instanceof PackingError) view.refuse(`${error.message} ${error.hint}`);
    else view.refuse('A file could not be read. It may have changed meanwhile: choose the folder again.');
  } finally {
    view.progress('');
    view.lock(false);
  }
}

/** A folder, and the paths of its files that are left out as secrets. */
interface Wanted {
  folder: PickedFolder;
  without: string[];
  next: string;
}

/** `again` begins once more without these files. */
async function checkFolder(
  view: UploadView,
  { folder, without, next }: Wanted,
  again: (without: string[]) => void,
): Promise<Chosen> {
  view.progress('Looking at the files …');
  const leftOut = [...without];
  const all = await chooseFiles(folder.source, { onLeftOut: (path) => leftOut.push(path) });
  const files = all.filter(({ path }) => !without.includes(path));
  const secrets = await findSecrets(folder, files, (share) => view.progress('Looking for secrets …', share));
  if (secrets.length > 0) throw secretsFound(secrets, (paths) => again([...without, ...paths]));
  if (files.length === 0) throw new Refusal('No file is left to publish.');
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const version = await versionIn(folder, files);
  view.showChosen({
    title: `${counted(files.length, 'file')}, ${byteSize(size)}`,
    files,
    leftOut: leftOut.toSorted(),
    action: `Publish ${version ?? next}`,
  });
  return { folder, files };
}

/** Without `realm.json` it would be another realm. */
function secretsFound(secrets: FoundSecret[], leaveOut: (paths: string[]) => void): Refusal {
  const paths = secrets.map(({ path }) => path);
  const isPossible = !paths.includes('realm.json');
  return new Refusal(
    `These files look like secrets. ${isPossible ? 'Leave them out, or remove the secrets' : 'Remove the secrets'} and choose the folder again.`,
    secrets.map(({ path, reason }) => `${path} ${reason}`),
    isPossible ? () => leaveOut(paths) : undefined,
  );
}

async function checkArchive(view: UploadView, archive: File): Promise<Chosen> {
  if (archive.size > MAX_ARCHIVE_BYTES)
    throw new Refusal(`An archive has at most 100 MiB, and this one has ${Math.ceil(archive.size / 1_024 ** 2)} MiB.`);
  const title = `${archive.name}, ${byteSize(archive.size)}`;
  view.showChosen({ title, files: [], leftOut: [], action: 'Publish' });
  return { archive };
}

/** As realm.json says it; undefined if it names none, or cannot be read: the catalog says why. */
async function versionIn(folder: PickedFolder, files: ChosenFile[]): Promise<string | undefined> {
  if (!files.some(({ path }) => path === 'realm.json')) return undefined;
  const text = await (await folder.file('realm.json')).text();
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

const archiveOf = async (view: UploadView, chosen: Chosen, slug: string): Promise<File> =>
  'archive' in chosen
    ? chosen.archive
    : new File(
        [await packFolder(chosen.folder, chosen.files, slug, (share) => view.progress('Packing …', share))],
        `${slug}.tar.gz`,
      );

async function send(view: UploadView, archive: File): Promise<void> {
  const body = new FormData();
  body.append('archive', archive);
  const sent = await sendForm(view.action, body, (bytes, all) =>
    bytes < all
      ? view.progress(`Sending ${byteSize(all)} …`, bytes / all)
      : view.progress('The catalog looks at each file …'),
  );
  if ('refusal' in sent) throw new Refusal(sent.refusal);
  location.assign(sent.location);
  await new Promise(() => undefined); // the next page comes
}
