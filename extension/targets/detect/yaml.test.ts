import { describe, expect, test } from 'vitest';
import { parseYaml } from './yaml';

describe('what build systems write', () => {
  test('lists below their keys, indented and not', () => {
    expect(parseYaml('runners:\n- jlink\n- openocd\nargs:\n  jlink:\n    - --device=A\n')).toEqual({
      runners: ['jlink', 'openocd'],
      args: { jlink: ['--device=A'] },
    });
  });

  test('comments, empty values and documents', () => {
    const text =
      '---\n# all\nflash-runner: jlink # default\nargs:\n  uf2: []\n  blank:\nempty: {}\n...\n';
    expect(parseYaml(text)).toEqual({
      'flash-runner': 'jlink',
      args: { uf2: [], blank: '' },
      empty: '{}',
    });
  });

  test('quotes of both kinds, and a hash that is no comment', () => {
    const text = `a: 'it''s'\nb: "say \\"no\\""\nc: probe #1\nd: x#y\n'e f': "C:\\\\x"\n`;
    expect(parseYaml(text)).toEqual({
      a: "it's",
      b: 'say "no"',
      c: 'probe',
      d: 'x#y',
      'e f': 'C:\\x',
    });
  });

  test('lists in brackets', () => {
    expect(parseYaml(`runners: [openocd, jlink]\npyocd: ['--target=a, b', "--x"]`)).toEqual({
      runners: ['openocd', 'jlink'],
      pyocd: ['--target=a, b', '--x'],
    });
  });

  test('items with colons and dashes stay texts', () => {
    expect(parseYaml('args:\n  a:\n  - --config=C:/x: y\n  - -c\n  - "reset: halt"')).toEqual({
      args: { a: ['--config=C:/x: y', '-c', 'reset: halt'] },
    });
  });

  test('lists of mappings', () => {
    const text =
      'default: app\ndomains:\n- name: mcuboot\n  build_dir: /b/mcuboot\n- name: app\n  build_dir: /b/app\nflash_order:\n- mcuboot\n';
    expect(parseYaml(text)).toEqual({
      default: 'app',
      domains: [
        { name: 'mcuboot', build_dir: '/b/mcuboot' },
        { name: 'app', build_dir: '/b/app' },
      ],
      flash_order: ['mcuboot'],
    });
  });

  test('Windows line ends', () => {
    expect(parseYaml('a: 1\r\nb:\r\n  - c\r\n')).toEqual({ a: '1', b: ['c'] });
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

test('indentation without end does not throw', () => {
  const text = Array.from({ length: 5000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  expect(() => parseYaml(text)).not.toThrow();
});
