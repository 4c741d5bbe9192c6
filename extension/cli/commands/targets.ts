import { type Command, exitCodes, printJson } from '../command';

/** Machines over SSH are in no list: their address is their id. */
const SSH_TARGET = 'ssh://user@host:port  Linux on another machine; nothing is installed there';

/** `cyclescope targets` */
export const targetsCommand: Command = {
  spec: { name: 'targets', about: 'list the targets', options: {} },
  run: async (args, context) => {
    const rows = await Promise.all(
      context.targets.map(async (target) => {
        const { id, title, deterministic } = target;
        const requirements = await target.requirements();
        const missing = requirements.filter(({ found }) => found === undefined);
        return { id, title, deterministic, missing: missing.map(({ name }) => name) };
      }),
    );
    if (args.flags.has('json')) {
      await printJson(context, { targets: rows });
      return exitCodes.ok;
    }
    for (const { id, title, missing } of rows) {
      const state = missing.length === 0 ? 'ready' : `missing: ${missing.join(', ')}`;
      await context.terminal.out(`${id}  ${title}  (${state})\n`);
    }
    await context.terminal.out(`${SSH_TARGET}\n`);
    return exitCodes.ok;
  },
};
