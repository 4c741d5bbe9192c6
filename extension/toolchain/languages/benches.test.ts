import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBenches, parseFunctions } from './benches';
import { c } from './c';

const findBenches = (text: string) => parseBenches(text, c.reading);

const names = (text: string) => findBenches(text).map(({ op }) => op);

describe('finding benchmarks', () => {
  it('returns name, place and options', () => {
    const text =
      '#include <cyclescope/bench.h>\n\n  CYCLESCOPE_BENCH(fir, .about = "one \\"tap\\" "\n' +
      '    "of 32", .iterations = 2\'000u,\n    CYCLESCOPE_PARAMS({"size", 4, 1, 9}))\n{ x(); }\n';
    const [bench] = findBenches(text);
    expect(bench).toMatchObject({
      op: 'fir',
      line: 3,
      lastLine: 5,
      suite: undefined,
      about: 'one "tap" of 32',
      iterations: 2000,
    });
    expect(text.slice(bench!.start, bench!.end)).toMatch(/^CYCLESCOPE_BENCH\(fir,[^]*9}\)\)$/);
  });

  it('finds what the shipped benchmarks declare', () => {
    const of = (name: string) => {
      const text = readFileSync(`target-agent/families/${name}/${name}.c`, 'utf8');
      const lines = text.split('\n');
      return findBenches(text).map(({ op, line, iterations }) => {
        const there = lines
          .slice(line - 1, line + 1)
          .map((each) => each.trim())
          .join('');
        return [/^\w+\(\s*\w+,/.exec(there)?.[0], op, iterations];
      });
    };
    expect(of('heap')).toEqual([
      ['CYCLESCOPE_BENCH(malloc,', 'malloc', 1000],
      ['CYCLESCOPE_BENCH(free,', 'free', 1000],
    ]);
    expect(of('context_switch')).toEqual([['CYCLESCOPE_BENCH_CUSTOM(switch,', 'switch', 500_000]]);
  });

  it('uses the suite that a text sets for all, unless a benchmark sets its own', () => {
    const text =
      '#ifndef CYCLESCOPE_SUITE\n#  define CYCLESCOPE_SUITE "thread" // all\n#endif\n' +
      'CYCLESCOPE_BENCH(yield) { }\nCYCLESCOPE_BENCH(own, .suite = "mine") { }';
    expect(findBenches(text).map(({ suite }) => suite)).toEqual(['thread', 'mine']);
    const disabled = '#if 0\n#define CYCLESCOPE_SUITE "x"\n#endif\nCYCLESCOPE_BENCH(a) { }';
    expect(findBenches(disabled)[0]?.suite).toBeUndefined();
  });

  it('ignores its own definition', () => {
    expect(names(readFileSync('target-agent/include/cyclescope/bench.h', 'utf8'))).toEqual([]);
  });

  it.each([
    ['a line comment', '// CYCLESCOPE_BENCH(a) {}'],
    ['a continued line comment', '// see \\\nCYCLESCOPE_BENCH(a) {}'],
    ['a block comment', '/* \n CYCLESCOPE_BENCH(a) {} */'],
    ['an open comment', '/* CYCLESCOPE_BENCH(a) {}'],
    ['a string', 'const char *s = "CYCLESCOPE_BENCH(a)";'],
    ['a string with an escaped quote', '"\\" CYCLESCOPE_BENCH(a) {}"'],
    ['a raw string', 'auto s = R"x(" CYCLESCOPE_BENCH(a) {} )" )x";'],
    ['another name', 'MY_CYCLESCOPE_BENCH(a) {} CYCLESCOPE_BENCH_2(b) {}'],
    ['another macro', '#define MINE(x) \\\n  CYCLESCOPE_BENCH(x) \\\n  {}'],
    ['a macro after a comment', '/* */ # /* */ define M CYCLESCOPE_BENCH(a)'],
    ['no name', 'CYCLESCOPE_BENCH() {} CYCLESCOPE_BENCH(1) {} CYCLESCOPE_BENCH(a b) {}'],
    ['an open parenthesis', 'CYCLESCOPE_BENCH(a, (1)'],
    ['#if 0', '#if 0\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#if (0)', '# if (0) // no\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#if 0 && ..', '#if 0 && defined(X)\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#if !1', '#if !1\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#if false', '#if false\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['the else of #if 1', '#if 1\n#else\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#elif 0', '#ifdef X\n#elif 0\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#elif behind #if 1', '#if 1\n#elif X\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['a group in #if 0', '#if 0\n#if 1\n#endif\n#ifdef X\nCYCLESCOPE_BENCH(a) {}\n#endif\n#endif'],
    ["#if 0 with a letter's quote", "#if 0\ndon't\n/* ' */ CYCLESCOPE_BENCH(a) {}\n#endif"],
  ])('skips %s', (_, text) => {
    expect(names(`${text}\n`)).toEqual([]);
  });

  it.each([
    ['a parenthesis on the next line', 'CYCLESCOPE_BENCH\n(\n a\n) {}'],
    ['comments between', 'CYCLESCOPE_BENCH /* , */ ( // (\n a /* b */ , .x = ")") {}'],
    ['a continued line', 'CYCLESCOPE_\\\nBENCH(\\  \r\na) {}'],
    ['indentation behind a statement', 'int b; {\t  CYCLESCOPE_BENCH(a) {}'],
    ['a comment that is closed', '/* // */ CYCLESCOPE_BENCH(a) {}'],
    ['a character that is a quote', "char q = '\"'; CYCLESCOPE_BENCH(a) {} char r = '\"';"],
    ['digits with separators', "long n = 1'000; CYCLESCOPE_BENCH(a) {} long m = 1'0;"],
    ['an open string', 'char *s = "\nCYCLESCOPE_BENCH(a) {}'],
    ['the else of #if 0', '#if 0\nCYCLESCOPE_BENCH(b) {}\n#else\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#elif behind #if 0', '#if 0\n#elif X\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['behind #if 0', '#if 0\n#endif\nCYCLESCOPE_BENCH(a) {}'],
    ['what depends on others', '#if BAD > 0\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['#if !0', '#if !(0)\nCYCLESCOPE_BENCH(a) {}\n#endif'],
    ['a custom one', 'CYCLESCOPE_BENCH_CUSTOM(a, .batch = b);'],
    ['behind an #endif too many', '#endif\n#else\n#endif\nCYCLESCOPE_BENCH(a) {}'],
  ])('finds it with %s', (_, text) => {
    expect(names(`${text}\n`)).toEqual(['a']);
  });

  it('lists both branches of a condition that it cannot evaluate', () => {
    const text = '#ifdef X\nCYCLESCOPE_BENCH(a) {\n#else\nCYCLESCOPE_BENCH(b) {\n#endif\n}';
    expect(names(text)).toEqual(['a', 'b']);
  });

  it('reads an explicit suite, and no number that is a name', () => {
    const [bench] = findBenches('CYCLESCOPE_BENCH(a, .suite = u8"net\\x2e\\101", .iterations = N)');
    expect(bench).toMatchObject({ suite: 'net.A', iterations: undefined, about: undefined });
  });
});

describe("a benchmark's digest", () => {
  const base = '#define N 3\nstatic int f(int x) { return x; }\nCYCLESCOPE_BENCH(a) { f(1); }\n';
  const other = 'CYCLESCOPE_BENCH(b) { f(2); }\n';
  const findDigest = (text: string, op = 'a') =>
    findBenches(text).find((bench) => bench.op === op)?.digest;

  it.each([
    ['comments', `// new\n${base}/* more */`],
    ['layout', base.replaceAll('(', '(\n\n ').replaceAll(' {', '\n{')],
    ['a mark of the byte order', `\ufeff${base}`],
    ['line ends', base.replaceAll('\n', '\r\n')],
    ['another benchmark', `${base}${other.replace('2', '3')}`],
    ['what is never compiled', `${base}#if 0\nint x;\n#endif\n`],
  ])('does not depend on %s', (_, text) => {
    expect(findDigest(text)).toBe(findDigest(base));
  });

  it.each([
    ['the operation', base.replace('f(1)', 'f(2)')],
    ['its options', base.replace('(a)', '(a, .warmup = 3)')],
    ['what it calls', base.replace('return x', 'return -x')],
    ['a definition', base.replace('N 3', 'N 4')],
    ['a condition', `#if X\n${base}#endif\n`],
  ])('depends on %s', (_, text) => {
    expect(findDigest(text)).not.toBe(findDigest(base));
  });

  it('is separate for each one in a file', () => {
    expect(findDigest(base + other, 'b')).not.toBe(findDigest(base + other, 'a'));
  });
});

describe('functions that a file defines for others', () => {
  it.each([
    [
      'int crc(const void *data, int size)\n{\n  if (size) { return f(); }\n  return 0;\n}',
      ['crc'],
    ],
    ['int declared(int);\nextern int other(void);', []],
    ['static int own(void) { return 1; }\nint shown(void) { return own(); }', ['shown']],
    [
      'extern "C" {\nvoid a(void) {}\n}\nnamespace n { int b() noexcept { return 1; } }',
      ['a', 'b'],
    ],
    ['void handler(void) __attribute__((interrupt("IRQ"))) { }', ['handler']],
    ['/* int a(void) {} */ // int b(void) {}\nconst char *c = "int d(void) {}";', []],
    ['#define TWICE(x) \\\n  int x(void) { return 1; }\nint table[] = { f(1), g(2) };', []],
    ['int broken(void) {', ['broken']],
    ['int (((', []],
  ])('are found in %j', (text, names) => {
    expect([...parseFunctions(text)]).toEqual(names);
  });
});
