import { describe, expect, test } from 'vitest';
import { nxpSections } from './nxp';
import { listOwnRuns } from './own';
import { CLOCKS, formatSectionRows, makeConstantRun } from './testing';

const sections = (...records: ReturnType<typeof makeConstantRun>[]) =>
  nxpSections(listOwnRuns(records));

describe("the white paper's table", () => {
  test('has the ratio of two of our systems, as the paper prints one', () => {
    const zephyr = makeConstantRun({ 'heap/malloc': 1000, 'heap/free': 500 }, CLOCKS.cycles);
    const linux = { ...makeConstantRun({ 'heap/malloc': 11_000 }, CLOCKS.cycles), id: 'x-00ff' };
    const [table] = sections(zephyr, linux);
    const lines = formatSectionRows(table);
    expect(lines[0]).toContain('qemu-freertos-m7 00ff over qemu-freertos-m7 1a2b (x)');
    expect(lines[1]).toBe('Average heap malloc time (cycles)|1001|11499|11x|1,000.0|11,000.0|11');
    expect(lines[2]).toMatch(/\|500\|– \[1\]\|– \[1\]$/);
    expect(table?.lines.join()).toContain('--bench heap/free');
  });

  test('has no ratio of figures in different units', () => {
    const [table] = sections(
      makeConstantRun({ 'heap/malloc': 1000 }, CLOCKS.cycles),
      makeConstantRun({ 'heap/malloc': 1000 }),
    );
    expect(formatSectionRows(table)[0]).not.toContain(' over ');
  });

  test("shows POSIX calls of the same run beside the kernel's", () => {
    const [table] = sections(makeConstantRun({ 'mutex/lock': 100, 'posix_mutex/lock': 150 }));
    expect(formatSectionRows(table)[0]).toMatch(
      /m7 \(instr\)\|qemu-freertos-m7 \+posix \(instr\)\|.* over /,
    );
    // The kernel's own mutex is not the document's call, and that is noted.
    expect(formatSectionRows(table).join('\n')).toContain('|15x|100 [1]|150|1.5');
    expect(table?.lines).toContain("[1] FreeRTOS's own call in place of pthread_mutex_lock.");
    expect(table?.lines.join('\n')).toMatch(
      /n = [\d,]+ samples per figure.*, net of reading the clock/,
    );
  });

  test('notes that fewer threads exist at once', () => {
    const run = makeConstantRun({ 'thread/create': 100 });
    const [pass] = run.passes;
    const facts = { ...pass!.facts, threads_at_once: '50' };
    const [table] = sections({ ...run, passes: [{ ...pass!, facts }] });
    expect(table?.lines.join('\n')).toContain('; 50 threads exist at once in place of 2,000');
  });

  test.each([
    ['the mean of batches, elapsed time over operations, as the document takes it', 40],
    ['a mean of samples in place of batches, of which there are too few', 0],
  ])('notes that the context switch is %s', (note, batches) => {
    const run = makeConstantRun({ 'context_switch/switch': 100 });
    const [operation] = run.passes[0]!.operations;
    operation!.batches = { size: 25, elapsed: Array<number>(batches).fill(2500), ticked: [] };
    operation!.empty.batches = [0];
    const [table] = sections(run);
    expect(formatSectionRows(table).join('\n')).toContain('|27x|100 [');
    expect(table?.lines).toContainEqual(
      expect.stringMatching(new RegExp(`^\\[\\d\\] ${note}\\.$`)),
    );
  });
});
