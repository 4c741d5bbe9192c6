import { describe, expect, test } from 'vitest';
import { cmsisSections } from './cmsis';
import { listOwnRuns } from './own';
import { CLOCKS, formatSectionRows, makeConstantRun } from './testing';

const OPS = [
  'yield',
  'semaphore_wait',
  'semaphore_release',
  'message_get',
  'message_put',
  'alloc',
  'free',
  'suspend',
  'resume',
  'activation',
  'interrupt_latency',
];

/** The paper's own columns, each without its totals. */
const KERNELS = {
  rtk: [3.92, 4.56, 4.68, 5.48, 5.72, 0.92, 1.12, 5.5, 2.5, 5.6, 0.32],
  x: [3.64, 4.3, 4.62, 7.3, 6.4, 1.4, 0.96, 4.4, 2.48, 2.5, 0.32],
  foss: [2.1, 14.9, 10.8, 17.5, 9.7, 3.8, 3.1, 5.1, 3.8, 1.9, 0.32],
  adapted: [3.64, 4.3, 4.62, 7.3, 6.4, 1.4, 0.96, 4.46, 2.6, 2.5, 0.32],
};

/** A run whose costs are those printed in a column; thousandths of a nanosecond lose nothing. */
function kernel(column: readonly number[], suite = 'rhealstone'): Record<string, number> {
  return Object.fromEntries(OPS.map((op, at) => [`${suite}/${op}`, (column[at] ?? 0) * 1000]));
}

const sections = (...records: ReturnType<typeof makeConstantRun>[]) =>
  cmsisSections(listOwnRuns(records));

describe('the tables of the CMSIS-RTOS evaluation', () => {
  test.each([
    ['rtk', KERNELS.rtk, '172.31'],
    ['x', KERNELS.x, '176.89'],
    ['foss', KERNELS.foss, '88.34'],
    ['adapted, its total 5 being 5.10', KERNELS.adapted, '176.26'],
  ])("computes the paper's composite of %s", (_, column, composite) => {
    const [tableII] = sections(makeConstantRun(kernel(column), CLOCKS.ns));
    const line = tableII?.lines.find((line) => line.includes('k Rhealstones/s'));
    expect(line).toContain(`qemu-freertos-m7: ${composite} k Rhealstones/s`);
    expect(line).toContain('one repeat: no range');
  });

  test('adds our own column to the published ones, including totals', () => {
    const [tableII, ...others] = sections(makeConstantRun(kernel(KERNELS.x), CLOCKS.ns));
    const lines = formatSectionRows(tableII);
    expect(lines[0]).toBe('operation|rtk (µs)|x (µs)|foss (µs)|qemu-freertos-m7 (µs)');
    expect(lines).toContain('2 Total|9.24|8.92|25.7|8.92');
    expect(lines).toContain('5 Total|8.1|4.98|5.7|4.98');
    expect(lines).toContain('k Rhealstones*/s|172.3|176.8 ?|88.3|176.9 k Rhealstones/s [1, 3]');
    expect(others).toEqual([]);
  });

  test('marks the rows whose definition differs, and the totals of them', () => {
    const costs = { ...kernel(KERNELS.x), ...kernel(KERNELS.adapted, 'cmsis_rhealstone') };
    const [tableII] = sections(makeConstantRun(costs, CLOCKS.ns));
    const lines = formatSectionRows(tableII);
    for (const line of [
      '3 Total|11.2|13.7|27.2|13.7|13.7',
      '4.1 Alloc|0.92|1.4|3.8|1.4 [1]|1.4 [2]',
      '4 Total|2.04|2.36|6.9|2.36 [1]|2.36 [2]',
      '5.1 Suspend+CS|5.5|4.4|5.1|4.4 [3]|4.46 [3]',
      '6 IRQ Latency|0.32|0.32|0.32|0.32 [4]|0.32 [4]',
    ]) {
      expect(lines).toContain(line);
    }
    expect(tableII?.lines.slice(0, 4)).toEqual([
      "[1] blocks of 32 bytes from the heap, as the FOSS kernel's; RTK's are from a pool.",
      "[2] blocks of 32 bytes from a pool, as RTK's; the FOSS kernel's are from its heap.",
      "[3] switches to the agent's thread in place of the idle task.",
      '[4] the interrupt is requested by software in place of a pin.',
    ]);
    expect(tableII?.lines.join()).toContain(
      'Published times include 30 ns of setting or clearing a pin',
    );
  });

  test('on Linux a signal takes the place of the interrupt', () => {
    const run = makeConstantRun(kernel(KERNELS.x), CLOCKS.ns);
    const [pass] = run.passes;
    if (pass) Object.assign(pass.facts, { os: 'Linux 6.1' });
    const lines = formatSectionRows(sections(run)[0]);
    expect(lines).toContain('5.2 Resume|2.5|2.48|3.8|2.48 [3]');
    expect(lines).toContain('5 Total|8.1|4.98|5.7|4.98 [3, 4]');
  });

  test('converts cycles to microseconds at the rate of their clock', () => {
    const [tableII] = sections(makeConstantRun({ 'rhealstone/yield': 720 }, CLOCKS.cycles));
    expect(formatSectionRows(tableII)).toContain('1 Yield+CS|3.92|3.64|2.1|10');
  });

  test('gives the reason why instructions have no composite', () => {
    const [tableII] = sections(makeConstantRun(kernel(KERNELS.x)));
    const lines = formatSectionRows(tableII);
    expect(lines[0]).toContain('qemu-freertos-m7 (instr)');
    expect(lines.at(-1)).toMatch(/\|– \[4\]$/);
    expect(tableII?.lines[3]).toBe(
      '[4] instructions are not time: an emulated target has no k Rhealstones/s.',
    );
    expect(tableII?.lines.join()).not.toContain('1000 over the mean');
    expect(tableII?.lines).toContain(
      'instr are instructions of an emulated core: neither cycles nor time.',
    );
  });

  test('gives the range of the composite over repeats', () => {
    const [tableII] = sections(makeConstantRun(kernel(KERNELS.x), CLOCKS.ns, [1, 1.1]));
    expect(tableII?.lines.join()).toContain('160.81 to 176.89 over 2 repeats');
  });

  test('leaves a total and the composite open if a part was not measured', () => {
    const all = Object.entries(kernel(KERNELS.x));
    const most = Object.fromEntries(all.filter(([name]) => name !== 'rhealstone/free'));
    const [tableII] = sections(
      makeConstantRun({ ...most, 'rhealstone/alloc': 'no heap here' }, CLOCKS.ns),
    );
    const lines = formatSectionRows(tableII);
    expect(lines).toContain('4.1 Alloc|0.92|1.4|3.8|– [1]');
    expect(lines).toContain('4.2 Free|1.12|0.96|3.1|– [4]');
    expect(lines).toContain('4 Total|2.04|2.36|6.9|– [1]');
    expect([tableII?.lines[0], tableII?.lines[3]]).toEqual([
      '[1] rhealstone/alloc: refused, no heap here.',
      '[4] not measured by qemu-freertos-m7 in this run; it can be tried by: ' +
        'cyclescope run --target qemu-freertos-m7 --bench rhealstone/free.',
    ]);
  });

  test('table III shows the cost of the layer within one run', () => {
    const costs = { ...kernel(KERNELS.x), ...kernel(KERNELS.adapted, 'cmsis_rhealstone') };
    const [tableII, tableIII] = sections(makeConstantRun(costs, CLOCKS.ns));
    expect(formatSectionRows(tableII)[0]).toMatch(
      /qemu-freertos-m7 \(µs\)\|qemu-freertos-m7 \+cmsis \(µs\)$/,
    );
    expect(formatSectionRows(tableIII)).toContain('5.2 Resume|2.60|2.48|2.6|+4.8');
    expect(formatSectionRows(tableIII).at(-1)).toBe(
      'k Rhealstones*/s|176.3 ?|176.9 k Rhealstones/s [2, 3]|176.3 k Rhealstones/s [4, 3]|-0.4 [4, 3, 2]',
    );
  });

  test('lists the rows in which the layer does not call the same service', () => {
    const costs = { ...kernel(KERNELS.x), ...kernel(KERNELS.adapted, 'cmsis_rhealstone') };
    const [tableII, tableIII] = sections(makeConstantRun(costs, CLOCKS.ns));
    expect(tableII?.lines.at(-1)).toContain('rhealstone/alloc, rhealstone/free (the heap against');
    expect(tableIII?.lines.at(-1)).toContain('rhealstone/suspend, rhealstone/resume, ');
    const [plain] = sections(makeConstantRun(kernel(KERNELS.x), CLOCKS.ns));
    expect(plain?.lines.join()).not.toContain('Not the same service');
  });

  test('is omitted if nothing of it was measured', () => {
    expect(sections(makeConstantRun({ 'heap/malloc': 100 }))).toEqual([]);
  });

  test('reports for each system whether it can be measured again', () => {
    const [tableII] = sections(makeConstantRun(kernel(KERNELS.x)));
    expect(tableII?.lines.join()).toContain('X Real-Time Kernel v2.1 on microcontroller');
    expect(tableII?.lines.join()).toContain('nobody else can measure it');
  });
});
