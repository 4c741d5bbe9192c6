import { type BuiltImage, buildImages } from '../../engine/build';
import { buildableTargets } from '../../engine/build/recipe';
import { imagesOf } from '../../targets/target';
import { type Arguments, requiredValue } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { targetOf, targetOption } from '../target';

function told({ folder, manifest, upToDate }: BuiltImage): string {
  const state = upToDate ? 'up to date' : 'built';
  const count = `${manifest.benches.length} benchmarks`;
  return `${manifest.target} ${manifest.build}: ${state}, ${count}, ${folder}\n`;
}

/** Images for boards that are not at hand can be built too: their names stand for themselves. */
async function imagesToBuild(args: Arguments, context: Context): Promise<string> {
  const id = requiredValue(args, 'target');
  return buildableTargets().includes(id) ? id : imagesOf(await targetOf(args, context));
}

/** `cyclescope build` */
export const buildCommand: Command = {
  spec: {
    name: 'build',
    about: "build a target's images from our benchmarks and yours",
    options: {
      target: targetOption,
      source: { value: 'FILE-OR-DIR', about: 'a benchmark of your own', repeated: true },
      static: { about: 'link the C library in, for a Linux with an older one' },
    },
  },
  run: async (args, context) => {
    const { cwd, packageFolder, signal, terminal } = context;
    const built = await buildImages({
      target: await imagesToBuild(args, context),
      sources: args.values.get('source') ?? [],
      withLibc: args.flags.has('static'),
      packageFolder,
      cwd,
      onMessage: (text) => terminal.say(text.trimEnd()),
      signal,
    });
    if (args.flags.has('json')) {
      const images = built.map(({ folder, manifest, upToDate }) => {
        const { target, build, sha256, benches } = manifest;
        return { target, build, folder, upToDate, sha256, benches: benches.length };
      });
      await printJson(context, { images });
    } else {
      await terminal.out(built.map(told).join(''));
    }
    return exitCodes.ok;
  },
};
