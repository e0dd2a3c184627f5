// Generated histories: no update loses a line of a project, and what `git merge` and an update merge is the same.
import { test } from 'node:test';
import { checkHistories } from './compare-histories.ts';

test('an update merges twenty histories as git does, step by step and in one jump, and loses no line of a project', () => {
  checkHistories(20);
});
