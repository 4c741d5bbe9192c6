import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { readElf } from '../../extension/agent/elf/elf';
import { type Fields, toTexts } from '../../extension/base';
import { choosePorts } from '../../extension/host/ports';
import { FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import { startDebuggedQemu } from '../../extension/targets/qemu/start';
import type { BoardSetup } from '../../extension/targets/setup';
import { findAgentAddresses } from '../../extension/vscode/features/debug/agent-script';
import {
  boardConfiguration,
  deriveDebugConfiguration,
  emulatorConfiguration,
} from '../../extension/vscode/features/debug/start';
import { startRig } from '../rig/rig';
import { type Gdb, startGdb } from './gdb/machine-interface';

const root = join(import.meta.dirname, '../..');
const agent = (build: string) => join(root, 'dist/agent/qemu-freertos-m7', build, 'agent.elf');

let closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

function deriveConfiguration(base: Fields, operation: string, executable = agent('headline')) {
  const found = findAgentAddresses(readElf(readFileSync(executable)), operation);
  if (!('addresses' in found)) throw new Error(found.problem);
  return deriveDebugConfiguration(base, { operation, executable, addresses: found.addresses });
}

/** Follows a configuration as cortex-debug does, up to the point where the program runs. */
async function launch(config: Fields, address: string): Promise<Gdb> {
  const gdb = startGdb(String(config['executable']));
  closing.push(gdb.close);
  await gdb.run('-gdb-set mi-async on');
  await gdb.run(`-target-select extended-remote ${address}`);
  const usual = ['monitor reset halt', '-target-download', 'monitor reset halt'];
  const override = config['overrideLaunchCommands'];
  const commands = override === undefined ? usual : toTexts(override);
  for (const command of [...commands, ...toTexts(config['postLaunchCommands'])]) {
    await gdb.run(command);
  }
  return gdb;
}

async function startEmulator(): Promise<string> {
  const qemu = await startDebuggedQemu(FREERTOS_M7, new AbortController().signal);
  closing.push(qemu.close);
  return qemu.address;
}

describe('the built-in emulator', () => {
  test.each([
    ['heap/malloc', 'headline', 'malloc_sample'],
    ['context_switch/switch', 'headline', 'sample'],
    ['mutex/pair', 'traced', 'pair_sample'],
  ])('%s of the %s image', async (operation, build, frame) => {
    const address = await startEmulator();
    const config = deriveConfiguration(emulatorConfiguration(address), operation, agent(build));
    const stop = await (await launch(config, address)).resume();
    expect(stop).toContain('reason="breakpoint-hit"');
    expect(stop).toMatch(new RegExp(`func="${frame}"`));
  });

  test('the benchmark continues to its end, although nobody reads its samples', async () => {
    const address = await startEmulator();
    const gdb = await launch(
      deriveConfiguration(emulatorConfiguration(address), 'heap/malloc'),
      address,
    );
    await gdb.resume();
    await gdb.run('tbreak cyclescope_reply');
    await gdb.resume();
    expect(await gdb.evaluate('cyclescope_output.text')).toContain('op name=heap/malloc status=ok');
  });

  test('an image without debug information, as packages have them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cyclescope-debug-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    const stripped = join(folder, 'agent.elf');
    execFileSync('arm-none-eabi-strip', ['--strip-debug', '-o', stripped, agent('headline')]);
    const address = await startEmulator();
    const gdb = await launch(
      deriveConfiguration(emulatorConfiguration(address), 'thread/create', stripped),
      address,
    );
    expect(await gdb.resume()).toContain('func="create_sample"');
  });

  test('stops there again after a reset', async () => {
    const address = await startEmulator();
    const config = deriveConfiguration(emulatorConfiguration(address), 'heap/malloc');
    const gdb = await launch(config, address);
    const first = await gdb.resume();
    for (const command of toTexts(config['overrideResetCommands'])) await gdb.run(command);
    for (const command of toTexts(config['postResetCommands'])) await gdb.run(command);
    const again = await gdb.resume();
    expect([first, again]).toEqual([
      expect.stringContaining('func="malloc_sample"'),
      expect.stringContaining('func="malloc_sample"'),
    ]);
  });
});

test('debugs a board behind OpenOCD', async () => {
  const rig = await startRig();
  closing.push(rig.close);
  const setup: BoardSetup = {
    id: 'board:rig',
    title: 'Rig',
    source: 'a test',
    namesPrograms: false,
    gaps: [],
    server: {
      kind: 'openocd',
      configFiles: [join(root, 'test/rig/openocd/stlink.cfg')],
      searchFolders: [root],
      commandsFirst: [`set RIG_PORT ${rig.stlinkPort}`],
      commands: [],
    },
  };
  const config = deriveConfiguration(boardConfiguration(setup) ?? {}, 'heap/malloc');
  const port = await startOpenOcd(config);
  const gdb = await launch(config, `127.0.0.1:${port}`);
  const stop = await gdb.resume();
  expect(stop).toContain('func="malloc_sample"');
  expect(await gdb.evaluate('run->count')).toBe('1');
});

/** Starts OpenOCD with the arguments that cortex-debug makes of a configuration. */
async function startOpenOcd(config: Fields): Promise<number> {
  const { gdb, command, telnet } = await choosePorts();
  const option = (name: string, values: readonly string[]) =>
    values.flatMap((text) => [name, text]);
  const ports = [`gdb_port ${gdb}`, `tcl_port ${command}`, `telnet_port ${telnet}`];
  const child = spawn('openocd', [
    ...option('-c', ports),
    ...option('-s', toTexts(config['searchDir'])),
    ...option('-c', toTexts(config['openOCDPreConfigLaunchCommands'])),
    ...option('-f', toTexts(config['configFiles'])),
    ...option('-c', toTexts(config['openOCDLaunchCommands'])),
  ]);
  const ended = once(child, 'close');
  closing.push(async () => {
    child.kill();
    await ended;
  });
  const lines = createInterface({ input: child.stderr });
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => /Listening on port \d+ for gdb/.test(line) && resolve());
    }),
    ended.then(() => Promise.reject(new Error('OpenOCD ended'))),
  ]);
  return gdb;
}
