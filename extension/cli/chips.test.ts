import { describe, expect, it } from 'vitest';
import type { FoundBoards } from './context';
import { call } from './testing/context';

const chips = (...words: readonly string[]) =>
  call(['chips', ...words], { cwd: '.', targets: [], findBoards: () => Promise.resolve(found) });

const board = (id: string, device: string) => ({
  id,
  title: id,
  source: 'launch.json',
  device,
  namesPrograms: false,
  gaps: [],
});

const found: FoundBoards = {
  boards: [board('launch:one', 'STM32F407VGT6'), board('launch:two', 'K64F')],
  attached: { probes: [] },
  problems: [],
};

describe('chips', () => {
  it('lists every part with what fits, and the boards of the folder', async () => {
    const { code, out, err } = await chips();
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(4229);
    expect(out).toMatch(/^STM32F407VG +armv7em +128 KB {2}everything$/m);
    expect(err).toMatch(/4,229 chips, by what fits into their RAM: \d+ everything, /);
    expect(err).toContain('launch:one is for STM32F407VG.\n');
    expect(err).toContain('launch:two is for K64F, which the table lacks.\n');
  });

  it('shows one part with its memories', async () => {
    const { out } = await chips('STM32F407VGT6');
    expect(out).toBe(
      [
        'STM32F407VG  (STM32F4 Series, STMicroelectronics)',
        '  core  armv7em, access port 0',
        '        0x08000000   1024 KB  flash',
        '        0x10000000     64 KB  CCMRAM  data only',
        '        0x1fff7800     528 B  flash, OTP or ROM',
        '        0x20000000    112 KB  SRAM',
        '        0x2001c000     16 KB  SRAM2',
        '  RAM   128 KB at 0x20000000 (SRAM, SRAM2)',
        '  fits  everything',
        '',
      ].join('\n'),
    );
  });

  it('explains what prevents benchmarks on a part, and what to do', async () => {
    const { out } = await chips('STM32F103C6');
    expect(out).toContain('  fits  nothing\n');
    expect(out).toContain('  why   10 KB of RAM execute, and the smallest image needs 20 KB.\n');
    expect(out).toContain('        Add the agent to a project of your own (cyclescope add)');
  });

  it('lists the parts that start with a name', async () => {
    const { out } = await chips('LPC55S69');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(
      ['LPC55S69JBD64', 'LPC55S69JEV98', 'LPC55S69JBD100'].map(
        () => expect.stringMatching(/^LPC55S69J/) as string,
      ),
    );
  });

  it('suggests the nearest names of an unknown part', async () => {
    const { code, err } = await chips('STM23F407');
    expect(code).toBe(2);
    expect(err).toMatch(/no Cortex-M part "STM23F407"\.\nDid you mean "STM32F407\w+" or /);
    const unlike = await chips('bluepill');
    expect(unlike.err).toContain('List all: cyclescope chips');
  });

  it('prints JSON for scripts', async () => {
    const all = (await chips('--json')).json();
    expect(all).toMatchObject({ schema: 1, counts: { everything: expect.any(Number) as number } });
    expect(all).toHaveProperty('boards', [
      { board: 'launch:one', device: 'STM32F407VGT6', chip: 'STM32F407VG' },
      { board: 'launch:two', device: 'K64F' },
    ]);
    expect((await chips('nrf51822_xxac', '--json')).json()).toMatchObject({
      chips: [
        {
          name: 'nRF51822_xxAC',
          ram: { start: 0x2000_0000, size: 32 * 1024 },
          fits: 'none',
          obstacles: [{ isCertain: true }],
          cores: [{ architecture: 'armv6m', accessPort: '0' }],
        },
      ],
    });
  });
});
