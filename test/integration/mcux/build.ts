import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../cmake/project';
import { root } from '../agent/variants';

/** One build of an application of the SDK's, as `west build` starts it. */
export interface SdkBuild {
  /** The application's folder; Cyclescope's own by default. */
  readonly application?: string;
  readonly board?: string;
  /** The SDK's name of memory and optimisation: `flexspi_nor_release`. */
  readonly config: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** The folder whose bin/ holds the compiler, as the SDK asks for it. */
function compilerFolder(): string {
  const { ARMGCC_DIR: named, PATH = '' } = process.env;
  if (named !== undefined) return named;
  const found = PATH.split(':').find((folder) => existsSync(join(folder, 'arm-none-eabi-gcc')));
  return join(found ?? '/usr/bin', '..');
}

/** Configures and builds into a folder; fails with the output. */
export async function buildInSdk(sdk: string, build: SdkBuild, folder: string): Promise<void> {
  const options = {
    SdkRootDirPath: sdk,
    board: build.board ?? 'evkbimxrt1050',
    CONFIG_TOOLCHAIN: 'armgcc',
    CMAKE_BUILD_TYPE: build.config,
    CYCLESCOPE_SEGGER_DIR: join(root, 'build/c-sources/systemview-target-0.3.0/lib'),
    ...build.options,
  };
  const source = build.application ?? join(root, 'sdk-integration/mcuxpresso/app');
  const defines = Object.entries(options).map(([name, value]) => `-D${name}=${value}`);
  const env = { ARMGCC_DIR: compilerFolder() };
  for (const args of [
    ['-G', 'Ninja', '-S', source, '-B', folder, ...defines],
    ['--build', folder, '--parallel', '2'],
  ]) {
    const { code, text } = await call('cmake', args, env);
    if (code !== 0) throw new Error(text.slice(-8000));
  }
}
