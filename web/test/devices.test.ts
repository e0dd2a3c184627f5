// What a device is called, by its `User-Agent`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName } from '../src/parts/device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('a browser is called by its name, its version and its system, and a program as it calls itself', () => {
  const named: [userAgent: string, name: string][] = [
    [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/150.0.7871.100 Safari/537.36`, 'Chrome 150 on Linux'],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`,
      'Edge 150 on Windows',
    ],
    [`${MOZILLA} (Linux; Android 16) ${WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome 150 on Android'],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox 140 on macOS'],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
      'Safari 19 on iPhone',
    ],
    ['realm/0.3.0', 'realm/0.3.0'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown'],
  ];
  for (const [userAgent, name] of named) assert.equal(deviceName(userAgent), name);
});
