// Hostile names and pairs of names, each in a tar and in a zip.
import { pax, tarEntry, targz, UTF8, zip, type Bytes } from '../archives/archive-writers.ts';
import type { Corpus } from './archives.ts';

const climbs = /climbs out/;
const absolute = /absolute path/;
const backslash = /separator on Windows/;
const home = /home folder/;
const dotted = /empty part or “\.”/;
const control = /control character/;
const invisible = /invisible or directional/;
const device = /reserves for a device/;
const trailing = /ends in a dot or a blank/;
const character = /which Windows does not allow/;
const git = /“\.git” in its path/;
const notUtf8 = /not named in UTF-8/;
const bytes = (...values: number[]) => Buffer.from(values);

const names: [what: string, name: Bytes, why: RegExp][] = [
  ['climbs at once', '../evil', climbs],
  ['climbs further than it descends', 'a/../../evil', climbs],
  ['climbs within the archive', 'a/b/../c', climbs],
  ['climbs in its last part', 'a/..', climbs],
  ['is the parent itself', '..', climbs],
  ['climbs behind ./', './../evil', climbs],
  ['climbs to a system file', '../../../../../../etc/cron.d/evil', climbs],
  ['is absolute', '/etc/passwd', absolute],
  ['is the root', '/', absolute],
  ['is absolute with two slashes', '//server/share/x', absolute],
  ['is a UNC path', '\\\\server\\share\\x', absolute],
  ['is a device path', '\\\\?\\C:\\x', absolute],
  ['has a backslash first', '\\x', absolute],
  ['has a drive letter and a backslash', 'C:\\x', absolute],
  ['has a drive letter and a slash', 'c:/x', absolute],
  ['has a drive letter alone', 'C:x', absolute],
  ['climbs with backslashes', '..\\..\\x', backslash],
  ['has a backslash inside', 'a\\b', backslash],
  ['climbs with mixed separators', 'a/..\\..\\b', backslash],
  ['begins in a home folder', '~/x', home],
  ['begins in the home folder of root', '~root/.profile', home],
  ['has an empty part', 'a//b', dotted],
  ['has an empty part behind ./', './/etc/passwd', dotted],
  ['has . in its midst', 'a/./b', dotted],
  ['begins with ./ twice', '././a', dotted],
  ['has a line break', 'a\nb', control],
  ['has a carriage return', 'a\rb', control],
  ['has a tab', 'a\tb', control],
  ['has an escape sequence', 'a\u{1b}[31mb', control],
  ['has a delete character', 'a\u{7f}b', control],
  ['has a C1 control character', 'a\u{85}b', control],
  ['has a right-to-left override', 'photo\u{202e}gpj.exe', invisible],
  ['has a directional isolate', '\u{2066}a', invisible],
  ['has a zero-width space', 'a\u{200b}b', invisible],
  ['has a zero-width joiner', '.g\u{200d}it', invisible],
  ['has a byte order mark', '\u{feff}a', invisible],
  ['has a soft hyphen', 'a\u{ad}b', invisible],
  ['has a tag character', 'a\u{e0041}b', invisible],
  ['has a line separator', 'a\u{2028}b', invisible],
  ['is CON', 'CON', device],
  ['is con with an extension', 'con.txt', device],
  ['is PRN', 'a/PRN', device],
  ['is aux.c', 'src/aux.c', device],
  ['is a folder Aux', 'Aux/x', device],
  ['is NUL with two extensions', 'NUL.tar.gz', device],
  ['is NUL with a blank before its extension', 'NUL .txt', device],
  ['is COM1', 'COM1', device],
  ['is com0', 'com0', device],
  ['is LPT9.log', 'LPT9.log', device],
  ['is COM with a superscript digit', 'COM¹', device],
  ['is LPT with a superscript digit', 'lpt³.log', device],
  ['is CONIN$', 'CONIN$', device],
  ['is conout$.txt', 'conout$.txt', device],
  ['is .git', '.git', git],
  ['is a folder .git', '.git/', git],
  ['lies in .git', '.git/hooks/post-checkout', git],
  ['lies in .git further down', 'project/vendor/.git/config', git],
  ['is .GIT in the one folder', 'project/.GIT', git],
  ['is .gIt', 'a/.gIt/HEAD', git],
  ['is the short name of .git on NTFS', 'git~1', git],
  ['lies in the short name of .git on NTFS', 'a/GIT~1/config', git],
  ['ends in a dot', 'a.', trailing],
  ['ends in a blank', 'a ', trailing],
  ['lies in a folder that ends in a dot', 'a./b', trailing],
  ['lies in a folder that ends in a blank', 'a /b', trailing],
  ['is of three dots', '...', trailing],
  ...Array.from('<>"|?*', (sign): [string, string, RegExp] => [`has ${sign}`, `a${sign}b`, character]),
  ['is an alternate data stream', 'file.txt:stream', character],
  ['is not UTF-8', bytes(0x61, 0xff, 0xfe), notUtf8],
  ['is in Latin-1', bytes(0x63, 0x61, 0x66, 0xe9), notUtf8],
  ['has an overlong slash', bytes(0x2e, 0x2e, 0xc0, 0xaf, 0x61), notUtf8],
  ['has overlong dots', bytes(0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x61), notUtf8],
  ['has a surrogate', bytes(0x61, 0xed, 0xa0, 0x80), notUtf8],
  ['is cut in a character', bytes(0x61, 0xe2, 0x82), notUtf8],
  ['is empty', '', /empty name/],
  ['has a part of 256 bytes', `a/${'x'.repeat(256)}`, /more than 255 bytes/],
  ['has a part of 256 bytes in 86 characters', `${'€'.repeat(85)}x`, /more than 255 bytes/],
  ['is longer than 1,024 bytes', `${'x'.repeat(99)}/`.repeat(10) + 'y'.repeat(25), /more than 1,024 bytes/],
  ['lies 33 deep', `${'d/'.repeat(32)}x`, /more than 32 folders deep/],
  ['has a NUL inside', 'evil.sh\0.txt', control],
];

const collides = /collides with/;
const both = /both a file and a folder|also a file/;
const pairs: [what: string, one: string, other: string, why: RegExp][] = [
  ['one file twice', 'a', 'a', /appears twice/],
  ['one folder twice', 'a/', 'a/', /appears twice/],
  ['the root twice', './', './', /appears twice/],
  ['one file with ./ and without', './a', 'a', /appears twice/],
  ['names that differ in case', 'README.md', 'readme.md', collides],
  ['folders that differ in case', 'Lib/a', 'lib/b', collides],
  ['a listed and an implied folder that differ in case', 'SRC/', 'src/b', collides],
  ['composed and decomposed names', 'caf\u{e9}', 'cafe\u{301}', collides],
  ['ß and SS', 'straße', 'STRASSE', collides],
  ['the Kelvin sign and k', '\u{212a}', 'k', collides],
  ['two forms of sigma', 'λόγος', 'λόγοσ', collides],
  ['a ligature and its letters', 'ﬁle', 'FILE', collides],
  ['a long s and s', 'ſet', 'set', collides],
  ['a dotted capital I and its fold', 'İ', 'i\u{307}', collides],
  ['letters of the Cherokee in both cases', 'Ꭰ', 'ꭰ', collides],
  ['marks in another order', 'a\u{323}\u{307}', 'a\u{307}\u{323}', collides],
  ['a file that becomes a folder', 'a', 'a/b', both],
  ['a folder that becomes a file', 'a/b', 'a', both],
  ['a listed folder that becomes a file', 'a/', 'a', both],
  ['a file that becomes a listed folder', 'a', 'a/', both],
];

const inTar = (name: Bytes) => {
  const isLong = Buffer.byteLength(name) > 100 || name.includes('\0');
  const type = String(name).endsWith('/') ? '5' : '0';
  return isLong ? Buffer.concat([pax({ path: name }), tarEntry('short')]) : tarEntry(name, '', { type });
};

export const hostileNames: Corpus = Object.fromEntries([
  ...names.flatMap(([what, name, why]) => [
    [`tar: a name that ${what}`, () => ({ type: 'application/gzip', bytes: targz(inTar('ok'), inTar(name)), why })],
    [
      `zip: a name that ${what}`,
      () => ({
        type: 'application/zip',
        bytes: zip([
          { name: 'ok', content: 'x' },
          { name, flags: UTF8 },
        ]),
        why,
      }),
    ],
  ]),
  ...pairs.flatMap(([what, one, other, why]) => [
    [`tar: ${what}`, () => ({ type: 'application/gzip', bytes: targz(inTar(one), inTar(other)), why })],
    [`zip: ${what}`, () => ({ type: 'application/zip', bytes: zip([{ name: one }, { name: other }]), why })],
  ]),
]) as Corpus;
