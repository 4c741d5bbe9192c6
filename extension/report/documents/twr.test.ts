import { describe, expect, test } from 'vitest';
import { columnAt, rowAt } from '../../runs/published/testing';
import { listOwnRuns } from './own';
import { CLOCKS, formatSectionRows, makeConstantRun } from './testing';
import { twrSections } from './twr';

const sections = (...records: ReturnType<typeof makeConstantRun>[]) =>
  twrSections(listOwnRuns(records));

/** The measured cells of tables 1 and 2 as the user's run; a thousandth of them is in ns. */
const PUBLISHED = Object.fromEntries(
  ['table-1', 'table-2'].flatMap((table) =>
    columnAt(`twr-k70/${table}/uclinux`).rows.map(({ op = '', params, value }) => [
      `${op} threads=${params['threads']} size=${params['size']}`,
      Math.round(value * 1e6),
    ]),
  ),
);

describe('the tables of the tower board', () => {
  test("the paper's own times yield its averages, means and ratios", () => {
    const [table1, table2, table3, , table5] = sections(makeConstantRun(PUBLISHED, CLOCKS.ns));
    expect(formatSectionRows(table1)).toContain(
      '2 threads, selection|qemu-freertos-m7 (ms) [1, 2]|0.25|0.45|1.52|2.56|5.9|2.136|',
    );
    expect(formatSectionRows(table1)).toContain(
      '32 threads, mean of both|qemu-freertos-m7 (ms) [1, 2]||||||1.436|-21.7 %',
    );
    expect(formatSectionRows(table1)).toContain(
      '32 threads, mean of both|published (ms)||||||1.44 ?|-22% ?',
    );
    expect(formatSectionRows(table2)).toContain(
      '16 threads, multiplication|qemu-freertos-m7 (ms) [1, 2]|0.08|0.15|0.26|0.35|0.69|0.306|',
    );
    const [, , own] = formatSectionRows(table3);
    expect(own).toMatch(
      /^2 threads\|qemu-freertos-m7 \(ms\) \[1, 2, 3, 4, 5\]\|1\.834\|0\.198\|1\.016\|\|– \[6\]/,
    );
    expect(formatSectionRows(table5)).toContain(
      '4 threads|qemu-freertos-m7 (ms) [1, 2, 3, 4, 5]|0.931|– [6]|– [6]',
    );
  });

  test('the mean of table 3 is what the paper prints', () => {
    const [, , table3] = sections(makeConstantRun(PUBLISHED, CLOCKS.ns));
    for (const threads of [2, 4, 8, 16, 32]) {
      const line = formatSectionRows(table3).find((each) =>
        each.startsWith(`${threads} threads|qemu`),
      );
      const printed = rowAt('twr-k70/table-3/mean', `${threads} threads, execution`).value;
      expect(Math.abs(Number(line?.split('|')[4]) - printed)).toBeLessThan(0.0011);
    }
  });

  test('lists commands for what was not measured', () => {
    const [table1] = sections(makeConstantRun({ 'sort/quick threads=2 size=100': 500 }, CLOCKS.ns));
    const line = table1?.lines.find((line) => line.includes('not measured by'));
    expect(line).toContain(
      'cyclescope run --target qemu-freertos-m7 --bench sort ' +
        '--set threads=2,4,8,16,32 --set size=100,1000,10000,100000,1000000',
    );
  });

  test('a mean without a refused size has no figure, but a count and the missing sizes', () => {
    const points = Object.entries(PUBLISHED).map(([name, cost]) => {
      const isLarge = name.startsWith('sort/selection') && name.endsWith('size=1000000');
      return [name, isLarge ? 'would take 9 hours' : cost] as const;
    });
    const [table1] = sections(makeConstantRun(Object.fromEntries(points), CLOCKS.ns));
    const line = formatSectionRows(table1)[2];
    expect(line).toMatch(/^2 threads, selection\|qemu.*\|2\.56\|– \[3\]\|– \[4\]\|$/);
    expect(table1?.lines.slice(0, 5)).toEqual([
      '[1] threads give way at equal shares of their work, in place of time slices.',
      '[2] each thread sorts that many integers of its own.',
      '[3] sort/selection threads=2 size=1000000: refused, would take 9 hours.',
      '[4] 1 of 5 points is missing: 1,000,000 (without a figure) of sort/selection.',
      '[5] 1 of 10 points is missing: 1,000,000 (without a figure) of sort/selection.',
    ]);
    expect(formatSectionRows(table1).at(-1)).toMatch(/\|– \[5\]\|– \[5\]$/);
  });

  test('means of different points at different threads are not shown', () => {
    const points = Object.entries(PUBLISHED).map(([name, cost]) => {
      const isLarge = name.includes('threads=32') && name.endsWith('size=1000000');
      return [name, isLarge ? 'would take 9 hours' : cost] as const;
    });
    const [table1, , table3, , table5] = sections(
      makeConstantRun(Object.fromEntries(points), CLOCKS.ns),
    );
    expect(formatSectionRows(table1).at(-1)).toMatch(/qemu.*\|– \[\d\]\|– \[\d\]$/);
    expect(
      formatSectionRows(table1).find((line) => line.startsWith('2 threads, mean of both|qemu')),
    ).toMatch(/\|1\.834\|$/);
    const reason =
      '2 of 10 points are missing: 1,000,000 (without a figure) of sort/selection and sort/quick';
    expect(table1?.lines.join()).toContain(reason);
    expect(formatSectionRows(table3).at(-1)).toMatch(
      /qemu[^|]*\|– \[6\]\|0\.279\|– \[\d\]\|– \[\d\]/,
    );
    expect(formatSectionRows(table5).at(-1)).toMatch(/qemu[^|]*\|– \[\d\]/);
  });

  test('a table without figures is omitted, except for the commands that measure it', () => {
    const found = sections(makeConstantRun({ 'sort/quick threads=2 size=100': 500 }, CLOCKS.ns));
    const table3 = found.find(({ title }) => title.startsWith('Table 3'));
    expect(table3?.table).toBeUndefined();
    expect(table3?.lead).toBe('This table cannot be filled from the measured operations.');
    expect(table3?.lines[0]).toMatch(/^9 of 10 points are missing: .* \(not measured\) of /);
    expect(table3?.lines.at(-1)).toContain('cyclescope run --target qemu-freertos-m7 --bench sort');
    expect(table3?.lines.join()).not.toContain('[');
    const [, table2] = found;
    expect(table2?.lead).toBe('None of its operations was measured.');
    expect(table2?.lines).toHaveLength(1);
    expect(table2?.lines[0]).toMatch(/^not measured by .* --bench matrix/);
  });

  test('a point that was not measured is not shown as refused because of another one', () => {
    const [table1] = sections(
      makeConstantRun({
        'sort/quick threads=2 size=100': 500,
        'sort/selection threads=2 size=100': 'no memory',
      }),
    );
    const [, refused, missing, again] =
      /\|– \[(\d)\]\|– \[(\d)\]\|– \[(\d)\]\|/.exec(formatSectionRows(table1)[2] ?? '') ?? [];
    expect(missing).toBe(again);
    expect(table1?.lines).toContain(
      `[${refused}] sort/selection threads=2 size=100: refused, no memory.`,
    );
    expect(table1?.lines.find((line) => line.startsWith(`[${missing}]`))).toContain(
      'not measured by',
    );
  });

  test('points of another parameter are not mixed', () => {
    const [table1] = sections(
      makeConstantRun({
        'sort/quick threads=2 size=100 total=0': 500,
        'sort/quick threads=2 size=100 total=1': 900,
      }),
    );
    expect(table1?.lines[0]).toContain('sort/quick was measured at several points');
  });

  test('table 6 has throughput for times, and instructions per byte for an emulated core', () => {
    const table6 = sections(
      makeConstantRun({
        'crypto/aes kilobytes=5120': 100_000_000,
        'crypto/md5 kilobytes=5120': 10_485_760,
      }),
    ).at(-1);
    expect(formatSectionRows(table6)[0]).toMatch(/m7 \(instr\)\|throughput \(instr\/byte\)$/);
    expect(formatSectionRows(table6)).toContain('MD5 5120 kB|1.396|1.411|3.58|3.54|10,485,760.0|2');
    const timed = sections(
      makeConstantRun({ 'crypto/aes kilobytes=5120': 100_000_000 }, CLOCKS.ns),
    ).at(-1);
    expect(formatSectionRows(timed)).toContain('AES 5120 kB|9.059|10.120|0.55|0.49|0.1 [1]|50 [1]');
    expect(timed?.lines.join('\n')).not.toContain('throughput: n =');
  });

  test('table 6 without crypto has the published figures, and the commands', () => {
    const found = sections(makeConstantRun(PUBLISHED, CLOCKS.ns));
    expect(found).toHaveLength(6);
    expect(formatSectionRows(found[5])).toContain('MD5 5120 kB|1.396|1.411|3.58|3.54|– [1]|– [1]');
    expect(found[5]?.lines[0]).toMatch(
      /^\[1\] not measured .*: cyclescope build --target qemu-freertos-m7 --with crypto; cyclescope run .*--bench crypto --set kilobytes=5120\.$/,
    );
    expect(sections(makeConstantRun({ 'heap/malloc': 100 }))).toEqual([]);
  });
});
