import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { runBenchmarks } from '../../extension/engine/run/run';
import { choosePorts } from '../../extension/host/ports';
import { parseBoardAddress } from '../../extension/targets/board/servers/external/server';
import { boardTarget } from '../../extension/targets/find';
import { listImageFolders } from '../../extension/toolchain/images/find';
import { isEverything } from '../everything';
import { ask, listOperations, lockFolderOfTests, openOptions } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { buildWhole, root } from './agent/variants';
import { type ChipMachine, chipMachines } from './chip-machines';

/* Images that are built for chips: with every family, or with benchmarks of one's own. */

const RAM_BYTES = 96 * 1024;
const SIZES: Readonly<Record<string, readonly string[]>> = {
  microbit: ['-global', `nrf51-soc.sram-size=${RAM_BYTES}`],
};
const names = ['netduinoplus2', 'netduino2', 'microbit', 'mps2-an505'];
const machines = chipMachines.filter(({ name }) => names.includes(name));

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a machine, of whose RAM nobody uses more than those bytes, and identifies its core. */
async function identify({ name, coreHz, ram, args = [] }: ChipMachine) {
  const { gdb } = await choosePorts();
  const words = ['-M', name, '-S', '-display', 'none', '-monitor', 'none', '-serial', 'null'];
  const emulator = spawn(
    'qemu-system-arm',
    [...words, '-icount', 'shift=7', '-gdb', `tcp:127.0.0.1:${gdb}`, ...(SIZES[name] ?? args)],
    { stdio: 'ignore' },
  );
  closing.push(async () => {
    emulator.kill();
    if (emulator.exitCode === null && emulator.signalCode === null) await once(emulator, 'exit');
  });
  const board = parseBoardAddress(`gdb://127.0.0.1:${gdb}`);
  if (board === undefined) throw new Error('no address');
  const resources = { lockFolder: lockFolderOfTests(), temporary: temporaryFolder('board') };
  const setup = {
    ...board,
    bare: { chip: name, coreHz },
    ram: [{ start: ram, end: ram + RAM_BYTES }],
  };
  const found = await boardTarget(setup, resources).identify?.(new AbortController().signal);
  if (found?.board === undefined) throw new Error('not identified');
  return { found, setup: found.board, resources };
}

async function start(machine: ChipMachine) {
  const { setup, resources } = await identify(machine);
  const images = { kind: 'named', name: `${machine.image}-all` } as const;
  return boardTarget({ ...setup, images }, resources);
}

// Some take a second deployment for the last of the four families.
describe.skipIf(!isEverything)('every family is measured from 96 KB of', () => {
  test.each(machines)('$name', async (machine) => {
    const image = await buildWhole(`${machine.image}-all`);
    const link = await (await start(machine)).open(image, openOptions());
    const decoder = newBenchmarkDecoder();
    link.onStream((bytes) => decoder.push(bytes));
    const { benches } = image.manifest;
    const { deals, refused: unfit } = link.dealt ?? { deals: [benches], refused: [] };
    expect([deals.length <= 2, unfit]).toEqual([true, []]);
    for (const [deal, dealt] of deals.entries()) {
      await link.dealt?.bring(deal);
      for (const { suite, op } of dealt) {
        expect((await ask(link, `run ${suite} op=${op} n=20`)).at(-1)).toMatch(/ status=ok /);
        await link.drain();
      }
    }
    await link.close();
    decoder.finish();
    expect(decoder.collector.problems()).toEqual([]);
    const operations = listOperations({ runs: decoder.collector.runs() });
    expect(operations).toHaveLength(benches.length);
    const refused = operations.filter(({ series }) => series.sample.ticks.length === 0);
    // The kernel itself has none.
    expect(refused.map(({ suite, name }) => `${suite}/${name}`)).toEqual([
      'sync/condvar_signal_wait',
    ]);
  });
});

/** Measures on a machine from the folder of a user, and gives the run's operations. */
async function measureOwn(machine: ChipMachine, cwd: string, patterns: readonly string[]) {
  const { found, setup } = await identify(machine);
  const spec = {
    target: setup,
    imageFolders: listImageFolders({ cwd, packageFolder: root, environment: {} }),
    runsFolder: join(cwd, 'runs'),
    patterns,
    sources: ['src/filter.c'],
    trace: false,
    iterations: 20,
    repeat: 1,
    settings: {},
    tool: 'cyclescope test',
  };
  const messages: string[] = [];
  const { record } = await runBenchmarks(spec, {
    resolveTarget: () => found,
    signal: new AbortController().signal,
    onMessage: (text) => messages.push(text),
    onProgress: () => undefined,
  });
  expect(record.notes.filter((note) => note.startsWith('Measured without'))).toEqual([]);
  const operations = record.passes.flatMap((pass) => pass.operations);
  // An emulator's own server stops the core to read its memory, which is a doubt about every operation.
  expect(operations.filter(({ status }) => status !== 'ok')).toEqual([]);
  const names = operations.map(({ suite, op }) => `${suite}/${op}`);
  return { names, messages, notes: record.notes };
}

describe.skipIf(!isEverything)("a function of one's own is built into the image of", () => {
  const machine = machines.find(({ name }) => name === 'netduinoplus2') as ChipMachine;

  test('netduinoplus2, with the source that it needs, and only once', async () => {
    const cwd = temporaryFolder('own');
    await mkdir(join(cwd, 'src'));
    const write = (name: string, text: string) => writeFile(join(cwd, 'src', name), text);
    await write('fir.c', 'int fir(int x) { return x * 3 + 1; }\n');
    await write(
      'filter.c',
      '#include <cyclescope/bench.h>\nint fir(int x);\nCYCLESCOPE_BENCH(once) { (void)fir(4); }\n',
    );
    const first = await measureOwn(machine, cwd, ['filter', 'heap']);
    expect(first.names).toEqual(expect.arrayContaining(['filter/once', 'heap/malloc']));
    expect(first.messages.join('\n')).toMatch(/src\/fir\.c is built as well: it defines fir\./);
    const built = join(cwd, '.cyclescope/agent', machine.image, 'headline/manifest.json');
    const before = await stat(built);
    const again = await measureOwn(machine, cwd, ['filter']);
    expect(again.names).toEqual(['filter/once']);
    const found = 'Also built, because your benchmarks need it: src/fir.c.';
    for (const { notes } of [first, again]) expect(notes).toContain(found);
    expect((await stat(built)).mtimeMs).toBe(before.mtimeMs);
    // A family that the ready-made image lacks comes with it.
    const whole = await measureOwn(machine, cwd, ['filter', 'queue']);
    expect(whole.names).toEqual(expect.arrayContaining(['filter/once', 'queue/send_receive']));
    // The image from before is not measured in its place.
    await write(
      'filter.c',
      '#include <cyclescope/bench.h>\nint lost(int x);\nCYCLESCOPE_BENCH(once) { (void)lost(4); }\n',
    );
    await expect(measureOwn(machine, cwd, ['filter'])).rejects.toThrow(
      'The headline image does not link: lost is not defined',
    );
  });
});
