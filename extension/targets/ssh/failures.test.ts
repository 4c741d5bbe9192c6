import { expect, test } from 'vitest';
import { commandFailure, connectionFailure } from './failures';

const address = { text: 'ssh://pi@board:2222', host: 'board', user: 'pi', port: 2222 };

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
  const failure = connectionFailure(address, output);
  expect(failure.message).toMatch(message);
  expect(failure.hint).toMatch(hint);
});

test.each([
  [{ code: 1, out: '', err: 'cat: write error: No space left on device' }, 'no-space'],
  [{ code: 1, out: '', err: 'no folder can be written there' }, 'deploy-failed'],
  [{ code: 255, out: '', err: 'Permission denied (publickey)' }, 'start-failed'],
])('%j is %s', (answer, code) => {
  expect(commandFailure(address, answer)).toMatchObject({ code });
});
