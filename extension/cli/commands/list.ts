import { join } from 'node:path';
import type { Bench } from '../../agent';
import { findTargetImage, listImageFolders } from '../../toolchain';
import { type Command, exitCodes, printJson } from '../command';
import { elfOptions, resolveTargetOption, targetOption } from '../target';

function benchText(bench: Bench): string {
  const { suite, op, iterations, at, about, params } = bench;
  const settings = params.map(
    (p) => `      --set ${p.name}=${p.default}  (${p.min} to ${p.max})\n`,
  );
  return `${suite}/${op}  ${iterations} iterations  ${at}\n    ${about}\n${settings.join('')}`;
}

/** `cyclescope list` */
export const listCommand: Command = {
  spec: {
    name: 'list',
    about: "list the benchmarks in a target's image, with their parameters",
    options: { target: targetOption, elf: elfOptions.elf },
  },
  run: async (args, context) => {
    const target = await resolveTargetOption(args, context);
    const { id } = target;
    const { manifest, folder, origin } = await findTargetImage(
      target,
      listImageFolders(context),
      'headline',
    );
    if (args.flags.has('json')) {
      const { sha256, benches } = manifest;
      await printJson(context, { target: id, image: { folder, origin, sha256 }, benches });
      return exitCodes.ok;
    }
    await context.terminal.out(manifest.benches.map(benchText).join(''));
    const image =
      origin === 'file' ? join(folder, manifest.elf) : `the ${origin} image in ${folder}`;
    context.terminal.report(`From ${image}.`);
    return exitCodes.ok;
  },
};
