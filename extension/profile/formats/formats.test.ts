import { describe, expect, test } from 'vitest';
import { readProtobuf } from '../../base';
import { sumInstructions } from '../figures';
import { sampleProfile } from '../testing';
import { profileFormats } from '.';

const profile = sampleProfile();
const profiles = [profile, sampleProfile('mutex/unlock')];
const total = profiles.reduce((sum, each) => sum + sumInstructions(each), 0);
const writeFormat = (id: string) => {
  const output = profileFormats.find((format) => format.id === id)?.write(profiles);
  return typeof output === 'string' ? output : '';
};
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

test('the sample takes eleven and sixteen instructions', () => {
  expect(total).toBe(2 * (3 * 11 + 2 * 16));
});

test('collapsed stacks add up, and recursion is one behind the other', () => {
  const lines = writeFormat('collapsed').trimEnd().split('\n');
  expect(sum(lines.map((line) => Number(line.split(' ').at(-1))))).toBe(total);
  expect(lines).toContain('mutex/lock;take;enter;enter 6');
  expect(lines).toContain('mutex/lock;take;raise 5');
  expect(lines).toContain('mutex/unlock;clock_and_loop 15');
});

test('speedscope shows each path in its order, with its length as its weight', () => {
  const { profiles: shown, shared } = JSON.parse(writeFormat('speedscope')) as {
    shared: { frames: { name: string }[] };
    profiles: { name: string; samples: number[][]; weights: number[]; endValue: number }[];
  };
  expect(shown.map(({ name }) => name)).toEqual([
    'mutex/lock: 3 of 5, 11 instructions',
    'mutex/lock: 2 of 5, 16 instructions',
    'mutex/unlock: 3 of 5, 11 instructions',
    'mutex/unlock: 2 of 5, 16 instructions',
  ]);
  for (const { weights, endValue, samples } of shown) {
    expect([sum(weights), samples.length]).toEqual([endValue, weights.length]);
  }
  const names = shown[0]?.samples.map((stack) => stack.map((at) => shared.frames[at]?.name));
  expect(names?.map((stack) => stack.join(' '))).toEqual([
    'clock and loop',
    'take',
    'take raise',
    'take',
    'take enter',
    'take',
    'clock and loop',
  ]);
});

test.each(profileFormats.map(({ id }) => id))('%s: a name of the program adds no line', (id) => {
  const forged = 'a\nfn=forged\u001b[2J';
  const named = {
    ...profile,
    name: forged,
    functions: profile.functions.map((each) => ({ ...each, name: forged })),
    code: { ...profile.code, files: profile.code.files.map(() => forged) },
  };
  const output = profileFormats.find((format) => format.id === id)?.write([named]) ?? '';
  const text = typeof output === 'string' ? output : '';
  expect(text.split('\n').filter((line) => line.startsWith('fn=forged'))).toEqual([]);
  expect(text).not.toContain('\u001b');
});

test('a .cpuprofile lasts a millisecond an instruction, in nodes that exist', () => {
  const read = JSON.parse(writeFormat('cpuprofile')) as {
    nodes: {
      id: number;
      hitCount: number;
      children: number[];
      positionTicks: { ticks: number }[];
    }[];
    samples: number[];
    timeDeltas: number[];
    endTime: number;
  };
  const ids = read.nodes.map(({ id }) => id);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(read.endTime).toBe(1000 * total);
  expect(sum(read.nodes.map(({ hitCount }) => hitCount))).toBe(total);
  expect(read.timeDeltas).toHaveLength(read.samples.length);
  expect(read.samples.every((id) => ids.includes(id))).toBe(true);
  expect(new Set(read.nodes.flatMap(({ children }) => children)).size).toBe(ids.length - 1);
  for (const { hitCount, positionTicks } of read.nodes) {
    if (positionTicks.length > 0)
      expect(sum(positionTicks.map(({ ticks }) => ticks))).toBe(hitCount);
  }
});

test('callgrind has costs by place that add up, and calls with what they cost', () => {
  const text = writeFormat('callgrind');
  expect(text).toContain(`summary: ${total}`);
  expect(text).not.toMatch(/^ob:/m);
  const lines = text.split('\n');
  const own = lines.filter(
    (line, index) => line.startsWith('0x') && lines[index - 1]?.startsWith('calls=') !== true,
  );
  expect(sum(own.map((line) => Number(line.split(' ')[2])))).toBe(total);
  // The first call of enter passes on the cost of both; the inner one is within it.
  expect(text).toContain('cfi=/src/a.c\ncfn=enter\ncalls=5 0x0 0\n0x0 102 25');
});

describe('pprof', () => {
  test('has samples whose values add up, and ids that exist', () => {
    const output = profileFormats.find(({ id }) => id === 'pprof')?.write(profiles);
    const fields = readProtobuf(output instanceof Uint8Array ? output : new Uint8Array());
    const all = (number: number) => fields.filter((field) => field.number === number);
    const samples = all(2).map(({ body }) => readProtobuf(body));
    const listValues = (number: number) =>
      samples.flatMap((sample) =>
        sample.filter((field) => field.number === number).map(({ value }) => value),
      );
    expect(sum(listValues(2))).toBe(total);
    expect(Math.max(...listValues(1))).toBe(all(4).length);
    const texts = all(6).map(({ body }) => new TextDecoder().decode(body));
    expect(texts[0]).toBe('');
    expect(texts).toEqual(expect.arrayContaining(['instructions', 'count', 'take', '/src/a.c']));
  });
});
