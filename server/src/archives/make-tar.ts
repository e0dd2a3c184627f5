// Makes a tar of files in one folder: the same files always give the same bytes.
import { packTar } from 'modern-tar';

export async function makeTar(folder: string, files: [name: string, content: string | Buffer][]): Promise<Uint8Array> {
  const constant = { mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '' };
  return packTar([
    { header: { ...constant, name: `${folder}/`, type: 'directory', size: 0, mode: 0o755 } },
    ...files.map(([name, content]) => {
      const header = { ...constant, name: `${folder}/${name}`, type: 'file' as const, mode: 0o644 };
      return { header: { ...header, size: Buffer.byteLength(content) }, body: content };
    }),
  ]);
}
