import type { Bench } from '../../core/agent/manifest';
import { findManifest } from '../../engine/images/find';
import { imagesOf } from '../../targets/target';
import { type Command, exitCodes, printJson } from '../command';
import { placesOf, targetOf, targetOption } from '../context';

function told(bench: Bench): string {
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
    about: "list a target's benchmarks, as its image tells them",
    options: { target: targetOption },
  },
  run: async (args, context) => {
    const target = await targetOf(args, context);
    const { id } = target;
    const { manifest, folder, origin } = await findManifest(
      placesOf(context),
      imagesOf(target),
      'headline',
    );
    if (args.flags.has('json')) {
      const { sha256, benches } = manifest;
      await printJson(context, { target: id, image: { folder, origin, sha256 }, benches });
      return exitCodes.ok;
    }
    await context.terminal.out(manifest.benches.map(told).join(''));
    context.terminal.say(`From the ${origin} image in ${folder}.`);
    return exitCodes.ok;
  },
};
