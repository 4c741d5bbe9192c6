import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockLines, readBlock, readWritten, withBlock, removeBlock } from './block';
import { readCalls } from './cmake/calls';

const NEEDED: Readonly<Record<string, string>> = {
  zephyr: 'find_package(Zephyr REQUIRED)',
  mcuxpresso: 'include(${SdkRootDirPath}/cmake/extension/mcux.cmake)',
  'cmake-freertos': 'add_executable(app main.c)',
  'mcuxpresso-zip': 'add_executable(app main.c)',
  'cmake-linux': 'add_executable(app main.c)',
};
const kinds = Object.keys(NEEDED);

const insertBlock = (text: string, kind: string) => {
  const outcome = withBlock(text, blockLines({ kind }, 'app'), { kind });
  return 'text' in outcome ? outcome.text : undefined;
};

/** Lines as people write them, with any ending, or none at the end; a lone carriage return, too. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '\tset(A 1)',
    '# a comment',
    'message("a ) \\" b")',
    '#[[ two\nlines ]]',
    'if(A)\nendif()',
    '# über ünicode …',
    'set(B [=[ ]] ]=])   # behind',
    'project(app)',
  ),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t'), maxLength: 6 }).map((text) => `# ${text}`),
);
const ending = fc.constantFrom('\n', '\r\n');
const text = (kind: string) =>
  fc
    .tuple(
      fc.constantFrom('', '\uFEFF'),
      fc.array(fc.tuple(line, ending), { maxLength: 6 }),
      ending,
      fc.array(fc.tuple(line, ending), { maxLength: 6 }),
      fc.constantFrom('', '# open end', '\r', 'set(C 1)\r'),
    )
    .map(([mark, before, end, behind, last]) => {
      const lines = (list: readonly (readonly [string, string])[]) =>
        list.map(([content, ends]) => content + ends).join('');
      return mark + lines(before) + NEEDED[kind] + end + lines(behind) + last;
    });

describe.each(kinds)('%s', (kind) => {
  test('is removed without a trace, byte for byte', () => {
    fc.assert(
      fc.property(text(kind), (before) => {
        const done = insertBlock(before, kind);
        expect(done).toBeDefined();
        expect(removeBlock(done ?? '')).toBe(before);
        const block = readBlock(done ?? '');
        expect(block && readWritten(block, { kind })).toMatchObject({
          benches: 'set(CYCLESCOPE_BENCHES)',
        });
      }),
    );
  });

  test('changes nothing else for CMake', () => {
    fc.assert(
      fc.property(text(kind), (before) => {
        const done = insertBlock(before, kind) ?? '';
        const names = (content: string) => readCalls(content).calls.map(({ name }) => name);
        const block = readBlock(done);
        const own = names(block?.text ?? '');
        expect(names(done).filter((name) => !own.includes(name))).toEqual(
          names(before).filter((name) => !own.includes(name)),
        );
      }),
    );
  });
});

test('the block is placed right before the line that needs it', () => {
  expect(insertBlock('a()\n  find_package(Zephyr)\nb()\n', 'zephyr')).toMatch(
    /^a\(\)\n# >>> cyclescope\n[^]*# <<< cyclescope\n {2}find_package\(Zephyr\)\nb\(\)\n$/,
  );
});

test('uses the line endings of the file', () => {
  const windows = insertBlock('a()\r\nfind_package(Zephyr)\r\n', 'zephyr') ?? '';
  expect(windows.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const open = insertBlock('a()\r\nb()', 'cmake-linux') ?? '';
  expect(open).toMatch(/b\(\)\r\n# >>> cyclescope\r\n[^]*# <<< cyclescope$/);
});

test('refuses a place in the middle of another call', () => {
  expect(insertBlock('set(A\n  1) find_package(Zephyr)\n', 'zephyr')).toBeUndefined();
  expect(insertBlock('#[[\n]] find_package(Zephyr)\n', 'zephyr')).toBeUndefined();
});

test('reads the user’s list, and reports any other edit with its line', () => {
  const whole = insertBlock('find_package(Zephyr)\n', 'zephyr') ?? '';
  const listed = whole.replace('BENCHES)', 'BENCHES\n  a.c # mine ) \n  "b c.c")');
  const block = readBlock(listed);
  expect(block && readWritten(block, { kind: 'zephyr' })).toEqual({
    target: '',
    benches: 'set(CYCLESCOPE_BENCHES\n  a.c # mine ) \n  "b c.c")',
    options: 'set(CYCLESCOPE_OPTIONS)',
  });
  const firmware = insertBlock('add_executable(app m.c)\n', 'cmake-freertos') ?? '';
  const emulated = readBlock(firmware.replace('OPTIONS)', 'OPTIONS CLOCK emulated)'));
  expect(emulated && readWritten(emulated, { kind: 'cmake-freertos' })).toMatchObject({
    benches: 'set(CYCLESCOPE_BENCHES)',
    options: 'set(CYCLESCOPE_OPTIONS CLOCK emulated)',
  });
  const edited = readBlock(`\n${whole.replace('list(APPEND', 'list(PREPEND')}`);
  expect(edited && readWritten(edited, { kind: 'zephyr' })).toMatchObject({
    editedLine: 5,
    editedText: expect.stringContaining('PREPEND'),
  });
});
