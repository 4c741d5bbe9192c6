import { expect, test } from 'vitest';
import { parseSshAddress } from './address';

test.each([
  ['ssh://pi@raspberry.local:2222', 'raspberry.local', 'pi', 2222],
  ['ssh://board', 'board', undefined, undefined],
  ['ssh://root@192.168.7.2', '192.168.7.2', 'root', undefined],
  ['ssh://debian@[fe80::1]:22', 'fe80::1', 'debian', 22],
])('%s', (text, host, user, port) => {
  expect(parseSshAddress(text)).toEqual({ text, host, user, port });
});

test.each([
  'ssh://',
  'ssh://-oProxyCommand=reboot',
  'ssh://-l@board',
  'ssh://pi@',
  'ssh://board:0',
  'ssh://board:65536',
  'ssh://board;reboot',
  'ssh://board/folder',
  'local-linux',
])('%s is no address', (text) => {
  expect(parseSshAddress(text)).toBeUndefined();
});
