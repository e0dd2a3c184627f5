// Tests that run on the first set of stores alone, in a file whose other tests run on both: no store can change what they see.
import { describe, test, type TestOptions } from 'node:test';
import { isLarge } from './stores.ts';

export function describeOnce(name: string, options: TestOptions, define: () => void): void {
  if (!isLarge) void describe(name, options, define);
}

export function testOnce(name: string, run: () => void | Promise<void>): void {
  if (!isLarge) void test(name, run);
}
