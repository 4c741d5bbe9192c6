import { createInterface } from 'node:readline';
import { getRunsFolder } from '../../../engine';
import { boardTarget } from '../../../targets';
import {
  type Calling,
  callTool,
  type MeasureRequest,
  refuseTarget,
  type ToolWorkspace,
} from '../../../tools';
import { parseArguments } from '../../args';
import { type Command, exitCodes } from '../../command';
import { listImageFolders } from '../../../toolchain';
import { type Context, readPackageVersion } from '../../context';
import { runCommand } from '../run';
import { newLineLimit, newServer } from './server';

/** The current folder as tools work in it; `allowed` are targets on which a person allowed to measure. */
export function makeToolWorkspace(context: Context, allowed: ReadonlySet<string>): ToolWorkspace {
  const { cwd, targets } = context;
  return {
    cwd,
    runsFolder: getRunsFolder(cwd),
    images: listImageFolders(context),
    findTargets: async ({ signal }) => {
      const { boards } = await context.findBoards({ cwd, signal });
      return [...targets, ...boards.map((board) => boardTarget(board))];
    },
    requireAllowed: (id) =>
      refuseTarget(id, targets, allowed, `A person allows it with cyclescope mcp --allow ${id}.`),
    measure: (request, calling) => measure(request, calling, context),
  };
}

/** The arguments of `cyclescope run`; texts from outside follow `=`, so none becomes an option. */
export const runWords = (request: MeasureRequest): readonly string[] => [
  '--json',
  `--target=${request.target}`,
  ...request.patterns.map((pattern) => `--bench=${pattern}`),
  ...(request.iterations === undefined ? [] : [`--iterations=${request.iterations}`]),
  ...(request.elf === undefined ? [] : [`--elf=${request.elf}`]),
  ...(request.trace ? ['--trace'] : []),
  ...(request.profile ? ['--profile'] : []),
];

/** Measures like `cyclescope run --json`. */
async function measure(
  request: MeasureRequest,
  { signal, onProgress }: Calling,
  context: Context,
): Promise<unknown> {
  let printed = '';
  const out = (text: string) => {
    printed += text;
    return Promise.resolve();
  };
  const terminal = { out, report: onProgress, progress: onProgress, isOutputClosed: () => false };
  const args = parseArguments(runCommand.spec, runWords(request));
  await runCommand.run(args, { ...context, terminal, signal });
  return JSON.parse(printed);
}

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
      version: await readPackageVersion(context),
      send: (line) => void context.terminal.out(`${line}\n`),
      call: (call) => callTool(call, makeToolWorkspace(context, allowed)),
    });
    const input = process.stdin.pipe(newLineLimit());
    const lines = createInterface({ input, signal: context.signal });
    const answers = new Set<Promise<void>>();
    for await (const line of lines) {
      const answer = server.receive(line).finally(() => answers.delete(answer));
      answers.add(answer);
    }
    // Without a reader, calls in progress have no caller.
    if (context.signal.aborted || context.terminal.isOutputClosed()) server.close();
    await Promise.all(answers);
    return exitCodes.ok;
  },
};
