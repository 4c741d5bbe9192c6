import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { countEach, unreadableError, EngineError, visibleJson, visibleLine } from '../../base';
import {
  type DecodedFile,
  decodeFile,
  type DecodeFileOptions,
  toPasses,
  runSummary,
} from '../../engine';
import { terminalTable } from '../../report';
import {
  type CoreSummary,
  type Description,
  eventLine,
  eventName,
  FIRST_MODULE_EVENT,
  type FormatContext,
  formatEvent,
  findModule,
  type Packet,
  parseDescription,
} from '../../systemview';
import { type Command, toCommandFailure, exitCodes } from '../command';
import { traceFileAt } from '../recording';
import type { Terminal } from '../terminal';

/** Rejects a file without a single event. */
function refuseEmpty({ summary }: DecodedFile, file: string): void {
  if (summary.cores.some((core) => core.events > 0)) return;
  const problems = summary.cores.flatMap((core) => core.problems);
  throw new EngineError(
    'unreadable',
    `${file} contains no SystemView events.`,
    problems.length > 0
      ? problems.join(' ')
      : 'Name a SystemView recording, or a trace of another tool. See: cyclescope help decode',
  );
}

/** Reads several description files, in order, as one. */
async function readDescriptions(paths: readonly string[]): Promise<Description> {
  const texts = await Promise.all(
    paths.map((path) =>
      readFile(path, 'utf8').catch((error: unknown) => {
        throw unreadableError(path, error);
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
    about: "summarise a SystemView recording, or another tool's trace",
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
    const path = await traceFileAt(resolve(cwd, file));
    if (!args.flags.has('events')) {
      const decoded = await decodeFile(path, { signal });
      refuseEmpty(decoded, file);
      const text = isJson
        ? `${visibleJson(document(decoded, file))}\n`
        : formatDecodedFile(decoded, file, terminal.columns);
      await terminal.out(text);
      return exitCodes.ok;
    }
    const others = (args.values.get('description') ?? []).map((name) => resolve(cwd, name));
    const own = join(packageFolder, 'media', 'SYSVIEW_cyclescope.txt');
    const descriptions = {
      ours: await readDescriptions([own, ...others]),
      others: await readDescriptions(others),
    };
    for (const problem of descriptions.others.problems) terminal.report(problem);
    const printer = eventPrinter(terminal, descriptions, isJson);
    try {
      const decoded = await decodeFile(path, { signal, ...printer.options });
      refuseEmpty(decoded, file);
      await printer.close(document(decoded, file));
      return exitCodes.ok;
    } catch (error) {
      const { code, message, hint, exitCode } = toCommandFailure(error);
      terminal.report(`cyclescope: ${message}`);
      if (hint !== undefined) terminal.report(hint);
      await printer.close({ schema: 1, error: { code, message, hint } });
      return exitCode;
    }
  },
};

const number = new Intl.NumberFormat('en-US');

function duration({ durationTicks, init }: CoreSummary): string {
  if (!init?.sysFreq) return `${number.format(durationTicks)} ticks`;
  return `${(durationTicks / init.sysFreq).toFixed(6)} s`;
}

function eventCounts({ countsById }: CoreSummary, names: DecodedFile['names']): readonly string[] {
  const rows = Object.entries(countsById).sort(([, a], [, b]) => b - a);
  return rows.map(([id, count]) => {
    const name = names.get(id) ?? 'event';
    return `  ${number.format(count).padStart(12)}  ${name} (${id})`;
  });
}

/** Many tasks share a name when a benchmark makes them by the thousand. */
function taskNames({ tasks }: CoreSummary): string {
  const counts = countEach(tasks.map(({ name, prio }) => `${name} (${prio})`));
  const names = Array.from(counts, ([name, count]) => (count > 1 ? `${name} x${count}` : name));
  return names.join(', ');
}

function coreText(core: CoreSummary, names: DecodedFile['names']): readonly string[] {
  const { tasks, segments, overflowEvents, lostPackets, trailingBytes } = core;
  const events = `${number.format(core.events)} events in ${number.format(core.bytes)} bytes`;
  const lost = `${number.format(lostPackets)} packets lost in ${overflowEvents} overflows`;
  return [
    `Core ${core.core}: ${events}, ${duration(core)}, ${segments.length} segments`,
    ...(overflowEvents > 0 ? [`  ${lost}`] : []),
    ...(trailingBytes > 0 ? [`  ${trailingBytes} bytes at the end are not a whole packet`] : []),
    ...core.sysdesc.map((text) => `  ${text}`),
    ...(tasks.length > 0 ? [`  Tasks: ${taskNames(core)}`] : []),
    ...eventCounts(core, names),
    ...core.problems.map((problem) => `  ! ${problem}`),
  ];
}

/** Summarises a recording for people; `columns` is undefined without a terminal. */
function formatDecodedFile(
  { summary, runs, problems, names }: DecodedFile,
  file: string,
  columns: number | undefined,
): string {
  const passes = [...toPasses(runs)];
  const lines = [
    file,
    ...summary.cores.flatMap((core) => coreText(core, names)),
    ...problems.map((problem) => `! ${problem}`),
    ...passes.flatMap((pass) => pass.problems.map((problem) => `! ${problem}`)),
  ];
  const table = passes.length > 0 ? `\n${terminalTable({ passes }, columns)}` : '';
  return `${lines.map(visibleLine).join('\n')}\n${table}`;
}

/** Prints events while a file is being decoded. */
interface EventPrinter {
  readonly options: Pick<DecodeFileOptions, 'decoder' | 'onChunk'>;
  /** Prints the remaining events and, for JSON, closes the document with `rest`. */
  close(rest: object): Promise<void>;
}

/** Our own description file must not name events of other modules. */
interface EventDescriptions {
  readonly ours: Description;
  readonly others: Description;
}

function asJson(packet: Packet, context: FormatContext): string {
  const { id, core, ticks } = packet;
  const name = eventName(id);
  const event = {
    core,
    ticks,
    id,
    ...(name && { name }),
    text: formatEvent(packet, context),
  };
  return visibleJson(event, 0);
}

/** Prints one event per line; in JSON the events are an array before everything else. */
function eventPrinter(
  terminal: Terminal,
  descriptions: EventDescriptions,
  isJson: boolean,
): EventPrinter {
  let waiting: string[] = [];
  let before = isJson ? '{"events":[\n' : '';
  const flush = async () => {
    if (waiting.length > 0) {
      await terminal.out(before + waiting.join(isJson ? ',\n' : '\n') + (isJson ? '' : '\n'));
      before = isJson ? ',\n' : '';
    }
    waiting = [];
    return !terminal.isOutputClosed();
  };
  return {
    options: {
      onChunk: flush,
      decoder: {
        watchFrom: 0,
        onPacket: (packet, knowledge) => {
          const isOurs = findModule(knowledge, FIRST_MODULE_EVENT)?.name === 'cyclescope';
          const description = isOurs ? descriptions.ours : descriptions.others;
          const context = { knowledge, description };
          waiting.push(isJson ? asJson(packet, context) : visibleLine(eventLine(packet, context)));
        },
      },
    },
    close: async (rest) => {
      await flush();
      if (!isJson) return;
      const begun = before.startsWith('{') ? before : '';
      await terminal.out(`${begun}\n],\n${visibleJson(rest).slice(1)}\n`);
    },
  };
}
