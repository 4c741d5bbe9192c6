import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExecutionMarks } from '../../extension/targets/execution';
import { parseExecution, pluginArguments } from '../../extension/targets/qemu/execution/plugin';
import { recordExecution } from '../../extension/targets/qemu/execution/log';
import { buildExecutionPlugin } from '../../extension/toolchain/extras/execution-plugin';
import { root } from './agent/variants';
import { temporaryFolder } from './agent/temporary';

/* QEMU's plugin in a stand-in for QEMU, of both versions of its interface, beside our own recorder. */

const marks: ExecutionMarks = {
  opens: [0x100],
  closes: [0x200],
  stores: [0x300],
  begins: [0x10],
  ends: [0x20],
  switches: [
    { address: 0x400, restores: false, register: 0, offset: 0 },
    { address: 0x402, restores: true, register: 0, offset: 0 },
  ],
};

/** A reproducible walk through marks and other instructions, with a few slots of registers. */
function randomWalk(steps: number): readonly (readonly [address: number, place: number])[] {
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
  const usual = [0x100, 0x200, 0x300, 0x400, 0x402, 0x500, 0x502, 0x504];
  return Array.from({ length: steps }, () => {
    const isRare = random(40) === 0;
    const address = isRare ? [0x10, 0x10, 0x20][random(3)] : usual[random(usual.length)];
    return [address ?? 0, 0x1000 + 4 * random(5)];
  });
}

function buildHost(version: number) {
  const program = join(temporaryFolder('host'), 'host');
  const source = join(root, 'test/stand-ins/qemu-plugin/host.c');
  const flags = version >= 2 ? ['-DQEMU_9'] : [];
  execFileSync('gcc', ['-rdynamic', ...flags, '-o', program, source, '-ldl']);
  return program;
}

const agreed = ['qemu-plugin'];
const build = () =>
  buildExecutionPlugin({ packageFolder: root, agreed, onMessage: () => undefined });

test.each([
  [1, 1],
  [2, 2],
  [2, 3],
])('asks for version %i where QEMU has %i', async (asked, version) => {
  const plugin = await build();
  const folder = temporaryFolder('executed');
  const walk = randomWalk(20_000);
  const [, option = ''] = pluginArguments(plugin, marks, folder);
  const { stdout, status } = spawnSync(
    buildHost(version),
    [plugin, String(version), ...option.split(',').slice(1)],
    {
      input: walk
        .map(([address, register]) => `${address.toString(16)} ${register.toString(16)}\n`)
        .join(''),
      encoding: 'utf8',
    },
  );
  expect([stdout, status]).toEqual([`version ${asked}\n`, 0]);
  const recorder = recordExecution(marks);
  for (const [address, register] of walk) recorder.noteInstruction(address, () => register);
  const found = parseExecution(readFileSync(join(folder, 'executed')));
  const { words, ...executed } = found;
  expect(executed).toEqual(recorder.finish());
  expect(words?.size).toBeGreaterThan(5);
  for (const [address, word] of words ?? []) expect(word).toBe(address);
  expect(found.paths.length).toBeGreaterThan(100);
  expect(found.operations.length).toBeGreaterThan(100);
});

test('is not built before its licence is accepted', async () => {
  const refused = buildExecutionPlugin({
    packageFolder: root,
    agreed: [],
    onMessage: () => undefined,
  });
  await expect(refused).rejects.toMatchObject({
    code: 'refused',
    hint: 'Accept it with --accept-license qemu-plugin.',
  });
});
