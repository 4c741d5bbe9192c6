import { describe, expect, it } from 'vitest';
import { bench } from '../testing/benches';
import { checkSettings, planRun, tracedNote } from './plan';

const size = { name: 'size', default: 4, min: 1, max: 64 };
const malloc = bench('heap', 'malloc', { params: [size] });
const free = bench('heap', 'free', { params: [size] });
const calloc = bench('heap', 'calloc');
const long = bench('switch', 'switch', { iterations: 500_000 });
const short = bench('switch', 'start', { iterations: 100 });
const plain = { settings: {}, traced: false };

describe('planning the run lines', () => {
  it.each([
    ['a whole suite', [malloc, free], [malloc, free], plain, ['run heap']],
    ['one operation', [malloc, free], [free], plain, ['run heap op=free']],
    [
      'the same arguments',
      [malloc, free],
      [malloc, free],
      { ...plain, iterations: 7, warmup: 0, settings: { size: 8 } },
      ['run heap n=7 warmup=0 size=8'],
    ],
    [
      'a parameter that only one operation has',
      [malloc, calloc],
      [malloc, calloc],
      { ...plain, settings: { size: 8 } },
      ['run heap op=malloc size=8', 'run heap op=calloc'],
    ],
    [
      'a traced pass, shortened',
      [long, short],
      [long, short],
      { ...plain, traced: true },
      ['run switch op=switch n=10000 trace=1', 'run switch op=start trace=1'],
    ],
    [
      'a traced pass with its own count',
      [long],
      [long],
      { ...plain, traced: true, iterations: 20_000 },
      ['run switch n=20000 trace=1'],
    ],
  ])('%s', (_, all, selected, options, lines) => {
    expect(planRun(all, selected, options).map((command) => command.line)).toEqual(lines);
  });

  it('tells the operations and how many values each asks for', () => {
    const [command] = planRun([malloc, free], [malloc, free], { ...plain, iterations: 3 });
    expect(command?.ops).toEqual([
      { name: 'heap/malloc', n: 3 },
      { name: 'heap/free', n: 3 },
    ]);
  });

  it('says what the traced pass leaves out', () => {
    expect(tracedNote([long, short], { ...plain, traced: true })).toMatch(/: switch\/switch\.$/);
    expect(tracedNote([long], { ...plain, traced: true, iterations: 9 })).toBeUndefined();
    expect(tracedNote([long], plain)).toBeUndefined();
  });
});

describe('settings', () => {
  it.each([
    [{ sise: 8 }, 'unknown-parameter', '"size"'],
    [{ size: 65 }, 'bad-value', undefined],
    [{ size: 0 }, 'bad-value', undefined],
  ])('%j is refused', (settings, code, hint) => {
    const expected = hint === undefined ? { code } : { code, hint: expect.stringContaining(hint) };
    expect(() => checkSettings([malloc, calloc], settings)).toThrow(
      expect.objectContaining(expected),
    );
  });

  it('passes what is declared', () => {
    expect(() => checkSettings([malloc], { size: 64 })).not.toThrow();
  });
});
