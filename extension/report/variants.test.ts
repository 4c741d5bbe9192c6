import { describe, expect, test } from 'vitest';
import { CLOCKS, formatSectionRows, makeConstantRun } from './documents/testing';
import { variantSections } from './variants';

describe('variants of a run', () => {
  test('are shown beside the plain suites, with difference and delta', () => {
    const [cmsis, ...others] = variantSections(
      makeConstantRun(
        {
          'rhealstone/yield': 1000,
          'cmsis_rhealstone/yield': 1080,
          'sync/sem_take_give': 500,
          'cmsis_sync/sem_take_give': 700,
          'heap/malloc': 300,
        },
        CLOCKS.cycles,
      ),
    );
    expect(others).toEqual([]);
    expect(cmsis?.title).toBe('Variant cmsis');
    expect(formatSectionRows(cmsis)).toEqual([
      'operation|plain|cmsis|difference|unit|delta',
      'rhealstone/yield|1,000.0|1,080.0|+80.0|cycles|+8 %',
      'sync/sem_take_give|500.0|700.0|+200.0|cycles|+40 %',
    ]);
    expect(cmsis?.lines.at(-1)).toBe('Beyond 10 %: sync/sem_take_give +40 %.');
  });

  test('mark pairs that do not request the same service', () => {
    const [cmsis] = variantSections(
      makeConstantRun({
        'rhealstone/alloc': 118,
        'cmsis_rhealstone/alloc': 90,
        'sync/event_signal_wait': 626,
        'cmsis_sync/event_signal_wait': 494,
        'rhealstone/yield': 60,
        'cmsis_rhealstone/yield': 66,
      }),
    );
    expect(cmsis?.lines.at(-1)).toBe(
      "These pairs use different kernel services in cmsis, so they do not show the layer's cost alone: " +
        'rhealstone/alloc (the heap against a pool of blocks); ' +
        'sync/event_signal_wait (a binary semaphore against event flags).',
    );
    const [native] = variantSections(
      makeConstantRun({ 'rhealstone/alloc': 1, 'native_rhealstone/alloc': 1 }),
    );
    expect(native?.lines.join()).not.toContain('service');
  });

  test('use the same kind of mean for both of a pair', () => {
    const record = makeConstantRun({
      'queue/throughput_2t': 100,
      'cmsis_queue/throughput_2t': 100,
    });
    for (const operation of record.passes[0]?.operations ?? []) {
      const largest = operation.suite === 'queue' ? 9000 : 1000;
      operation.quiet = [
        [100, 198],
        [largest, 2],
      ];
    }
    const [cmsis] = variantSections(record);
    expect(formatSectionRows(cmsis)[1]).toBe(
      'queue/throughput_2t|189.0|109.0|-80.0|instr|-42.33 %',
    );
    expect(cmsis?.lines[1]).toMatch(/^queue\/throughput_2t: a mean of batches or, /);
  });

  test('use native calls as the base of their wrappers', () => {
    const [pairs] = variantSections(
      makeConstantRun({
        'sync/mutex_lock_unlock': 120,
        'native_sync/mutex_lock_unlock': 120,
        'queue/send_receive': 95,
        'native_queue/send_receive': 100,
      }),
    );
    expect(formatSectionRows(pairs)).toEqual([
      'operation|wrapper|native|difference|unit|delta',
      'sync/mutex_lock_unlock|120.0|120.0|+0.0|instr|+0 %',
      'queue/send_receive|95.0|100.0|-5.0|instr|-5 %',
    ]);
    expect(pairs?.lines.at(-1)).toBe('None of 2 operations differs by more than 10 %.');
  });

  test('are compared only at the same point', () => {
    const [cpp] = variantSections(
      makeConstantRun({
        'stream/throughput bytes=64': 100,
        'stream/throughput bytes=128': 200,
        'cpp_stream/throughput bytes=128': 300,
      }),
    );
    expect(formatSectionRows(cpp).slice(1)).toEqual([
      'stream/throughput bytes=128|200.0|300.0|+100.0|instr|+50 %',
    ]);
  });

  test('are marked as refused, without a difference', () => {
    const [cpp] = variantSections(
      makeConstantRun({ 'sync/sem_take_give': 100, 'cpp_sync/sem_take_give': 'no semaphores' }),
    );
    expect(formatSectionRows(cpp)[1]).toBe('sync/sem_take_give|100.0|– refused|–|instr|–');
  });

  test('do not include a suite without a twin', () => {
    expect(
      variantSections(makeConstantRun({ 'context_switch/switch': 100, 'heap/malloc': 100 })),
    ).toEqual([]);
  });
});
