import type { BuildStep } from '../../targets/projects/project';
import { EngineError } from '../error';

/** What builds print when something is missing around them, and what to do about it. */
const KNOWN: readonly (readonly [RegExp, string | ((...found: readonly string[]) => string)])[] = [
  [
    /package configuration file provided by "Zephyr"|ZEPHYR_BASE.*(?:not set|invalid)/,
    'Zephyr was not found. Open a folder inside a west workspace, or set ZEPHYR_BASE.',
  ],
  [
    /package configuration file provided by "Zephyr-sdk"|Unable to find .*toolchain|ZEPHYR_TOOLCHAIN_VARIANT (?:not set|is)/,
    'Zephyr found no toolchain. Install the Zephyr SDK, or set ZEPHYR_TOOLCHAIN_VARIANT and the path that goes with it, such as GNUARMEMB_TOOLCHAIN_PATH.',
  ],
  [
    /GNUARMEMB_TOOLCHAIN_PATH/,
    'Set GNUARMEMB_TOOLCHAIN_PATH to the folder that holds bin/arm-none-eabi-gcc.',
  ],
  [/ARMGCC_DIR/, 'Set ARMGCC_DIR to the folder that holds bin/arm-none-eabi-gcc.'],
  [
    /unknown command "build"|no west (?:workspace|topdir) found|not in a west workspace/i,
    'west knows how to build only inside a workspace: run west init and west update, or set ZEPHYR_BASE.',
  ],
  [
    /No module named '([^']+)'/,
    (_, name = '') =>
      `Python lacks the package ${name}. Install the requirements of Zephyr or of the SDK into the environment in which west runs.`,
  ],
  [
    /unable to find a build program corresponding to "([^"]+)"/,
    (_, name = '') => `${name} was not found. Install it, or add its folder to PATH.`,
  ],
  [
    /No (CMAKE_\w+_COMPILER) could be found|is not a full path to an existing compiler/,
    'The compiler was not found. Install it, or add its folder to PATH.',
  ],
  [/arm-none-eabi-\w+: (?:command )?not found/, 'Install the compiler arm-none-eabi-gcc.'],
  [/CMake (\S+) or higher is required/, (_, version = '') => `Install CMake ${version} or newer.`],
  [/No space left on device/, 'Make room on the disk.'],
];

const ERROR =
  /(?:^|\s)(?:fatal )?error:\s|^CMake Error|^FATAL ERROR|^ninja: error|undefined reference/;

/** Why a build ended, in the words of what it printed. */
export function buildFailure(
  { line }: Pick<BuildStep, 'line'>,
  code: number | null,
  printed: readonly string[],
): EngineError {
  const said = sentenceIn(printed);
  const end = code === null ? 'was ended' : `failed with exit code ${code}`;
  const message = `The build ${end}${said === undefined ? '' : `: ${said}`}`;
  return new EngineError('build-failed', message, hintFor(printed) ?? `It was: ${line}`);
}

function hintFor(printed: readonly string[]): string | undefined {
  const text = printed.join('\n');
  for (const [pattern, hint] of KNOWN) {
    const found = pattern.exec(text);
    if (found) return typeof hint === 'string' ? hint : hint(...found);
  }
  return undefined;
}

/** The first error; what CMake has to say of one stands indented on the lines below. */
function sentenceIn(printed: readonly string[]): string | undefined {
  const index = printed.findIndex((line) => ERROR.test(line));
  const first = printed[index]?.trim();
  if (first === undefined || !first.startsWith('CMake Error')) return first;
  const rest = printed.slice(index + 1);
  const stop = rest.findIndex((line) => line !== '' && !line.startsWith('  '));
  const said = rest
    .slice(0, stop < 0 ? undefined : stop)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [first.replace(/:$/, ''), said.join(' ')].filter((part) => part !== '').join(': ');
}
