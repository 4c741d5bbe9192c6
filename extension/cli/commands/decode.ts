import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EngineError, systemCode } from '../../base';
import { type DecodedFile, decodeFile, runSummary } from '../../engine';
import { type Description, parseDescription } from '../../systemview';
import { type Command, exitCodes } from '../command';
import { failureOf } from '../failure';
import { eventPrinter } from './decode-events';
import { decodedText } from './decode-text';

/** Rejects a file without a single event. */
function refuseEmpty({ summary }: DecodedFile, file: string): void {
  if (summary.cores.some((core) => core.events > 0)) return;
  const problems = summary.cores.flatMap((core) => core.problems);
  throw new EngineError(
    'unreadable',
    `${file} contains no SystemView events.`,
    problems.length > 0 ? problems.join('\n') : 'Is it a SystemView recording?',
  );
}

/** Reads several description files, in order, as one. */
async function readDescriptions(paths: readonly string[]): Promise<Description> {
  const texts = await Promise.all(
    paths.map((path) =>
      readFile(path, 'utf8').catch((error: unknown) => {
        const reason = systemCode(error) ?? String(error);
        throw new EngineError('unreadable', `${path} cannot be read (${reason}).`);
      }),
    ),
  );
  return parseDescription(texts.join('\n'));
}

function document({ summary, runs, problems }: DecodedFile, file: string): object {
  return { ...summary, file, runs: runs.map(runSummary), problems };
}

/** `cyclescope decode` */
export const decodeCommand: Command = {
  spec: {
    name: 'decode',
    about: 'read a SystemView recording and summarise it',
    positionals: { name: 'FILE', min: 1, max: 1 },
    options: {
      events: { about: 'print every event with its time, one per line' },
      description: {
        value: 'FILE',
        about: 'another SYSVIEW_*.txt file that names events',
        repeated: true,
      },
    },
  },
  run: async (args, { terminal, signal, cwd, packageFolder }) => {
    const [file = ''] = args.positionals;
    const isJson = args.flags.has('json');
    const path = resolve(cwd, file);
    if (!args.flags.has('events')) {
      const decoded = await decodeFile(path, { signal });
      refuseEmpty(decoded, file);
      const text = isJson
        ? `${JSON.stringify(document(decoded, file), undefined, 2)}\n`
        : decodedText(decoded, file, terminal.columns);
      await terminal.out(text);
      return exitCodes.ok;
    }
    const others = (args.values.get('description') ?? []).map((name) => resolve(cwd, name));
    const own = join(packageFolder, 'media', 'SYSVIEW_cyclescope.txt');
    const descriptions = {
      ours: await readDescriptions([own, ...others]),
      others: await readDescriptions(others),
    };
    for (const problem of descriptions.others.problems) terminal.say(problem);
    const printer = eventPrinter(terminal, descriptions, isJson);
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
