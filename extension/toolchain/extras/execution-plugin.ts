import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EngineError } from '../../base';
import { writeWhole } from '../../host';
import { cSourcesFolder } from '../c-sources';
import { compile } from '../compiler';
import { type Extra, type ExtraRequest, requireAgreement } from './extra';

/** The extra for profiles on emulated targets. It is part of the emulator, not of an image. */
export const executionPlugin = {
  name: 'execution-plugin',
  licence: {
    name: 'qemu-plugin',
    terms:
      'The plugin that has QEMU record executed instructions is under the GNU General Public License, version 2 or ' +
      'later, as QEMU is. Cyclescope ships its source, which is built on this computer. Anyone who distributes the ' +
      'built plugin must comply with this licence.',
  },
} satisfies Pick<Extra, 'name' | 'licence'>;

/** The plugin's source, and the path of its build: a changed source is built again. */
async function locatePlugin({ packageFolder }: Pick<ExtraRequest, 'packageFolder'>) {
  const source = join(packageFolder, 'target-agent', 'emulator', 'execution.c');
  const digest = createHash('sha256')
    .update(await readFile(source))
    .digest('hex');
  const folder = join(dirname(cSourcesFolder(packageFolder)), 'qemu-plugin');
  return { source, folder, plugin: join(folder, `execution-${digest.slice(0, 12)}.so`) };
}

/** The plugin, if it has been built. */
export async function findBuiltPlugin(
  request: Pick<ExtraRequest, 'packageFolder'>,
): Promise<string | undefined> {
  const { plugin } = await locatePlugin(request);
  return access(plugin).then(
    () => plugin,
    () => undefined,
  );
}

const COMPILER = 'gcc';
const FLAGS = ['-std=c11', '-O2', '-fPIC', '-shared', '-fvisibility=hidden'];

/** Builds the plugin, once its licence was accepted; returns its path. */
export async function buildExecutionPlugin(request: ExtraRequest): Promise<string> {
  requireAgreement([executionPlugin], request.agreed);
  const { source, folder, plugin } = await locatePlugin(request);
  await mkdir(folder, { recursive: true });
  await writeWhole(plugin, async (unfinished) => {
    const args = [...FLAGS, '-o', unfinished, source];
    const { succeeded, messages } = await compile(COMPILER, args, folder, request.signal);
    if (succeeded) return;
    throw new EngineError(
      'build-failed',
      `QEMU's plugin could not be built: ${messages.trim()}`,
      `Check that ${COMPILER} compiles C programs for this computer, with the headers of its C library.`,
    );
  });
  return plugin;
}
