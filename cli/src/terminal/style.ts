// Colours, where the reader can see them.
import { styleText } from 'node:util';
import type { Environment } from './io.ts';

export type Styles = Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>;

const formats = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

/** `--no-color`, then NO_COLOR, then FORCE_COLOR, then whether a terminal reads it. An empty variable is as good as none. */
export function hasColor(stream: { isTTY?: boolean }, env: Environment, isWanted: boolean): boolean {
  if (!isWanted || env['NO_COLOR']) return false;
  const force = env['FORCE_COLOR'];
  if (force) return force !== '0' && force !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

export function styles(isColored: boolean): Styles {
  const style = (format: (typeof formats)[number]) => (text: string) =>
    isColored ? styleText(format, text, { validateStream: false }) : text;
  return Object.fromEntries(formats.map((format) => [format, style(format)])) as Styles;
}
