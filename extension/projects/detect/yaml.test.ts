import { describe, expect, test } from 'vitest';
import { unwrapFields, parseYaml } from './values';

const read = (text: string) => unwrapFields(parseYaml(text));

describe('reads files of build systems:', () => {
  test('lists under their keys, indented or not', () => {
    expect(read('runners:\n- jlink\n- openocd\nargs:\n  jlink:\n    - --device=A\n')).toEqual({
      runners: ['jlink', 'openocd'],
      args: { jlink: ['--device=A'] },
    });
  });

  test('comments, empty values and empty documents', () => {
    const text =
      '---\n# all\nflash-runner: jlink # default\nargs:\n  uf2: []\n  blank:\nempty: {}\n...\n';
    expect(read(text)).toEqual({
      'flash-runner': 'jlink',
      args: { uf2: [], blank: '' },
      empty: {},
    });
  });

  test('both kinds of quotes, and a hash that is not a comment', () => {
    const text = `a: 'it''s'\nb: "say \\"no\\""\nc: probe #1\nd: x#y\n'e f': "C:\\\\x"\n`;
    expect(read(text)).toEqual({
      a: "it's",
      b: 'say "no"',
      c: 'probe',
      d: 'x#y',
      'e f': 'C:\\x',
    });
  });

  test('lists in brackets', () => {
    expect(read(`runners: [openocd, jlink]\npyocd: ['--target=a, b', "--x"]`)).toEqual({
      runners: ['openocd', 'jlink'],
      pyocd: ['--target=a, b', '--x'],
    });
  });

  test('items with colons and dashes as text', () => {
    expect(
      read('args:\n  a:\n  - --config=C:/x\n  - "--config=C:/x: y"\n  - -c\n  - "reset: halt"'),
    ).toEqual({
      args: { a: ['--config=C:/x', '--config=C:/x: y', '-c', 'reset: halt'] },
    });
  });

  test('lists of mappings', () => {
    const text =
      'default: app\ndomains:\n- name: mcuboot\n  build_dir: /b/mcuboot\n- name: app\n  build_dir: /b/app\nflash_order:\n- mcuboot\n';
    expect(read(text)).toEqual({
      default: 'app',
      domains: [
        { name: 'mcuboot', build_dir: '/b/mcuboot' },
        { name: 'app', build_dir: '/b/app' },
      ],
      flash_order: ['mcuboot'],
    });
  });

  test('Windows line endings', () => {
    expect(read('a: 1\r\nb:\r\n  - c\r\n')).toEqual({ a: '1', b: ['c'] });
  });
});

test('numbers and values of other schemas stay text; the last of two equal keys counts', () => {
  expect(read('v: 3.10\nn: 0x10\nb: no\nz: ~\nv: 4.0\n')).toEqual({
    v: '4.0',
    n: '0x10',
    b: 'no',
    z: '~',
  });
});

test('reads the first of several documents', () => {
  expect(parseYaml('a: 1\n---\na: 2\n')).toEqual({ value: { a: '1' } });
});

test('reports where a problem is', () => {
  expect(parseYaml('a: 1\nb: [1, 2\nc: 3\n')).toEqual({
    problem: expect.stringMatching(/^\S.* \(line \d, column \d+\)$/) as unknown,
  });
});

test.each([
  '',
  ':',
  '- ',
  '-',
  'a',
  '  a: 1\nb: 2',
  'a: |\n  text\n',
  '&x *y',
  '{',
  '\t- a',
  '- - - a',
  'a:\n b:\n  - c\n d',
])('%j does not throw', (text) => {
  expect(() => parseYaml(text)).not.toThrow();
});

test('endless indentation does not throw', () => {
  const text = Array.from({ length: 5000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  expect(() => parseYaml(text)).not.toThrow();
});
