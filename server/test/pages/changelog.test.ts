// The section of a changelog about one version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changelogSection } from '../../src/pages/realm/changelog.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-05-02

### Added
- ten

\`\`\`md
## 1.1.0 in code
\`\`\`

## v1.1.0 (2026-04-01)
- one

## 1.0.0-rc.1
- candidate
# Older
`;

test('the section is what stands below the heading that names the version, up to the next of its level', () => {
  assert.equal(changelogSection(changelog, '1.10.0'), '## Added\n- ten\n\n```md\n## 1.1.0 in code\n```');
  assert.equal(changelogSection(changelog, '1.1.0'), '- one');
  assert.equal(changelogSection(changelog, '1.0.0-rc.1'), '- candidate');
  assert.equal(changelogSection('# 2.0.0\r\n\r\n- two\r\n', '2.0.0'), '- two');
});

test('a version without a section, or with an empty one, has none', () => {
  for (const version of ['1.0.0', '10.0', '', 'Unreleased', '0.0'])
    assert.equal(changelogSection(changelog, version), undefined);
});

test('a long changelog is read as far as half a mebibyte, and a long section is cut', () => {
  assert.equal(changelogSection(`${'- x\n'.repeat(200_000)}# 1.0.0\n- late`, '1.0.0'), undefined);
  assert.equal(changelogSection(`# 1.0.0\n${'😀'.repeat(100_000)}`, '1.0.0')?.length, 32 * 1_024);
});
