// The page of one version of a realm.
import { versionPage } from '@realm-catalog/web/pages/version';
import type { Caller } from '../../credentials/caller.ts';
import { isSmall, type ArchiveFiles } from '../../files/archive-files.ts';
import { findChanges } from '../../files/changed-files.ts';
import type { FindIndex } from '../../files/find-index.ts';
import { CHANGELOG_NAMES, changelogSection } from './changelog.ts';
import type { DownloadPolicy } from './download-policy.ts';
import { fileTree } from './file-tree.ts';
import { ifFound } from '../optional-part.ts';
import type { PageHandler } from '../page.ts';
import type { RenderDocument } from './readme.ts';

/** A page has both, and the tree of files. */
const MAX_README_BYTES = 700 * 1_024;
const MAX_CHANGELOG_BYTES = 150 * 1_024;
const NO_TREE = { root: '', level: { entries: [], more: 0, isOpen: true } };
const NO_FILES = { limit: 0, offset: 0 };

interface VersionPageParts {
  renderDocument: RenderDocument;
  findIndex: FindIndex;
  files: Pick<ArchiveFiles, 'read'>;
  policyOfDownloads: DownloadPolicy;
}

type VersionIndex = Awaited<ReturnType<FindIndex>>;

export function createVersionPages({ renderDocument, findIndex, files, policyOfDownloads }: VersionPageParts) {
  /** The section of its changelog about this version, if the archive has one. */
  async function changelogOf({ archive, index }: VersionIndex, version: string) {
    const file = CHANGELOG_NAMES.values()
      .map((name) => index.find(name))
      .find((found) => found !== undefined);
    if (!file?.isText || !isSmall(file)) return undefined;
    const text = changelogSection((await files.read(archive, file.path)).toString(), version);
    return text === undefined ? undefined : { text, path: file.path };
  }

  /** How many files changed since the version before; undefined while the files of that one cannot be read. */
  async function changesSince(caller: Caller, slug: string, before: string, { index }: VersionIndex) {
    const found = await ifFound(findIndex(caller, slug, before));
    if (!found) return undefined;
    const { counts } = await findChanges(found.index, index, NO_FILES);
    return { version: before, ...counts };
  }

  const version: PageHandler = async ({ site, params, caller, read }) => {
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const { slug } = realm;
    const found = await read('getVersion', { params: { slug, version: params['version'] ?? '' } });
    const { versions } = await read('listVersions', { params: { slug } });
    const before = versions[versions.findIndex((one) => one.version === found.version) + 1]?.version;
    const files = await ifFound(findIndex(caller, slug, found.version));
    const source = { caller, slug, version: found.version };
    const section = files && (await changelogOf(files, found.version));
    const fileOf = (path: string) => `/v1/realms/${slug}/versions/${found.version}/files/${path}`;
    const changelog = await renderDocument(site, {
      ...source,
      text: section?.text ?? '',
      textPath: fileOf(section?.path ?? ''),
      idPrefix: 'changes-',
      maxBytes: MAX_CHANGELOG_BYTES,
    });
    const readme = await renderDocument(site, {
      ...source,
      text: found.longDescription,
      textPath: fileOf('README.md'),
      title: realm.name,
      maxBytes: MAX_README_BYTES,
    });
    const view = {
      realm,
      version: found,
      since: before === undefined || !files ? undefined : await changesSince(caller, slug, before, files),
      changelog: changelog.html,
      readme: readme.html,
      tree: files ? fileTree(site, files.index, { realm, version: found.version, path: '' }) : NO_TREE,
    };
    const isPartial = changelog.isPartial || readme.isPartial;
    return { html: versionPage(site, view), isPartial, policy: await policyOfDownloads() };
  };

  return { version };
}
