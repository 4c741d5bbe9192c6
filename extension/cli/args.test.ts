import { describe, expect, it } from 'vitest';
import {
  type CommandSpec,
  parseCountOption,
  getOptionValue,
  parseArguments,
  parseSettingsOption,
} from './args';

const spec: CommandSpec = {
  name: 'run',
  about: 'for tests',
  positionals: { name: 'FILE', min: 0, max: 1 },
  options: {
    target: { value: 'T', about: '', required: true },
    bench: { value: 'GLOB', about: '', repeated: true },
    out: { value: 'DIR', short: 'o', about: '' },
    iterations: { value: 'N', about: '' },
    set: { value: 'NAME=VALUE', about: '', repeated: true },
    trace: { about: '' },
  },
};
const parse = (line: string) => parseArguments(spec, line.split(' '));

describe('arguments', () => {
  it('reads flags, values, repeated values and positionals', () => {
    const args = parse('--target a --bench x --trace --bench=y=z -o - file');
    expect(getOptionValue(args, 'target')).toBe('a');
    expect(args.values.get('bench')).toEqual(['x', 'y=z']);
    expect(getOptionValue(args, 'out')).toBe('-');
    expect([...args.flags]).toEqual(['trace']);
    expect(args.positionals).toEqual(['file']);
  });

  it('takes everything after -- and a value after a short name as positional', () => {
    const args = parse('--target a -oout -- --trace');
    expect([getOptionValue(args, 'out'), args.positionals]).toEqual(['out', ['--trace']]);
  });

  it.each([
    ['--target a --itterations 3', /no option --itterations/, /"--iterations"/],
    ['--target a -x', /no option -x/, /help run/],
    ['--target', /--target needs a value: T/, undefined],
    ['--target --trace', /--target needs a value/, undefined],
    ['--trace', /needs --target T/, /help run/],
    ['--target a --target b', /only once/, undefined],
    ['--target a --trace=1', /--trace takes no value/, undefined],
    ['--target a one two', /"two"/, 'See: cyclescope help run'],
  ])('%s is refused', (line, message, hint) => {
    expect(() => parse(line)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringMatching(message),
        hint: hint && expect.stringMatching(hint),
      }),
    );
  });

  it('requires nothing else with --help', () => {
    expect([...parse('--help').flags]).toEqual(['help']);
  });
});

describe('values', () => {
  it.each(['0', '-1', '1.5', 'x', '', '4294967296'])('rejects "%s" as a count', (text) => {
    const args = parse(`--target a --iterations=${text}`);
    expect(() => parseCountOption(args, 'iterations', 1)).toThrow(/--iterations must be/);
  });

  it('reads counts and settings', () => {
    const args = parse('--target a --iterations 12 --set a=1 --set heap.b=-2,4..16x2');
    expect(parseCountOption(args, 'iterations', 1)).toBe(12);
    expect(parseSettingsOption(args, 'set')).toEqual({ a: [1], 'heap.b': [-2, 4, 8, 16] });
  });

  it.each([
    ['--set a', /NAME=VALUE/, undefined],
    ['--set a=x', /--set a: "x" is neither/, undefined],
    ['--set a=1 --set a=2,3', /--set a was given more than once/, /--set a=1,2,3/],
  ])('rejects %s as a setting', (line, message, hint) => {
    expect(() => parseSettingsOption(parse(`--target a ${line}`), 'set')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message),
        hint: hint && expect.stringMatching(hint),
      }),
    );
  });
});
