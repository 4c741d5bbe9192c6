import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBenches } from './languages';

describe('benchmarks in Rust', () => {
  const findRustBenches = (text: string) => findBenches(text, 'fir.rs');

  it('are found in any kind of brackets, with their options', () => {
    const text =
      "#![no_std]\nfn reason<'a>(t: &'a str) -> char { '{' }\n\ncyclescope::bench! {\n    fir,\n" +
      '    about = "one \\"tap\\"",\n    iterations = 2_000,\n    |run, _| fir(run.param(0))\n}\n' +
      'bench!(plain, |_, _| ());\n';
    expect(findRustBenches(text)).toMatchObject([
      { op: 'fir', line: 4, lastLine: 9, about: 'one "tap"', iterations: 2000, suite: undefined },
      { op: 'plain', line: 10, lastLine: 10, iterations: undefined },
    ]);
    expect(text.slice(findRustBenches(text)[0]?.start)).toMatch(/^bench! {/);
  });

  it('are not found in comments, strings, attributes or definitions', () => {
    const texts = [
      '// bench!(a, |_, _| ())',
      '/* bench!(a, |_, _| ()) */',
      'let t = "bench!(a, |_, _| ())";',
      'let t = r#"" bench!(a, |_, _| ())"#;',
      'let c = \'"\'; let t = "bench!(a, |_, _| ())";',
    ];
    expect(texts.flatMap(findRustBenches)).toEqual([]);
    const binding = readFileSync('target-agent/bindings/rust/cyclescope.rs', 'utf8');
    expect(findRustBenches(binding)).toEqual([]);
  });

  it('change with their text, but not with a comment', () => {
    const digest = (text: string) => findRustBenches(text)[0]?.digest;
    const text = 'bench!(a, |_, _| one());';
    expect(digest(`// a comment\n${text}`)).toBe(digest(text));
    expect(digest(text.replace('one', 'two'))).not.toBe(digest(text));
    expect(digest(`${text}\nfn one() {}`)).not.toBe(digest(text));
  });
});

describe('benchmarks in Zig', () => {
  const findZigBenches = (text: string) => findBenches(text, 'fir.zig');

  it('are found with their place and options', () => {
    const text =
      'fn benches() void {\n    cyclescope.bench(@src(), "fir", .{\n        .suite = "dsp",\n' +
      '        .params = &.{.{ .name = "taps", .initial = 1, .min = 1, .max = 2 }},\n' +
      '        .iterations = 500,\n    }, operation);\n' +
      '    cyclescope.bench(@src(), "plain", .{}, operation);\n}\n';
    expect(findZigBenches(text)).toMatchObject([
      { op: 'fir', line: 2, lastLine: 6, suite: 'dsp', iterations: 500 },
      { op: 'plain', line: 7, lastLine: 7, suite: undefined, iterations: undefined },
    ]);
  });

  it('are not found in comments or multi-line strings', () => {
    const texts = [
      '// bench(@src(), "a", .{}, f)',
      'const t =\n    \\\\ bench(@src(), "a", .{}, f)\n;',
      'const t = "bench(@src(), \\"a\\", .{}, f)";',
    ];
    expect(texts.flatMap(findZigBenches)).toEqual([]);
    const binding = readFileSync('target-agent/bindings/zig/cyclescope.zig', 'utf8');
    expect(findZigBenches(binding)).toEqual([]);
  });
});

describe('the language of a file', () => {
  it('is recognised by its name, and C for headers', () => {
    const text = 'CYCLESCOPE_BENCH(a) { bench!(b, |_, _| ()); }';
    const found = ['a.c', 'a.cpp', 'b/a.rs', 'a.zig', 'a.h'].map((path) =>
      findBenches(text, path).map(({ op }) => op),
    );
    expect(found).toEqual([['a'], ['a'], ['b'], [], ['a']]);
  });
});
