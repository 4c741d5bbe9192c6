import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { choosePorts } from '../../extension/host/ports';
import { parseBoardAddress } from '../../extension/targets/board/servers/external/server';
import { boardTarget } from '../../extension/targets/find';
import { isEverything } from '../everything';
import { ask, listOperations, lockFolderOfTests, openOptions } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { buildWhole } from './agent/variants';
import { type ChipMachine, chipMachines } from './chip-machines';

/* Images with every family, as they are built for chips with enough RAM. */

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

/** Starts a machine, of whose RAM nobody uses more than those bytes. */
async function start({ name, image, coreHz, ram, args = [] }: ChipMachine) {
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
  const places = { lockFolder: lockFolderOfTests(), temporary: temporaryFolder('board') };
  const setup = {
    ...board,
    bare: { chip: name, coreHz },
    ram: [{ start: ram, end: ram + RAM_BYTES }],
  };
  const found = await boardTarget(setup, places).identify?.(new AbortController().signal);
  if (found?.board === undefined) throw new Error('not identified');
  const images = { kind: 'named', name: `${image}-all` } as const;
  return boardTarget({ ...found.board, images }, places);
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
