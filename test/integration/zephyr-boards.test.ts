import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAgent } from '../../extension/agent/elf/agent';
import { chooseCases } from '../everything';
import { LONG_HANGS_MS } from '../patience.mjs';
import { temporaryFolder } from './agent/temporary';
import { buildApplication } from './zephyr/build';

const { ZEPHYR_BASE: base = '' } = process.env;
const patience = { timeout: LONG_HANGS_MS };

/** Boards of Zephyr 3.7 and 4.1 by the RAM that their devicetree chooses. */
const BOARDS: readonly (readonly [board: string, kilobytes: number, threads: number])[] = [
  ['qemu_cortex_m3', 64, 8],
  ['nrf52dk/nrf52832', 64, 8],
  ['nucleo_l476rg', 96, 8],
  ['stm32f4_disco', 128, 10],
  ['nucleo_g0b1re', 144, 10],
  ['frdm_k64f', 192, 25],
  ['lpcxpresso55s69/lpc55s69/cpu0', 192, 25],
  ['nrf52840dk/nrf52840', 256, 30],
  ['rpi_pico', 264, 30],
  ['nrf5340dk/nrf5340/cpuapp', 448, 40],
];

/** Boards whose RAM must hold the module beside an application of Zephyr's own. */
const PHILOSOPHERS = ['stm32f4_disco', 'nrf52dk/nrf52832'];

describe.skipIf(base === '')("the module in Zephyr's philosophers", patience, () => {
  test.each(chooseCases(PHILOSOPHERS, () => 'board'))('fits %s', async (board) => {
    const app = join(base, 'samples/philosophers');
    const folder = temporaryFolder('zephyr-philosophers');
    const { elf, output } = await buildApplication(base, 'headline', folder, { app, board });
    expect(output).toContain('there is room for');
    const { agent } = readAgent(readFileSync(elf));
    expect(agent?.benches.map(({ suite }) => suite)).toContain('rhealstone');
  });
});

describe.skipIf(base === '')('the application for Zephyr', patience, () => {
  const cases = chooseCases(BOARDS, () => 'board');
  test.each(cases)('fits %s with its %i KB of RAM', async (board, kilobytes, threads) => {
    for (const build of ['headline', 'traced'] as const) {
      const folder = temporaryFolder('zephyr-board');
      const { output, ram } = await buildApplication(base, build, folder, { board });
      expect(output).toContain(
        `for ${kilobytes} KB of RAM (CONFIG_CYCLESCOPE_RAM_KB) there is room for ` +
          `${threads} threads instead of 2000`,
      );
      // The rest is the application's, as the help of CYCLESCOPE_RAM_KB promises.
      expect(ram).toBeLessThanOrEqual(80);
    }
  });
});
