import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { EngineError, systemCode } from '../base';
import { waitForExit, spawnCommand } from '../host';

/** One call of the compiler, with what it printed. */
export interface Compilation {
  readonly succeeded: boolean;
  readonly messages: string;
}

/** Runs the compiler without a shell, in a folder. */
export async function compile(
  program: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<Compilation> {
  // Messages are also parsed by programs, which expect English.
  const env = { ...process.env, LC_ALL: 'C' };
  const { command, args: words, ...verbatim } = spawnCommand(program, args);
  const child = spawn(command, words, {
    ...verbatim,
    cwd,
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let messages = '';
  const add = (chunk: string) => (messages += chunk);
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  const code = await waitForExit(child).catch((error: unknown) => {
    throw asFailure(error, program);
  });
  return { succeeded: code === 0, messages };
}

/** The Debian packages of each compiler and of the C library it needs. */
const PACKAGES: Readonly<Record<string, string>> = {
  'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
  'arm-linux-gnueabihf-gcc': 'gcc-arm-linux-gnueabihf libc6-dev-armhf-cross',
  'aarch64-linux-gnu-gcc': 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross',
  'x86_64-linux-gnu-gcc': 'gcc-x86-64-linux-gnu libc6-dev-amd64-cross',
  'arm-linux-gnueabihf-g++': 'g++-arm-linux-gnueabihf',
  'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
  'x86_64-linux-gnu-g++': 'g++-x86-64-linux-gnu',
  'arm-none-eabi-g++': 'gcc-arm-none-eabi libstdc++-arm-none-eabi-newlib',
  gcc: 'gcc libc6-dev',
};

function asFailure(error: unknown, program: string): unknown {
  if (systemCode(error) === 'ABORT_ERR')
    return new EngineError('cancelled', 'The build was cancelled.');
  if (systemCode(error) !== 'ENOENT') return error;
  return new EngineError(
    'missing-program',
    `The compiler ${program} was not found.`,
    installationOfCompiler(program),
  );
}

const ARM_TOOLCHAIN = 'https://developer.arm.com/downloads/-/arm-gnu-toolchain-downloads';

/** Describes how to install a compiler with all that it needs: on Linux by the Debian package. */
export function installationOfCompiler(
  program: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'linux') return `On Debian: apt-get install ${PACKAGES[program] ?? program}`;
  const source = program.startsWith('arm-none-eabi-') ? ` from ${ARM_TOOLCHAIN}` : '';
  return `Install ${program}${source}, and add its folder to PATH.`;
}

/** The compiler's own name and version, one line. */
export async function compilerVersion(program: string, signal?: AbortSignal): Promise<string> {
  const { messages } = await compile(program, ['--version'], '/', signal);
  return `${program} ${(messages.split('\n')[0] ?? '').replace(/^\S+\s*/, '')}`;
}

/**
 * Processes a list with one worker per processor. After a failure nothing more is started, and what runs is
 * waited for: it may write to what its caller then removes.
 */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  workers = availableParallelism(),
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: workers }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
