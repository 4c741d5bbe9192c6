import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { placeStandIn } from '../../stand-ins/place';
import { firmwareOptions } from './project';

/** An STM32 with ST-LINK, as a project whose server only ST's extension can find. */
export const STM32 = {
  servertype: 'stlink',
  device: 'STM32L476RG',
  interface: 'swd',
  serverpath: '${config:STM32VSCodeExtension.cubeCLT.path}/STLink-gdb-server/bin/ST-LINK_gdbserver',
  stm32cubeprogrammer: '${config:STM32VSCodeExtension.cubeCLT.path}/STM32CubeProgrammer/bin',
  serialNumber: '',
  executable: '${command:cmake.launchTargetPath}',
};

/** A project with FreeRTOS as a submodule, and with that configuration of cortex-debug. */
export function foreignProject(folder: string, configuration: object): void {
  const write = (path: string, value: object) =>
    writeFileSync(join(folder, path), JSON.stringify(value));
  cpSync(inRoot('sdk-integration', 'freertos', 'example'), folder, { recursive: true });
  mkdirSync(join(folder, 'lib'));
  symlinkSync(firmwareOptions.FREERTOS_KERNEL_PATH, join(folder, 'lib', 'FreeRTOS-Kernel'));
  edit(folder, /# >>> cyclescope[^]*# <<< cyclescope\n/, '');
  edit(folder, 'set(FREERTOS_KERNEL_PATH ""', 'set(FREERTOS_KERNEL_PATH lib/FreeRTOS-Kernel');
  const preset = {
    name: 'debug',
    generator: 'Ninja',
    binaryDir: '${sourceDir}/build/${presetName}',
    toolchainFile: `\${sourceDir}/${firmwareOptions.CMAKE_TOOLCHAIN_FILE}`,
    // One family of benchmarks keeps the build short.
    cacheVariables: { CYCLESCOPE_FAMILIES: 'heap' },
  };
  write('CMakePresets.json', { version: 3, configurePresets: [preset] });
  const configurations = [
    { name: 'Debug', type: 'cortex-debug', request: 'launch', ...configuration },
  ];
  mkdirSync(join(folder, '.vscode'));
  write('.vscode/launch.json', { version: '0.2.0', configurations });
}

/** Describes the virtual board in place of the board's name. */
export function describeBoard(folder: string): void {
  const board = 'BOARD mps2-an500 CLOCK emulated RTT_SECTION .psram THREADS 100';
  edit(folder, 'OS freertos', `OS freertos ${board}`);
}

/** Writes a stand-in for ST's server and its programmer into a folder; it forwards GDB to a port. */
export function placeStLink(folder: string, forwardTo: number): void {
  placeStandIn(folder, 'stlink', { forwardTo });
  const programmer = join(folder, 'STM32_Programmer_CLI');
  writeFileSync(programmer, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
}

function edit(folder: string, what: string | RegExp, by: string): void {
  const file = join(folder, 'CMakeLists.txt');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(what);
  writeFileSync(file, text.replace(what, by));
}
