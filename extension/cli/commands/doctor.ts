import type { Requirement } from '../../targets/target';
import { type Command, exitCodes, printJson } from '../command';

function told({ name, found, remedy }: Requirement): string {
  if (found !== undefined) return `  ok       ${name}: ${found}\n`;
  return `  missing  ${name}\n           get it with: ${remedy}\n`;
}

/** `cyclescope doctor` */
export const doctorCommand: Command = {
  spec: {
    name: 'doctor',
    about: 'show what each target needs, what is there, and how to get the rest',
    options: {},
  },
  run: async (args, context) => {
    const reports = await Promise.all(
      context.targets.map(async (target) => ({
        target: target.id,
        requirements: await target.requirements(),
      })),
    );
    const all = reports.flatMap(({ requirements }) => requirements);
    const isReady = all.every(({ found }) => found !== undefined);
    if (args.flags.has('json')) {
      const targets = reports.map(({ target, requirements }) => ({
        target,
        requirements: requirements.map((each) => ({ ...each, found: each.found ?? null })),
      }));
      await printJson(context, { ready: isReady, targets });
    } else {
      for (const { target, requirements } of reports) {
        await context.terminal.out(`${target}\n${requirements.map(told).join('')}`);
      }
    }
    return isReady ? exitCodes.ok : exitCodes.failed;
  },
};
