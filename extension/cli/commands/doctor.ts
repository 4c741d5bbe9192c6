import { isSentence } from '../../base';
import { inspectTargets } from '../../engine';
import type { Requirement } from '../../host';
import { boardTarget, type Target } from '../../targets';
import { type Arguments, valueOf } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { type Context, placesOf } from '../context';
import { elfOptions, targetOf } from '../target';

function told({ name, found, remedy }: Requirement): string {
  if (found !== undefined) return `  ok       ${name}: ${found}\n`;
  const way = isSentence(remedy) ? remedy : `get it with: ${remedy}`;
  return `  missing  ${name}\n           ${way}\n`;
}

/** JSON has no `undefined`: what is missing stands there as null. */
function asJson(requirements: readonly Requirement[]): readonly object[] {
  return requirements.map(({ name, found, remedy }) => ({ name, found: found ?? null, remedy }));
}

/** The target that is asked for, or all: those that are built in, and the boards that were found. */
async function inspected(args: Arguments, context: Context): Promise<readonly Target[]> {
  if (valueOf(args, 'target') !== undefined) return [await targetOf(args, context)];
  const { boards } = await context.findBoards(context);
  return [...context.targets, ...boards.map((board) => boardTarget(board))];
}

/** `cyclescope doctor` */
export const doctorCommand: Command = {
  spec: {
    name: 'doctor',
    about: 'show what each target needs, what is there, and how to get the rest',
    options: {
      target: { value: 'T', about: 'this one alone, which may also be an address' },
      elf: elfOptions.elf,
    },
  },
  run: async (args, context) => {
    const reports = await inspectTargets(
      await inspected(args, context),
      placesOf(context),
      context.packageFolder,
    );
    const isAsked = valueOf(args, 'target') !== undefined;
    const isReady = reports.every(
      (report) => report.isReady || (report.isOptional === true && !isAsked),
    );
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
