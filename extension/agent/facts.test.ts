import { describe, expect, test } from 'vitest';
import { readFacts } from './facts';
import { FACTS } from './testing/facts';

const change = (name: string, value: string) => readFacts(new Map([...FACTS, [name, value]]));

describe('readFacts', () => {
  test('reads the facts of a sound agent', () => {
    const { facts, problems, refusals } = readFacts(FACTS);
    expect([problems, refusals]).toEqual([[], []]);
    expect(facts).toMatchObject({
      os: 'FreeRTOS',
      hooks: 0,
      clockStep: 3,
      tickHz: 100,
      block: 512,
    });
    expect(facts.clock).toEqual({
      name: 'emulated',
      hz: 25_000_000,
      unit: 'instructions',
      ratio: [5, 16],
    });
  });

  test.each([
    ['protocol', '2', 'The agent uses protocol 2; this host uses 1.'],
    ['clock_check', 'it has stopped', "The agent's clock failed its check: it has stopped."],
    ['clock_hz', '0', "The agent's clock is unusable: a clock of 0 Hz."],
    ['clock_ratio', '0/16', "The agent's clock is unusable: a clock ratio of 0/16."],
    ['clock_ratio', '5', "The agent's clock is unusable: a clock ratio of 0/0."],
    ['clock_ratio', '1/2/3', "The agent's clock is unusable: a clock ratio of 0/0."],
    ['clock_unit', 'bananas', 'The agent\'s clock is unusable: unknown clock unit "bananas".'],
    ['hooks', 'maybe', 'The agent does not report whether hooks are linked in.'],
  ])('refuses %s=%s', (name, value, refusal) => {
    expect(change(name, value).refusals).toEqual([refusal]);
  });

  test.each([
    ['tick_hz', 'often', 'The fact tick_hz=often is not a count.'],
    ['clock_step', '0', 'The agent saw its clock make steps of zero ticks.'],
  ])('doubts %s=%s', (name, value, problem) => {
    expect(change(name, value)).toMatchObject({ problems: [problem], refusals: [] });
  });

  test('reports missing facts', () => {
    const silent = new Map([...FACTS].filter(([name]) => name !== 'mpu' && name !== 'caches'));
    expect(readFacts(silent).problems).toEqual(['The agent does not report: mpu, caches.']);
    expect(readFacts(new Map()).refusals).toHaveLength(6);
  });
});
