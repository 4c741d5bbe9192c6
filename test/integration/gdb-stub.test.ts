import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choosePorts } from '../../extension/host/ports';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything } from '../everything';
import { startCli, workspaceForEach } from './cli-process';

/* QEMU that somebody started by hand, as a board: its GDB server reaches memory only while the core is halted. */

const ELF = join(import.meta.dirname, '../../dist/agent/qemu-freertos-m7/headline/agent.elf');

describe.skipIf(!isEverything)('an emulator behind its own GDB server', () => {
  const workspace = workspaceForEach();

  /** Measures, and reads the values of all operations, with what makes them doubtful. */
  const measure = async (target: string, out: string) => {
    const what = '--bench heap --bench mutex --repeat 1 --iterations 200';
    const { code, err } = await startCli(workspace, `run --target ${target} ${what} --out ${out}`)
      .ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    const [id = ''] = readdirSync(join(workspace.folder, out)).filter((name) => name[0] !== '.');
    const text = readFileSync(join(workspace.folder, out, id, 'run.json'), 'utf8');
    const operations = readRunRecord(text).record?.passes[0]?.operations ?? [];
    return operations.map(({ op, digest, batches, problems }) => ({
      op,
      digest,
      elapsed: batches.elapsed,
      problems,
    }));
  };

  test('has the values of the emulated target, and no doubt about them', async () => {
    const { gdb } = await choosePorts();
    const words = '-M mps2-an500 -S -nodefaults -display none -monitor none -serial null';
    const manners = ['-icount', 'shift=7,align=off,sleep=off', '-gdb', `tcp:127.0.0.1:${gdb}`];
    const emulator = spawn('qemu-system-arm', [...words.split(' '), ...manners]);
    try {
      const values = await measure(`gdb://127.0.0.1:${gdb} --elf ${ELF}`, 'stub');
      expect(values.map(({ problems }) => problems)).toEqual(values.map(() => []));
      expect(values).toEqual(await measure('qemu-freertos-m7', 'emulated'));
    } finally {
      emulator.kill();
      if (emulator.exitCode === null && emulator.signalCode === null) await once(emulator, 'exit');
    }
  });
});
