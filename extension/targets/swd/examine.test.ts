import { expect, test } from 'vitest';
import type { AgentChannels } from '../rtt-link/channels';
import { examine } from './examine';
import { boardWith } from './testing';

const DHCSR = 0xe000edf0;
const [HALTED, LOCKED_UP, RESET] = [1 << 17, 1 << 19, 1 << 25];
const TELLS = { lockUp: /lockup/, reset: /reset detected/, silence: /Examination failed/ };

interface Scene {
  readonly status?: number;
  readonly ring?: readonly number[];
  readonly said?: readonly string[];
  readonly gone?: boolean;
}

/** Examines a target of which the core's status and all rings are given. */
function examined({ status = 0, ring = [16, 3, 3], said = [], gone = false }: Scene) {
  const read = async (address: number) => {
    if (gone) throw new Error('it did not read');
    const words = address === DHCSR ? [status] : ring;
    return new Uint8Array(Uint32Array.from(words).buffer);
  };
  const channel = { name: 'SysView', index: 1, descriptor: 0x100, buffer: 0, size: 16, flags: 0 };
  const channels: AgentChannels = { controlUp: channel, controlDown: channel, stream: channel };
  const output = {
    ...{ watch: () => undefined, turnPage: () => undefined, ended: Promise.resolve() },
    lines: () => said,
  };
  const server = { title: 'The server', causes: [], tells: TELLS };
  const board = boardWith({ kind: 'external', host: 'localhost', port: 1 });
  const witness = { board, server, life: new AbortController().signal, output };
  const memory = { read, write: () => Promise.resolve() };
  return examine({ server, session: { memory }, witness, channels });
}

test.each<[string, Scene, RegExp]>([
  ['a lock-up that the core tells', { status: LOCKED_UP }, /^The core locked up/],
  ['one that the server ended', { status: HALTED, said: ['lockup'] }, /^The core locked up/],
  ['a core that stands still', { status: HALTED }, /^The core stopped by itself/],
  ['a reset that the core tells', { status: RESET }, /was reset while its agent ran/],
  ['one that the server saw', { said: ['external reset detected'] }, /was reset while its agent/],
  ['a target that was not there for a while', { said: ['Examination failed'] }, /for a while/],
  ['an offset that cannot be', { ring: [16, 99, 3] }, /write offset 99/],
  ['no answer at all', { gone: true }, /^The target does not answer any more: it did not read$/],
])('%s', async (_, scene, message) => {
  const failure = await examined(scene);
  expect(failure).toMatchObject({ code: 'target-gone', hint: expect.any(String) });
  expect(failure?.message).toMatch(message);
});

test('nothing is said where nothing is remarkable', async () => {
  expect(await examined({})).toBeUndefined();
});
