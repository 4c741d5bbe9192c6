import { resolve } from 'node:path';
import { type DecodedFile, decodeFile } from '../../engine/decode/file';
import { runSummary } from '../../engine/decode/runs';
import { EngineError } from '../../engine/error';
import { type Command, exitCodes } from '../command';
import { failureOf } from '../failure';
import { eventPrinter } from './decode-events';
import { decodedText } from './decode-text';

/** Nothing could be read when not one event was found in a file. */
function refuseEmpty({ summary }: DecodedFile, file: string): void {
  if (summary.cores.some((core) => core.events > 0)) return;
  const problems = summary.cores.flatMap((core) => core.problems);
  throw new EngineError(
    'unreadable',
    `${file} holds no SystemView events.`,
    problems.length > 0 ? problems.join('\n') : 'Is it a SystemView recording?',
  );
}

function document({ summary, runs, problems }: DecodedFile, file: string): object {
  return { ...summary, file, runs: runs.map(runSummary), problems };
}

/** `cyclescope decode` */
export const decodeCommand: Command = {
  spec: {
    name: 'decode',
    about: 'read a SystemView recording and tell what is in it',
    positionals: { name: 'FILE', min: 1, max: 1 },
    options: { events: { about: 'print every event, one a line, with its time' } },
  },
  run: async (args, { terminal, signal, cwd }) => {
    const [file = ''] = args.positionals;
    const isJson = args.flags.has('json');
    const path = resolve(cwd, file);
    if (!args.flags.has('events')) {
      const decoded = await decodeFile(path, { signal });
      refuseEmpty(decoded, file);
      const text = isJson
        ? `${JSON.stringify(document(decoded, file), undefined, 2)}\n`
        : decodedText(decoded, file);
      await terminal.out(text);
      return exitCodes.ok;
    }
    const printer = eventPrinter(terminal, isJson);
    try {
      const decoded = await decodeFile(path, { signal, ...printer.options });
      refuseEmpty(decoded, file);
      await printer.close(document(decoded, file));
      return exitCodes.ok;
    } catch (error) {
      const { code, message, hint, exitCode } = failureOf(error);
      terminal.say(`cyclescope: ${message}${hint === undefined ? '' : `\n${hint}`}`);
      await printer.close({ schema: 1, error: { code, message, hint } });
      return exitCode;
    }
  },
};
