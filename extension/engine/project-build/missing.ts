import { basename } from 'node:path';
import type { BuildStep } from '../../targets/projects/project';
import { EngineError } from '../error';

const FOLDERS = 'the setting cyclescope.programsFolders names folders to look into.';

/** How to get the programs that builds begin with. */
const REMEDIES: Readonly<Record<string, string>> = {
  west: `Install it with pip install west; where it lies in a virtual environment of Python, activate that, or ${FOLDERS}`,
  cmake: `Install CMake 3.20 or newer, on Debian with apt-get install cmake; ${FOLDERS}`,
  ninja: `Install Ninja, on Debian with apt-get install ninja-build; ${FOLDERS}`,
  make: `Install GNU make, on Debian with apt-get install make; ${FOLDERS}`,
};

/** What is said of a program that a build begins with and that is not there. */
export function missingProgram({
  program,
  line,
}: Pick<BuildStep, 'program' | 'line'>): EngineError {
  const name = basename(program, '.exe');
  return new EngineError(
    'missing-program',
    `${name} was not found, which the project is built with: ${line}`,
    REMEDIES[name] ?? `Install it, or add its folder to PATH; ${FOLDERS}`,
  );
}
