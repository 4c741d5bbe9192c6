import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { remoteScript, sshArguments } from './client';

const address = { text: 'ssh://board', host: 'board', user: 'pi', port: 2222 };

test('asks nothing, and ends the options before the host', () => {
  const args = sshArguments({ address, connections: undefined, config: undefined });
  expect(args).toContain('BatchMode=yes');
  expect(args.slice(-7)).toEqual(['-l', 'pi', '-p', '2222', '-T', '--', 'board']);
  expect(args.join(' ')).not.toContain('Control');
});

test('shares connections where there is a folder for them', () => {
  const args = sshArguments({ address, connections: '/tmp/c', config: '/tmp/config' });
  expect(args.slice(0, 2)).toEqual(['-F', '/tmp/config']);
  expect(args).toContain('ControlPath=/tmp/c/%C');
});

test('a script runs in a POSIX shell, whatever words it has', () => {
  const script = remoteScript(['a="two words"', 'for b in 1 2; do', 'echo "$a $b"', 'done']);
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(
    'two words 1\ntwo words 2\n',
  );
});
