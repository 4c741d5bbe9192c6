import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageBuild } from '../../../extension/agent/manifest';
import { root } from '../agent/variants';

const run = promisify(execFile);

/** The emulated board's name, which changed with Zephyr 3.7. */
async function chooseEmulatedBoard(base: string): Promise<string> {
  const version = await readFile(join(base, 'VERSION'), 'utf8');
  const part = (name: string) => Number(new RegExp(`^${name} *= *(\\d+)`, 'm').exec(version)?.[1]);
  const [major, minor] = [part('VERSION_MAJOR'), part('VERSION_MINOR')];
  return major > 3 || (major === 3 && minor >= 7) ? 'mps2/an385' : 'mps2_an385';
}

interface Options {
  /** Otherwise the emulated board. */
  readonly board?: string;
  /** An application that the module is added to, instead of Cyclescope's own. */
  readonly app?: string;
  /** Benchmarks of its own. */
  readonly benches?: readonly string[];
  /** Settings beside those of the application's files. */
  readonly settings?: Readonly<Record<`CONFIG_${string}`, number>>;
  /** The link between the agent's rings and the host: RTT by default. */
  readonly link?: 'rtt' | 'uart';
}

interface Built {
  readonly elf: string;
  /** The output of the configuration. */
  readonly output: string;
  /** The used RAM in percent. */
  readonly ram: number;
}

/** Builds an application for Zephyr, by default Cyclescope's own. */
export async function buildApplication(
  base: string,
  build: ImageBuild,
  folder: string,
  { board, link = 'rtt', app: other, benches = [], settings = {} }: Options = {},
): Promise<Built> {
  const app = join(root, 'sdk-integration/zephyr/app');
  const added =
    other === undefined ? [] : [`-DEXTRA_ZEPHYR_MODULES=${root}`, '-DSNIPPET=cyclescope'];
  const configurations = [
    ...(build === 'traced' ? ['traced.conf'] : []),
    ...(link === 'uart' ? ['uart/uart.conf'] : []),
  ].map((name) => join(app, name));
  const options = [
    `-DBOARD=${board ?? (await chooseEmulatedBoard(base))}`,
    ...added,
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
    ...(benches.length > 0 ? [`-DCYCLESCOPE_BENCHES=${benches.join(';')}`] : []),
    ...(configurations.length > 0 ? [`-DEXTRA_CONF_FILE=${configurations.join(';')}`] : []),
    ...(link === 'uart'
      ? [`-DEXTRA_DTC_OVERLAY_FILE=${join(app, 'uart/mps2_an385.overlay')}`]
      : []),
    // Zephyr notes what was built in the user's own folder, which is none of a test's business.
    '-DUSER_CACHE_DIR=' + join(folder, 'cache'),
  ];
  const output = await inZephyr('cmake', ['-GNinja', '-S', other ?? app, '-B', folder, ...options]);
  const built = await inZephyr('cmake', ['--build', folder, '--parallel', '2']);
  const [, ram] = /^ *RAM:.* ([\d.]+)%$/m.exec(built) ?? [];
  return { elf: join(folder, 'zephyr', 'zephyr.elf'), output, ram: Number(ram) };
}

/** The compiler that the tests have, unless the caller's environment chooses another. */
const TOOLCHAIN = { ZEPHYR_TOOLCHAIN_VARIANT: 'gnuarmemb', GNUARMEMB_TOOLCHAIN_PATH: '/usr' };

/** West and Python are those of the caller's environment. */
async function inZephyr(program: string, args: readonly string[]): Promise<string> {
  const chosen = process.env['ZEPHYR_TOOLCHAIN_VARIANT'] === undefined ? TOOLCHAIN : {};
  const env = { ...process.env, ...chosen };
  const { stdout } = await run(program, args, { env, maxBuffer: 64 << 20 }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`, {
        cause: error,
      });
    },
  );
  return stdout;
}
