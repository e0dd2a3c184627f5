// JSON that people have written, and mistyped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultText, parseJson } from '../src/files/parse-json.ts';

test('a fault is named with its line and column', () => {
  for (const [text, said] of [
    ['', 'line 1, column 1: a value is expected, and the text ends.'],
    ['{"a": 1,}', 'line 1, column 9: a name in double quotes is expected.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma, or } is expected.'],
    ["{'a': 1}", 'line 1, column 2: a name in double quotes, or } is expected.'],
    ['{"a" 1}', 'line 1, column 6: a colon is expected.'],
    ['{"a": x}', 'line 1, column 7: a value is expected.'],
    ['{"a": "x\ny"}', 'line 1, column 7: a value is expected.'],
    ['[1, 2', 'line 1, column 6: a comma, or ] is expected, and the text ends.'],
    ['[1, 01]', 'line 1, column 5: a value is expected.'],
    ['[}', 'line 1, column 2: a value, or ] is expected.'],
    ['{} // end', 'line 1, column 4: nothing more is expected.'],
    ['\ufeff{}', 'line 1, column 1: a value is expected.'],
  ] as const) {
    assert.equal(faultText(text), said);
    assert.throws(() => parseJson(text, 'x.json'), { message: `x.json is not JSON: ${said}`, code: 'bad_json' });
  }
});

test('every text that JSON.parse refuses has a fault, and no other', () => {
  const sample = '{"a": [1, -2.5e3, true, null], "b": {"c": "\\u00e9\\n", "d": []}, "e": {}}';
  const signs = ['', ',', ':', '"', '{', '}', '[', ']', '0', '-', 'x', ' ', '\\'];
  for (let at = 0; at <= sample.length; at += 1)
    for (const sign of signs)
      for (const removed of [0, 1]) {
        const text = sample.slice(0, at) + sign + sample.slice(at + removed);
        const isFine = faultText(text).endsWith('nothing more is expected, and the text ends.');
        assert.equal(isFine, isJson(text), text);
      }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a long text takes no longer than its length', () => {
  assert.match(faultText('['.repeat(1_000_000)), /column 1000001: a value, or \] is expected, and the text ends/);
  assert.match(faultText(`"${'\\'.repeat(1_000_001)}`), /column 1: a value/);
});
