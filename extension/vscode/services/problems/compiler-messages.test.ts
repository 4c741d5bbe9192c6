import { describe, expect, it } from 'vitest';
import { compilerMessages } from './problems';

const output = `In file included from benchmarks/crc.c:1:
benchmarks/crc.c: In function 'table':
benchmarks/crc.c:12:5: error: unknown type name 'uint33_t'; did you mean 'uint32_t'?
   12 |     uint33_t sum = 0;
      |     ^~~~~~~~
      |     uint32_t
benchmarks/crc.c:20:9: warning: unused variable 'x' [-Wunused-variable]
benchmarks/crc.h:3:10: fatal error: nowhere.h: No such file or directory
compilation terminated.`;

describe('messages of a compiler', () => {
  it('have a place, and the option that caused them', () => {
    const message = { file: 'benchmarks/crc.c', notes: [] };
    expect(compilerMessages(output)).toEqual([
      {
        ...message,
        line: 12,
        column: 5,
        severity: 'error',
        option: undefined,
        text: "unknown type name 'uint33_t'; did you mean 'uint32_t'?",
      },
      {
        ...message,
        line: 20,
        column: 9,
        severity: 'warning',
        option: '-Wunused-variable',
        text: "unused variable 'x'",
      },
      {
        ...message,
        file: 'benchmarks/crc.h',
        line: 3,
        column: 10,
        severity: 'error',
        option: undefined,
        text: 'nowhere.h: No such file or directory',
      },
    ]);
  });

  it('include those of a linker, each once', () => {
    const missing = "/w/filter.c:3: undefined reference to `fir'";
    const name = '/usr/lib/gcc/arm-none-eabi/12.2.1/../../../arm-none-eabi/bin/ld: ';
    const lines = [`${name}filter.o: in function \`fir_operation':`, missing, `${name}${missing}`];
    expect(compilerMessages(lines.join('\n'))).toEqual([
      {
        file: '/w/filter.c',
        line: 3,
        column: 0,
        severity: 'error',
        option: undefined,
        text: "undefined reference to `fir'",
        notes: [],
      },
    ]);
  });

  it('are reported once, although two images are built', () => {
    expect(compilerMessages(`${output}\n${output}`)).toHaveLength(3);
  });

  it('have their notes, once', () => {
    const twice = `a.c:2:1: error: conflicting types for 'f'\na.h:9:5: note: previous declaration\n`;
    const [error, ...others] = compilerMessages(twice + twice);
    expect(others).toEqual([]);
    expect(error?.notes).toMatchObject([{ file: 'a.h', line: 9, text: 'previous declaration' }]);
  });

  it.each([
    ['a drive', 'C:\\w\\a.c:4:2: error: no', { file: 'C:\\w\\a.c', line: 4, column: 2 }],
    ['no column', 'a.c:4: error: no', { file: 'a.c', line: 4, column: 0 }],
    ['a colon in the name', '/w/a:b.c:4:2: error: no', { file: '/w/a:b.c', line: 4, column: 2 }],
  ])('have a place with %s', (_, line, expected) => {
    expect(compilerMessages(line)).toMatchObject([expected]);
  });

  it('are recognised from Zig and Rust, too', () => {
    const rust =
      'error[E0425]: cannot find value `x` in this scope\n  --> /w/fir.rs:4:11\n   |\n' +
      'warning: unused variable: `y`\n --> /w/fir.rs:7:5\n';
    expect(compilerMessages(`fir.zig:6:22: error: no field named 'a'\n${rust}`)).toMatchObject([
      { file: 'fir.zig', line: 6, column: 22, text: "no field named 'a'" },
      { file: '/w/fir.rs', line: 4, column: 11, text: 'cannot find value `x` in this scope' },
      { file: '/w/fir.rs', line: 7, severity: 'warning', text: 'unused variable: `y`' },
    ]);
  });

  it.each([
    'compilation terminated.',
    'ld: error: no place',
    'a.c:1:2: note: of nothing',
    'cc1: error: bad value',
  ])('have no place in a source: %s', (line) => {
    expect(compilerMessages(line)).toEqual([]);
  });
});
