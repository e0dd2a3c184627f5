// Makes the package of a client of another language: a wheel for Python, and a module for Go. Both are zips whose times and order are always the same.
import { hash } from 'node:crypto';
import { memoryFile } from '../inspection/memory-file.ts';
import { zipWriter } from '../inspection/zip-writer.ts';
import { GO_MODULE, sourcesOf, type Language, type SourceFile } from './language-sources.ts';

export interface PackageJob {
  name: Language;
  version: string;
}

const MAX_ZIP_BYTES = 1_024 ** 2;

export function makePackage({ name, version }: PackageJob): Buffer {
  const sources = sourcesOf(name);
  return zipOf(name === 'python' ? wheelFiles(sources, version) : moduleFiles(sources, version));
}

function zipOf(files: SourceFile[]): Buffer {
  const file = memoryFile(MAX_ZIP_BYTES);
  const zip = zipWriter(file.write);
  for (const [path, content] of files) {
    zip.begin(Buffer.from(path), 0o644);
    zip.add(content);
    zip.end();
  }
  zip.close();
  if (!file.content) throw new Error('the package is too large');
  return file.content;
}

/** As the go command wants it: every file below the module and its version. */
function moduleFiles(sources: SourceFile[], version: string): SourceFile[] {
  return sources.map(([path, content]) => [`${GO_MODULE}@${version}/${path}`, content]);
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
function wheelFiles(sources: SourceFile[], version: string): SourceFile[] {
  const text = (name: string) => String(sources.find(([path]) => path === name)?.[1] ?? '');
  const about = `realm_catalog-${version}.dist-info`;
  const files: SourceFile[] = [
    ...sources
      .filter(([path]) => path.startsWith('src/'))
      .map(([path, content]): SourceFile => [path.slice('src/'.length), content]),
    [`${about}/LICENSE`, Buffer.from(text('LICENSE'))],
    [`${about}/METADATA`, Buffer.from(metadata(version, text('pyproject.toml'), text('README.md')))],
    [`${about}/WHEEL`, Buffer.from(WHEEL)],
  ];
  const record = files.map(
    ([path, content]) => `${path},sha256=${hash('sha256', content, 'base64url')},${content.length}\n`,
  );
  return [...files, [`${about}/RECORD`, Buffer.from(`${record.join('')}${about}/RECORD,,\n`)]];
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: realm-catalog\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

function metadata(version: string, project: string, readme: string): string {
  const fields = {
    'Metadata-Version': '2.1',
    Name: 'realm-catalog',
    Version: version,
    Summary: projectField(project, 'description'),
    License: 'MIT',
    'Requires-Python': projectField(project, 'requires-python'),
    'Description-Content-Type': 'text/markdown',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join('')}\n${readme}`;
}

/** The text of a field in pyproject.toml. */
function projectField(project: string, name: string): string {
  const [, value] = new RegExp(`^${name} *= *"([^"\\\\]*)"$`, 'm').exec(project) ?? [];
  if (value === undefined) throw new Error(`pyproject.toml has no ${name}`);
  return value;
}
