import { isSentence } from '../../base';
import { inspectTargets } from '../../engine';
import type { Requirement } from '../../host';
import { boardTarget, type Target } from '../../targets';
import { type Arguments, getOptionValue } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { listImageFolders } from '../../toolchain';
import type { Context } from '../context';
import { elfOptions, resolveTargetOption } from '../target';

function requirementText({ name, found, remedy }: Requirement): string {
  if (found !== undefined) return `  ok       ${name}: ${found}\n`;
  const way = isSentence(remedy) ? remedy : `get it with: ${remedy}`;
  return `  missing  ${name}\n           ${way}\n`;
}

/** JSON has no `undefined`: what is missing becomes null. */
function asJson(requirements: readonly Requirement[]): readonly object[] {
  return requirements.map(({ name, found, remedy }) => ({ name, found: found ?? null, remedy }));
}

/** The named target, or all: the built-in ones and the boards that were found. */
async function targetsToInspect(args: Arguments, context: Context): Promise<readonly Target[]> {
  if (getOptionValue(args, 'target') !== undefined)
    return [await resolveTargetOption(args, context)];
  const { boards } = await context.findBoards(context);
  return [...context.targets, ...boards.map((board) => boardTarget(board))];
}

/** `cyclescope doctor` */
export const doctorCommand: Command = {
  spec: {
    name: 'doctor',
    about: 'show what each target needs, what is missing, and how to get it',
    options: {
      target: { value: 'T', about: 'check only this target; an address works too' },
      elf: elfOptions.elf,
    },
  },
  run: async (args, context) => {
    const reports = await inspectTargets(
      await targetsToInspect(args, context),
      listImageFolders(context),
      context.packageFolder,
    );
    const isAsked = getOptionValue(args, 'target') !== undefined;
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
        const rows = [
          ...requirements.map(requirementText),
          building,
          ...forBuilding.map(requirementText),
        ];
        await context.terminal.out(`${target}\n${rows.join('')}`);
      }
    }
    return isReady ? exitCodes.ok : exitCodes.failed;
  },
};
