import { inspectTargets } from '../../engine/doctor';
import type { Requirement } from '../../targets/target';
import { type Command, exitCodes, printJson } from '../command';
import { placesOf } from '../context';

function told({ name, found, remedy }: Requirement): string {
  if (found !== undefined) return `  ok       ${name}: ${found}\n`;
  return `  missing  ${name}\n           get it with: ${remedy}\n`;
}

/** JSON has no `undefined`: what is missing stands there as null. */
function asJson(requirements: readonly Requirement[]): readonly object[] {
  return requirements.map(({ name, found, remedy }) => ({ name, found: found ?? null, remedy }));
}

/** `cyclescope doctor` */
export const doctorCommand: Command = {
  spec: {
    name: 'doctor',
    about: 'show what each target needs, what is there, and how to get the rest',
    options: {},
  },
  run: async (args, context) => {
    const reports = await inspectTargets(context.targets, placesOf(context), context.packageFolder);
    const isReady = reports.every((report) => report.isReady);
    if (args.flags.has('json')) {
      const targets = reports.map(({ target, requirements, forBuilding }) => ({
        target,
        requirements: asJson(requirements),
        forBuilding: asJson(forBuilding),
      }));
      await printJson(context, { ready: isReady, targets });
    } else {
      for (const { target, requirements, forBuilding } of reports) {
        const building = forBuilding.length === 0 ? '' : '  To build images:\n';
        const rows = [...requirements.map(told), building, ...forBuilding.map(told)];
        await context.terminal.out(`${target}\n${rows.join('')}`);
      }
    }
    return isReady ? exitCodes.ok : exitCodes.failed;
  },
};
