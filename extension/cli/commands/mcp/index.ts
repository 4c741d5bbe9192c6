import { createInterface } from 'node:readline';
import { type Command, exitCodes } from '../../command';
import { versionOf } from '../../context';
import { callTool } from './call';
import { newServer } from './server';

/** `cyclescope mcp` */
export const mcpCommand: Command = {
  spec: {
    name: 'mcp',
    about: 'serve coding agents over the Model Context Protocol, on standard input and output',
    details:
      'The tools are the commands that list, measure, compare and explain, in the current folder. Agents measure on\n' +
      'emulated targets alone unless --allow names others, never write flash, and read no path outside the folder.',
    options: {
      allow: {
        value: 'T',
        about: 'let agents also measure on this target, a board or this computer',
        repeated: true,
      },
    },
  },
  run: async (args, context) => {
    const allowed = new Set(args.values.get('allow') ?? []);
    const server = newServer({
      version: await versionOf(context),
      send: (line) => void context.terminal.out(`${line}\n`),
      call: (call) => callTool(call, context, allowed),
    });
    const lines = createInterface({ input: process.stdin, signal: context.signal });
    const answers = new Set<Promise<void>>();
    for await (const line of lines) {
      const answer = server.receive(line).finally(() => answers.delete(answer));
      answers.add(answer);
    }
    // Without a reader nobody waits for what is under way.
    if (context.signal.aborted || context.terminal.outputClosed()) server.close();
    await Promise.all(answers);
    return exitCodes.ok;
  },
};
