import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cSources = join(root, 'build', 'c-sources');
const examples = ['freertos', 'linux'].map((name) => `sdk-integration/${name}/example`);

/** The benchmarks that these builds have: few, to be built and measured soon. */
export const FAMILIES = ['heap', 'mutex', 'context_switch'];

/** The output of a program and how it ended. */
export interface Finished {
  readonly code: number | null;
  readonly text: string;
}

/** Runs a program without a shell and returns its output, whether it succeeds or fails. */
export function call(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C', ...environment };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const add = (chunk: Buffer) => (text += chunk.toString());
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/** Copies the SDK with its examples, and nothing else of the checkout. */
export function copySdk(folder: string): string {
  const files = readFileSync(join(root, 'sdk-integration', 'files.txt'), 'utf8')
    .trim()
    .split('\n');
  for (const path of [...files, ...examples]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  return folder;
}

/** Configures a project with the agent; `-D` options as CMake has them. */
export function configure(
  source: string,
  build: string,
  options: Readonly<Record<string, string>>,
  generator = 'Ninja',
): Promise<Finished> {
  const given = {
    CYCLESCOPE_SEGGER_DIR: join(cSources, 'systemview-target-0.3.0', 'lib'),
    CYCLESCOPE_FAMILIES: FAMILIES.join(';'),
    ...options,
  };
  const defines = Object.entries(given).map(([name, value]) => `-D${name}=${value}`);
  return call('cmake', ['-S', source, '-B', build, '-G', generator, ...defines]);
}

/** Configures and builds; fails with everything that was printed. */
export async function build(...args: Parameters<typeof configure>): Promise<string> {
  const folder = args[1];
  const configured = await configure(...args);
  if (configured.code !== 0) throw new Error(configured.text);
  const built = await call('cmake', ['--build', folder, '--parallel', '2']);
  if (built.code !== 0) throw new Error(built.text);
  return folder;
}

/** Configures the agent's tests of a checkout, and lists their names. */
export async function configureAgentTests(folder: string): Promise<readonly string[]> {
  const tests = join(folder, 'build', 'agent-tests');
  const configured = await configure(join(folder, 'target-agent', 'test'), tests, {});
  if (configured.code !== 0) throw new Error(configured.text);
  const { text } = await call('ctest', ['--test-dir', tests, '--show-only']);
  return [...text.matchAll(/^ *Test +#\d+: (.+)$/gm)].map(([, name = '']) => name);
}

/** The configuration of the FreeRTOS example. */
export const firmwareOptions = {
  CMAKE_TOOLCHAIN_FILE: 'arm-none-eabi.cmake',
  FREERTOS_KERNEL_PATH: join(cSources, 'freertos-next-0.12.0', 'FreeRTOS-Kernel'),
  CYCLESCOPE: 'ON',
};
