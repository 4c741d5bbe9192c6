import { describe, expect, test } from 'vitest';
import { columnAt } from '../../runs/published/testing';
import { overtosSections } from './overtos';
import { listOwnRuns } from './own';
import { CLOCKS, formatSectionRows, makeConstantRun } from './testing';

const sections = (...records: ReturnType<typeof makeConstantRun>[]) =>
  overtosSections(listOwnRuns(records));

/** The document's own C column, and its list beyond 10 %, as a run. */
const C = Object.fromEntries(
  columnAt('overtos-zephyr/cases/c').rows.flatMap(({ op, value }) =>
    op === undefined ? [] : [[op, value]],
  ),
);

describe('the tables of oveRTOS', () => {
  test('puts our means beside the published ones', () => {
    const [cases, pairs, ...others] = sections(makeConstantRun(C, CLOCKS.ns));
    const lines = formatSectionRows(cases);
    expect(lines[0]).toBe(
      'operation|c|cpp|cpp-delta|rust|rust-delta|zig|zig-delta|' + 'qemu-freertos-m7 (ns)',
    );
    expect(lines).toHaveLength(36);
    expect(lines).toContain(
      'sync/sem_take_give|2.3 µs|1.9 µs|-16.2%|2.1 µs|-10.2%|2.1 µs|-8.6%|2,300.0',
    );
    expect(pairs?.title).toContain('Wrapper vs native');
    expect(others).toEqual([]);
  });

  test('shows callers in another language with their delta to C', () => {
    const run = makeConstantRun(
      { 'sync/mutex_lock_unlock': 2000, 'cpp_sync/mutex_lock_unlock': 2500 },
      CLOCKS.ns,
    );
    const [cases, beyond] = sections(run);
    expect(formatSectionRows(cases)[0]).toMatch(
      /m7 \(ns\)\|qemu-freertos-m7 \+cpp \(ns\)\|delta \(%\)$/,
    );
    expect(formatSectionRows(cases).join('\n')).toContain('|2,000.0|2,500.0|+25.0');
    expect(beyond?.title).toBe('qemu-freertos-m7: cases with |delta| > 10.0 % against C');
    expect(formatSectionRows(beyond)).toEqual([
      'case|language|own (ns)|C (ns)|delta (%)|published delta',
      'sync/mutex_lock_unlock|C++|2,500.0|2,000.0|+25.0|-0.5%',
    ]);
  });

  test('reports that nothing differs by more than 10 %', () => {
    const run = makeConstantRun({ 'thread/yield': 1000, 'rust_thread/yield': 1090 }, CLOCKS.ns);
    const [, beyond] = sections(run);
    expect(beyond?.table).toBeUndefined();
    expect(beyond?.lines).toEqual(['No case differs by more than 10 %.']);
  });

  test("compares wrappers with the kernel's own calls of the same run", () => {
    const run = makeConstantRun({ 'sync/sem_take_give': 120, 'native_sync/sem_take_give': 100 });
    const pairs = sections(run).at(-1);
    const lines = formatSectionRows(pairs);
    expect(lines[0]).toMatch(
      /m7 wrapper \(instr\)\|qemu-freertos-m7 native \(instr\)\|qemu-freertos-m7 delta \(instr\)$/,
    );
    expect(lines).toContain('Sem take+give, C|2313|2054|+259|120|100 [1]|20 [1]');
    expect(pairs?.lines).toContain("[1] FreeRTOS's own call in place of Zephyr's.");
    expect(lines).toContain('Sem take+give, Rust|2078|1665 ?|+413 ?|||');
  });

  test('marks each own figure whose definition differs, wherever it is shown', () => {
    const op = 'sync/mutex_contention_2t';
    const run = makeConstantRun(
      { [op]: 1000, [`native_${op}`]: 900, [`cpp_${op}`]: 2000 },
      CLOCKS.ns,
    );
    const [cases, beyond, pairs] = sections(run);
    const notes = (section: typeof cases) => section?.lines.filter((line) => line.startsWith('['));
    expect(formatSectionRows(cases).find((line) => line.startsWith(op))).toMatch(
      /\|1,000\.0 \[1\]\|2,000\.0 \[1\]\|\+100\.0 \[1\]$/,
    );
    expect(
      formatSectionRows(cases).find((line) => line.includes('native_mutex_contention')),
    ).toMatch(/\|900 \[1, 2\]\|\|$/);
    expect(formatSectionRows(beyond)[1]).toMatch(
      /\|2,000\.0 \[1\]\|1,000\.0 \[1\]\|\+100\.0 \[1\]\|/,
    );
    expect(notes(beyond)).toEqual(['[1] own threads meet at every request.']);
    expect(
      formatSectionRows(pairs).find((line) => line.startsWith('Mutex contention (2t), C|')),
    ).toMatch(/\|1,000\.0 \[1\]\|900 \[1, 2\]\|100 \[1, 2\]$/);
    expect(notes(pairs)?.slice(0, 2)).toEqual([
      '[1] own threads meet at every request.',
      "[2] FreeRTOS's own call in place of Zephyr's.",
    ]);
  });

  test('has the samples of each figure below every table', () => {
    const op = 'sync/sem_take_give';
    const run = makeConstantRun(
      { [op]: 1000, [`native_${op}`]: 900, [`cpp_${op}`]: 2000 },
      CLOCKS.ns,
    );
    for (const section of sections(run)) {
      expect(section.lines.join('\n')).toMatch(/n = [\d,]+ samples per figure/);
    }
  });

  test('marks what Linux, or a timer, does in another way than the document', () => {
    const run = makeConstantRun({ 'timer/start_stop': 900, 'stream/throughput': 800 }, CLOCKS.ns);
    const [pass] = run.passes;
    const onLinux = { ...run, passes: [{ ...pass!, facts: { ...pass!.facts, os: 'Linux' } }] };
    const timer = /^timer\/start_stop\|.*\[1\]$/m;
    const stream = /^stream\/throughput\|.*800(?: \[(\d)\])?$/m;
    const [here, there] = [run, onLinux].map((each) =>
      formatSectionRows(sections(each)[0]).join('\n'),
    );
    expect(here).toMatch(timer);
    expect(stream.exec(here!)?.[1]).toBeUndefined();
    expect(stream.exec(there!)?.[1]).toBe('2');
  });

  test('marks means of batches, which take the place of samples that are too coarse', () => {
    const record = makeConstantRun({ 'thread/get_self': 1000 }, CLOCKS.ns);
    const [pass] = record.passes;
    if (pass === undefined) throw new Error('no pass');
    for (const operation of pass.operations) {
      operation.batches = { size: 25, elapsed: new Array<number>(40).fill(25_000), ticked: [] };
      operation.empty.batches = [0];
    }
    const coarse = { ...pass, clocks: pass.clocks.map((clock) => ({ ...clock, step: 333 })) };
    const [cases] = sections({ ...record, passes: [coarse] });
    const line = formatSectionRows(cases).find((each) => each.startsWith('thread/get_self'));
    expect(line).toMatch(/ \[\d\]$/);
    expect(cases?.lines[0]).toBe(
      '[1] a mean of batches: one execution is too short for the clock.',
    );
  });

  test('does not ask for the native twin of a refused operation', () => {
    const [cases] = sections(
      makeConstantRun({ 'sync/condvar_signal_wait': 'no condition variables' }),
    );
    const line = formatSectionRows(cases).find((each) =>
      each.includes('native_condvar_signal_wait'),
    );
    expect(line).toMatch(/– \[1\]$/);
    expect(cases?.lines[0]).toBe('[1] sync/condvar_signal_wait: refused, no condition variables.');
  });

  test('drops the largest hundredth, as the document does', () => {
    const record = makeConstantRun({ 'thread/get_self': 1000 }, CLOCKS.ns);
    const [pass] = record.passes;
    for (const operation of pass?.operations ?? []) {
      operation.quiet = [
        [1000, 198],
        [9000, 2],
      ];
    }
    expect(formatSectionRows(sections(record)[0]).join('\n')).toMatch(
      /thread\/get_self\|.*\|1,000\.0\n/,
    );
  });

  test('keeps the largest hundredth if it is part of the operation, in all variants', () => {
    const ops = { 'queue/throughput_2t': 100, 'native_queue/throughput_2t': 100 };
    const record = makeConstantRun({ ...ops, 'cpp_queue/throughput_2t': 110 }, CLOCKS.ns);
    for (const operation of record.passes[0]?.operations ?? []) {
      if (operation.suite !== 'queue') continue;
      operation.batches.elapsed = [];
      operation.quiet = [
        [100, 198],
        [9000, 2],
      ];
    }
    const [cases] = sections(record);
    const line = formatSectionRows(cases).find((each) => each.startsWith('queue/throughput_2t'));
    expect(line).toMatch(/\|189 \[\d\]\|110 \[\d\]\|-41\.8 \[\d\]$/);
    expect(cases?.lines.join()).toContain(
      'a mean of batches or, where there are none, of all samples',
    );
  });
});
