import { EngineError } from '../../base';
import { LINUX_BOARDS, type LinuxBoard } from '../../targets';
import { fetchKernel } from '../../toolchain';
import type { Arguments } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { resolveTargetOption, targetOption } from '../target';

async function findLinuxBoard(args: Arguments, context: Context): Promise<LinuxBoard> {
  const { id } = await resolveTargetOption(args, context);
  const board = LINUX_BOARDS.find(({ target }) => target === id);
  if (board) return board;
  const ids = LINUX_BOARDS.map(({ target }) => target).join(', ');
  throw new EngineError(
    'usage',
    `${id} does not boot a Linux kernel.`,
    `Targets that need one: ${ids}.`,
  );
}

/** `cyclescope fetch-kernel` */
export const fetchKernelCommand: Command = {
  spec: {
    name: 'fetch-kernel',
    about: "fetch the Linux kernel of an emulated board from Debian's packages",
    options: { target: targetOption },
  },
  run: async (args, context) => {
    const { flavour } = await findLinuxBoard(args, context);
    const { signal, terminal } = context;
    const { folder, description, upToDate } = await fetchKernel({
      flavour,
      signal,
      onMessage: terminal.report,
      onProgress: (what, percent) => terminal.progress(`${what}: ${Math.round(percent)} %`, false),
    });
    const { package: name, version } = description;
    if (args.flags.has('json')) {
      await printJson(context, { package: name, version, folder, upToDate });
    } else {
      await terminal.out(
        `${name} ${version}: ${upToDate ? 'already here' : 'fetched'}, ${folder}\n`,
      );
    }
    return exitCodes.ok;
  },
};
