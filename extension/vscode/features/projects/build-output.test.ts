import { expect, test } from 'vitest';
import { cmakeMessages, listEachOnce, parseBuildShare } from './benchmark';

test.each([
  ['[12/345] Building C object CMakeFiles/app.dir/main.c.obj', { done: 12, total: 345 }],
  ['[  7%] Building C object', { done: 7, total: 100 }],
  ['[100%] Built target app', { done: 100, total: 100 }],
  ['-- Board: mps2/an385', undefined],
  ['main.c:[12/345]', undefined],
])('"%s" is reported as %j', (line, share) => expect(parseBuildShare(line)).toEqual(share));

test("CMake's errors are reported at their place, in full", () => {
  const printed = [
    'CMake Error at cmake/agent.cmake:12 (message):',
    '  SEGGER was not found.',
    '',
    '  Set CYCLESCOPE_SEGGER_DIR.',
    'Call Stack (most recent call first):',
    '  CMakeLists.txt:3 (include)',
    '',
    'CMake Warning (dev) at CMakeLists.txt:9 (project):',
    '  old',
  ];
  expect(cmakeMessages(printed)).toEqual([
    {
      file: 'cmake/agent.cmake',
      line: 12,
      column: 1,
      severity: 'error',
      text: 'SEGGER was not found. Set CYCLESCOPE_SEGGER_DIR.',
      option: undefined,
      notes: [],
    },
    expect.objectContaining({ line: 9, severity: 'warning', text: 'old' }),
  ]);
});

test('a message of both agents is reported once', () => {
  const lines = ['CMake Warning at CMakeLists.txt:9 (message):', '  old'];
  const [one, ...more] = listEachOnce(cmakeMessages([...lines, ...lines]));
  expect([one?.text, more]).toEqual(['old', []]);
});
