import { describe, expect, test } from 'vitest';
import { buildFailure } from './build';

const step = { line: 'west build -b mps2/an385 app' };
const makeFailure = (text: string) => buildFailure(step, 1, text.split('\n'));

describe('the cause of a failed build', () => {
  test("is the compiler's first error", () => {
    const { message, hint } = makeFailure(
      '[1/9] Building C object\n/w/src/main.c:3:1: warning: unused\n/w/src/main.c:4:2: error: expected expression\nerror: later',
    );
    expect(message).toBe(
      'The build failed with exit code 1: /w/src/main.c:4:2: error: expected expression',
    );
    expect(hint).toBe('The command was: west build -b mps2/an385 app');
  });

  test("is CMake's first error in full", () => {
    const { message } = makeFailure(
      'CMake Error at CMakeLists.txt:7 (include):\n  include could not find requested file:\n\n    sdk.cmake\n\n\n-- Configuring incomplete',
    );
    expect(message).toContain(
      'CMake Error at CMakeLists.txt:7 (include): include could not find requested file: sdk.cmake',
    );
    expect(message).not.toContain('incomplete');
  });

  test('is missing if nothing was printed', () => {
    expect(buildFailure(step, null, []).message).toBe('The build was ended');
  });
});

test.each([
  [
    'Could not find a package configuration file provided by "Zephyr" with any of',
    /west workspace/,
  ],
  ['Could not find a package configuration file provided by "Zephyr-sdk"', /Zephyr SDK/],
  ['GNUARMEMB_TOOLCHAIN_PATH is not set', /GNUARMEMB_TOOLCHAIN_PATH to the folder/],
  ['***Please set ARMGCC_DIR in your environment', /Set ARMGCC_DIR/],
  ['west: unknown command "build"; workspace /w', /west init/],
  ["ModuleNotFoundError: No module named 'elftools'", /package elftools/],
  ['CMake was unable to find a build program corresponding to "Ninja".', /^Ninja was not found/],
  ['No CMAKE_C_COMPILER could be found.', /compiler was not found/],
  ['CMake 3.28 or higher is required.  You are running version 3.25.1', /^Install CMake 3\.28/],
  ['fatal error: cannot write: No space left on device', /disk/],
])('explains "%s"', (line, hint) => {
  expect(makeFailure(line).hint).toMatch(hint);
});
