import { describe, expect, test } from 'vitest';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../runs/record/testing/example';
import { makeConstantRun } from './documents/testing';
import { terminalTable } from './table';

describe('the terminal table of a catalogue', () => {
  const names = ['native_sync/recursive_mutex_lock_unlock', 'native_sync/mutex_lock_unlock'];
  const record = exampleRecord(
    examplePass(
      collectSimulated({ operations: names.map((name) => exampleOperation(name, 60_000, 200)) }),
    ),
  );
  const lines = terminalTable(record).split('\n');

  test('shows every name in full, and rather drops the histograms', () => {
    expect(lines.some((line) => line.startsWith(`${names[0]} `))).toBe(true);
    expect(lines.join('\n')).not.toContain('…');
    const short = exampleRecord(
      examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 146, 200)] })),
    );
    expect(terminalTable(short)).toContain('min .. max');
    expect(lines.join('\n')).not.toContain('min .. max');
  });

  test('truncates a name only if the terminal is too narrow for it', () => {
    const name = `native_suite/${'very_'.repeat(12)}long`;
    const long = makeConstantRun({ [name]: 60_000_000 });
    for (const columns of [undefined, 200]) {
      expect(terminalTable(long, columns)).toContain(`\n${name} `);
      expect(terminalTable(long, columns)).not.toContain('…');
    }
    const narrow = terminalTable(long, 80).split('\n');
    expect(narrow.find((line) => line.startsWith('nat'))).toContain('…');
    for (const line of narrow.slice(0, 4)) expect(line.length).toBeLessThanOrEqual(120);
    expect(terminalTable(long, 250)).toContain('min .. max');
  });

  test('prints a reason once, with all operations that it applies to', () => {
    const text = terminalTable(
      makeConstantRun({
        'thread/sleep_1ms': 'no sleep',
        'time/delay_1ms': 'no sleep',
        'heap/malloc': 100,
      }),
    );
    expect(text).toContain('\nthread/sleep_1ms, time/delay_1ms: refused, no sleep\n');
  });

  test('abbreviates a long list of operations', () => {
    const names = Array.from({ length: 10 }, (_, at) => [`a/op${at}`, 'no heap']);
    expect(terminalTable(makeConstantRun(Object.fromEntries(names)))).toContain(
      'a/op6, a/op7 and 2 more: refused, no heap\n',
    );
  });

  test('marks a largest sample that other load may explain', () => {
    const costs = [...new Array<number>(199).fill(90), 9_000];
    const operation = exampleOperation('a/b', 90, 200, { costs, ticked: [], batches: [] });
    const pass = examplePass(collectSimulated({ begin: { unit: 'ns' }, operations: [operation] }));
    const printTable = (conditions: Record<string, string>) =>
      terminalTable(exampleRecord({ ...pass, conditions }));
    expect(printTable({ load_end: '2.10' })).toMatch(/ 8,999 \? /);
    expect(printTable({ load_end: '2.10' })).toContain(
      '\n? marks a largest sample that something else',
    );
    expect(printTable({})).toMatch(/ 8,999 [^?]/);
    expect(printTable({})).not.toContain('? marks');
  });

  test('separates suites by blank lines if it is long', () => {
    const ops = Array.from({ length: 13 }, (_, at) => [`a/op${at}`, `b/op${at}`]).flat();
    const sorted = Object.fromEntries(ops.sort().map((name) => [name, 100]));
    expect(terminalTable(makeConstantRun(sorted))).toMatch(/\na\/op9 .*\n\nb\/op0 /);
    expect(terminalTable(makeConstantRun({ 'a/one': 100, 'b/one': 100 }))).toMatch(
      /\na\/one .*\nb\/one /,
    );
  });
});
