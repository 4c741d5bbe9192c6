import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  commandFailure,
  connectionFailure,
  parseSshAddress,
  remoteScript,
  sshArguments,
} from './client';

const address = { text: 'ssh://board', host: 'board', user: 'pi', port: 2222 };

test('never asks, and ends the options before the host', () => {
  const args = sshArguments({ address, connections: undefined, config: undefined });
  expect(args).toContain('BatchMode=yes');
  expect(args.slice(-7)).toEqual(['-l', 'pi', '-p', '2222', '-T', '--', 'board']);
  expect(args.join(' ')).not.toContain('Control');
});

test('shares connections if there is a folder for them', () => {
  const args = sshArguments({ address, connections: '/tmp/c', config: '/tmp/config' });
  expect(args.slice(0, 2)).toEqual(['-F', '/tmp/config']);
  expect(args).toContain('ControlPath=/tmp/c/%C');
});

test('runs a script in a POSIX shell, whatever its words', () => {
  const script = remoteScript(['a="two words"', 'for b in 1 2; do', 'echo "$a $b"', 'done']);
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(
    'two words 1\ntwo words 2\n',
  );
});

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
])('rejects %s as an address', (text) => {
  expect(parseSshAddress(text)).toBeUndefined();
});

const machine = { text: 'ssh://pi@board:2222', host: 'board', user: 'pi', port: 2222 };

test.each([
  [
    '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @',
    /host key of .* has changed/,
    /ssh-keygen -R/,
  ],
  ['Host key verification failed.', /not known yet/, /ssh -p 2222 pi@board/],
  ['pi@board: Permission denied (publickey).', /refused the login/, /ssh-copy-id/],
  ['ssh: Could not resolve hostname board: Name or service not known', /no host/, /address/],
  ['ssh: connect to host board port 2222: Connection refused', /no SSH server/, /Start/],
  ['ssh: connect to host board port 22: Connection timed out', /cannot be reached/, /network/],
  ['client_loop: send disconnect: Broken pipe', /was lost: client_loop/, /stored/],
  ['', /was lost$/, /stored/],
])('%s', (output, message, hint) => {
  const failure = connectionFailure(machine, output);
  expect(failure.message).toMatch(message);
  expect(failure.hint).toMatch(hint);
});

test.each([
  [{ code: 1, out: '', err: 'cat: write error: No space left on device' }, 'no-space'],
  [{ code: 1, out: '', err: 'no folder can be written there' }, 'deploy-failed'],
  [{ code: 255, out: '', err: 'Permission denied (publickey)' }, 'start-failed'],
])('%j is %s', (answer, code) => {
  expect(commandFailure(machine, answer)).toMatchObject({ code });
});
