import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { size } from '../../extension/measure';
import { readRunRecord } from '../../extension/runs/record/read';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { OPENOCD_FOLDER, type Rig, startRig } from '../rig/rig';
import { testInAll } from '../everything';
import { placeStandIn } from '../stand-ins/place';
import { startCli, workspaceForEach } from './cli-process';
import { firmwareOptions } from './cmake/project';
import { type ServerByHand, startByHand } from './rig-tools';

/*
 * Projects as their authors wrote them, for boards and extensions that are not on this computer. Our
 * firmware takes the place of theirs, and the virtual board that of their boards; behind the servers of
 * ST and SEGGER are stand-ins.
 */

let rig: Rig;
let server: ServerByHand;
beforeAll(async () => {
  rig = await startRig();
  server = await startByHand(rig);
});
afterAll(async () => {
  await server.end();
  await rig.close();
});

const workspace = workspaceForEach();

const place = (...names: readonly string[]) => join(workspace.folder, ...names);

/** A project with FreeRTOS as a submodule, and with that configuration of cortex-debug. */
function project(configuration: object): void {
  cpSync(inRoot('sdk-integration', 'freertos', 'example'), place('app'), { recursive: true });
  mkdirSync(place('app', 'lib'));
  symlinkSync(firmwareOptions.FREERTOS_KERNEL_PATH, place('app', 'lib', 'FreeRTOS-Kernel'));
  edit(/# >>> cyclescope[^]*# <<< cyclescope\n/, '');
  edit('set(FREERTOS_KERNEL_PATH ""', 'set(FREERTOS_KERNEL_PATH lib/FreeRTOS-Kernel');
  const preset = {
    name: 'debug',
    generator: 'Ninja',
    binaryDir: '${sourceDir}/build/${presetName}',
    toolchainFile: `\${sourceDir}/${firmwareOptions.CMAKE_TOOLCHAIN_FILE}`,
    // One family of benchmarks is a fraction of what there would be to compile.
    cacheVariables: { CYCLESCOPE_FAMILIES: 'heap' },
  };
  write('app/CMakePresets.json', { version: 3, configurePresets: [preset] });
  const configurations = [
    { name: 'Debug', type: 'cortex-debug', request: 'launch', ...configuration },
  ];
  mkdirSync(place('app', '.vscode'));
  write('app/.vscode/launch.json', { version: '0.2.0', configurations });
}

const write = (path: string, value: object) => writeFileSync(place(path), JSON.stringify(value));

function edit(what: string | RegExp, by: string): void {
  const file = place('app', 'CMakeLists.txt');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(what);
  writeFileSync(file, text.replace(what, by));
}

/** Adds the agent, builds it and measures; at most one question is asked: on which of the targets. */
async function figureOf(environment: Readonly<Record<string, string>> = {}) {
  const call = (line: string) => startCli(workspace, line, environment).ended;
  const added = await call('add app --yes');
  expect(added.code, added.err).toBe(0);
  // The virtual board is not one that anybody has: it is described where the board's name would be.
  edit('OS freertos', 'OS freertos BOARD mps2-an500 CLOCK emulated RTT_SECTION .psram THREADS 100');
  const run = 'run --project app --bench heap/malloc --iterations 50 --repeat 1 --json';
  const alone = await call(run);
  const asks = /Name one with --target: launch:Debug\b/;
  if (alone.code !== 0) expect(alone.err).toMatch(asks);
  const { code, out, err } = alone.code === 0 ? alone : await call(`${run} --target launch:Debug`);
  expect(code, err).toBe(0);
  const { folder } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect(record).toMatchObject({ status: 'complete', target: { id: 'launch:Debug' } });
  const [operation] = record?.passes[0]?.operations ?? [];
  expect(operation).toMatchObject({ status: 'ok', problems: [] });
  expect(size(operation?.quiet ?? []) + size(operation?.ticked ?? [])).toBe(50);
}

/** A folder of programs before the others of the PATH. */
const withPrograms = () => ({ PATH: `${place('bin')}:${process.env['PATH']}` });

test("an STM32 with ST-LINK, whose server's place only ST's extension knows", async () => {
  project({
    servertype: 'stlink',
    device: 'STM32L476RG',
    interface: 'swd',
    serverpath:
      '${config:STM32VSCodeExtension.cubeCLT.path}/STLink-gdb-server/bin/ST-LINK_gdbserver',
    stm32cubeprogrammer: '${config:STM32VSCodeExtension.cubeCLT.path}/STM32CubeProgrammer/bin',
    serialNumber: '',
    executable: '${command:cmake.launchTargetPath}',
  });
  placeStandIn(place('bin'), 'stlink', { forwardTo: server.port });
  writeFileSync(place('bin', 'STM32_Programmer_CLI'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await figureOf(withPrograms());
});

testInAll(
  'a GD32 with a J-Link, whose serial number is in an environment that is not this one',
  async () => {
    project({
      servertype: 'jlink',
      device: 'GD32F303RC',
      serverpath: '${config:cortex-debug.JLinkGDBServerPath}',
      serialNumber: '${env:GD32_PROBE}',
      executable: '${command:cmake.launchTargetPath}',
      svdFile: '${config:gd32.svd}',
    });
    placeStandIn(place('bin'), 'jlink', { forwardTo: server.port });
    await figureOf(withPrograms());
  },
);

testInAll('FreeRTOS as a submodule, with OpenOCD and a configuration file of its own', async () => {
  project({
    servertype: 'openocd',
    configFiles: ['${workspaceFolder}/board.cfg'],
    executable: '${command:cmake.launchTargetPath}',
  });
  await server.end();
  const stlink = join(OPENOCD_FOLDER, 'stlink.cfg');
  writeFileSync(place('app', 'board.cfg'), `set RIG_PORT ${rig.stlinkPort}\nsource {${stlink}}\n`);
  await figureOf();
});
