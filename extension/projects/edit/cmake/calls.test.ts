import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandVariables, readCalls, collectVariables } from './calls';

const names = (text: string) => readCalls(text).calls.map(({ name }) => name);
const args = (text: string) => readCalls(text).calls[0]?.args.map((each) => each.text);

describe('calls', () => {
  test('are read in any case, across lines, with comments between', () => {
    const text =
      'CMAKE_MINIMUM_REQUIRED (VERSION 3.20)\nadd_executable(app # the program\n  main.c\n  b.c)\n';
    expect(names(text)).toEqual(['cmake_minimum_required', 'add_executable']);
    const [, call] = readCalls(text).calls;
    expect(call?.args.map((each) => each.text)).toEqual(['app', 'main.c', 'b.c']);
    expect([call?.line, text.slice(call?.start, call?.end)]).toEqual([
      2,
      expect.stringMatching(/^add_executable\([^]*b\.c\)$/),
    ]);
  });

  test('in comments are ignored', () => {
    expect(names('# find_package(Zephyr)\n#[[ project(a)\n]]\n#[=[ b() ]] ]=] project(c)')).toEqual(
      ['project'],
    );
  });

  test('may have a parenthesis in quotes or brackets', () => {
    expect(args('message("a ) \\" # b" [=[ ]] ) ]=] c\\)d)')).toEqual([
      'a ) \\" # b',
      ' ]] ) ',
      'c\\)d',
    ]);
  });

  test('may have nested parentheses, generator expressions, and quotes in the middle', () => {
    expect(args('if(A AND (B OR C))')).toEqual(['A', 'AND', '(', 'B', 'OR', 'C', ')']);
    expect(args('target_link_libraries(app $<$<CONFIG:Debug>:x> -DA="b c" $(HERE))')).toEqual([
      'app',
      '$<$<CONFIG:Debug>:x>',
      '-DA="b c"',
      '$(HERE)',
    ]);
  });

  test('are read with their nesting', () => {
    const text = 'if(A)\n foreach(x)\n  a()\n endforeach()\nelse()\n b()\nendif()\nc()\n';
    const depths = readCalls(text).calls.map(({ name, depth }) => `${name} ${depth}`);
    expect(depths).toEqual([
      'if 0',
      'foreach 1',
      'a 2',
      'endforeach 1',
      'else 1',
      'b 1',
      'endif 0',
      'c 0',
    ]);
  });

  test.each(['project(a', 'project(a) "', 'project(a)\n<<<<<<< HEAD\n', 'message("a'])(
    'stop at %j, which is reported; earlier ones are kept',
    (text) => {
      const { problem } = readCalls(text);
      expect(problem).toMatch(/^Line [12] /);
    },
  );

  test('do not depend on line endings or a byte order mark', () => {
    const text = '# a\nproject(a)\n\nadd_executable(a\n  a.c)\n';
    const plain = readCalls(text).calls.map(({ name, line }) => ({ name, line }));
    const windows = readCalls(`\uFEFF${text.replaceAll('\n', '\r\n')}`).calls;
    expect(windows.map(({ name, line }) => ({ name, line }))).toEqual(plain);
  });

  test('reading ends and never throws, whatever its input', () => {
    const pieces = fc.constantFrom('a', '(', ')', '"', '#', '[', ']', '=', '\\', '$', '\n', ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        for (const { start, end } of readCalls(text).calls) expect(end).toBeGreaterThan(start);
      }),
    );
  });
});

describe('variables', () => {
  const known = collectVariables(
    readCalls(
      'set(NAME blinky)\nproject(${NAME})\nset(TARGET ${PROJECT_NAME}.elf CACHE STRING "")\n' +
        'set(LIST a b)\nset(OPEN ${GIVEN}/x)\nif(X)\nset(NAME other)\nendif()\nproject(second)\n',
    ).calls,
  );

  test.each([
    ['${TARGET}', 'blinky.elf'],
    ['${CMAKE_PROJECT_NAME}', 'blinky'],
    ['${PROJECT_NAME}', 'second'],
    ['${NAME}', 'blinky'],
    ['${LIST}', 'a;b'],
    ['plain', 'plain'],
    ['${OPEN}', undefined],
    ['$ENV{X} ${GONE}', undefined],
  ])('%s', (text, value) => {
    expect(expandVariables(text, known)).toBe(value);
  });

  test('that refer to themselves end', () => {
    expect(expandVariables('${A}', new Map([['A', '${A}']]))).toBeUndefined();
  });
});
