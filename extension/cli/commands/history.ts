import { shortUnit } from '../../agent';
import { EngineError, groupBy, shortCommit, visibleLine } from '../../base';
import { getRunsFolder } from '../../engine';
import {
  bisectLine,
  commitAt,
  type History,
  type HistoryChange,
  type HistorySeries,
  readHistory,
} from '../../history';
import { BLOCKS, figure, formatChangeBetween, formatMeanFigure, plural } from '../../measure';
import { csvText } from '../../report';
import { mean } from '../../runs';
import { historyJson } from '../../tools';
import { getOptionValue, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';

/** Longer series are drawn by the means of neighbours. */
const MOST_BARS = 48;

/** Where figures vary, a smaller range than this share of them would only show noise. */
const LEAST_RANGE = 0.05;

/** Draws a series as a line of bars; differences from a commit are left out. */
function sparkline({ points, isExact }: HistorySeries): string {
  const figures = points.filter(({ isDirty }) => !isDirty).map((point) => point.figure);
  const size = Math.max(1, figures.length / MOST_BARS);
  const means = Array.from({ length: Math.ceil(figures.length / size) }, (_, at) =>
    mean(figures.slice(Math.floor(at * size), Math.floor((at + 1) * size))),
  );
  const lowest = Math.min(...means);
  const highest = Math.max(...means);
  const range = Math.max(highest - lowest, isExact ? 0 : highest * LEAST_RANGE);
  const last = BLOCKS.length - 1;
  return means
    .map((each) => BLOCKS[range === 0 ? 0 : Math.round(((each - lowest) / range) * last)])
    .join('');
}

const describeCommits = (count: number) =>
  count === 1 ? 'the commit' : `one of the ${count} commits`;

function changeLines(history: History, series: HistorySeries, change: HistoryChange): string[] {
  const [before, after] = [change.before, change.at].map((at) => commitAt(history, series, at));
  if (!before || !after) return [];
  const { id, subject, author, date } = after;
  const [one, other] = change.figures;
  const step = formatChangeBetween(one, other, shortUnit(series.unit));
  const facts = change.facts.map(
    ({ name, values: [one, other] }) => `${name} ${one || '(none)'} → ${other || '(none)'}`,
  );
  const others = change.commits - 1;
  return [
    `${step}  ${shortCommit(id)} ${date.slice(0, 10)} ${author}: ${subject}`,
    ...(others > 0
      ? [`  or ${describeCommits(others)} before it: ${bisectLine(history, series, change)}`]
      : []),
    ...(facts.length > 0 ? [`  also different: ${facts.join(', ')}`] : []),
  ].map((line) => `    ${visibleLine(line)}`);
}

function seriesLines(history: History, series: HistorySeries, width: number): string[] {
  const last = series.points.findLast(({ isDirty }) => !isDirty) ?? series.points.at(-1);
  const dirty = series.points.filter(({ isDirty }) => isDirty).length;
  const newest = formatMeanFigure(figure(last?.figure ?? NaN, last?.margin));
  const repeated = (last?.repeats ?? 1) > 1 ? ` in ${plural(last?.repeats ?? 1, 'repeat')}` : '';
  const marked = dirty === 0 ? '' : `, and ${plural(dirty, 'point')} of changed sources`;
  return [
    `  ${visibleLine(series.operation).padEnd(width)}  ${sparkline(series)}  ` +
      `${newest} ${shortUnit(series.unit)}${repeated}${marked}`,
    ...series.changes.flatMap((change) => changeLines(history, series, change)),
  ];
}

export function historyText(history: History): string {
  const width = Math.max(...history.series.map(({ operation }) => operation.length));
  return [...groupBy(history.series, ({ target }) => target)]
    .map(([target, own]) => {
      const positions = own.flatMap(({ points }) => points.map(({ commit }) => commit));
      const lines = own.flatMap((series) => seriesLines(history, series, width));
      const count = plural(new Set(positions).size, 'commit');
      return [visibleLine(`${target}: ${count} of ${history.branch}`), ...lines].join('\n');
    })
    .join('\n\n')
    .concat('\n');
}

const COLUMNS = [
  'target',
  'operation',
  'unit',
  'commit',
  'date',
  'author',
  'subject',
  'dirty',
  'figure',
  'margin',
  'repeats',
  'change',
  'runs',
];

/** A line for each point; `change` is 1 where a change was found. */
export function historyCsv({ commits, series }: History): string {
  const lines = series.flatMap(({ target, operation, unit, points, changes }) => {
    const changed = new Set(changes.map(({ at }) => at));
    return points.map(({ commit, isDirty, figure: value, margin, repeats, runs }, at) => {
      const { id, date, author, subject } = commits[commit] ?? {};
      const flags = [Number(isDirty), value, margin, repeats, Number(changed.has(at))];
      return [target, operation, unit, id, date, author, subject, ...flags, runs.join(' ')];
    });
  });
  return csvText([COLUMNS, ...lines]);
}

/** Names the runs that are left out, and those to be doubted. */
function noteLines({ skipped, doubted }: History): string[] {
  const formatNote = (verb: string) => (about: History['skipped'][number]) => {
    const { why, runs } = about;
    const some = runs.slice(0, MOST_RUNS).join(', ');
    const more = runs.length > MOST_RUNS ? ', …' : '';
    return visibleLine(`${verb} ${plural(runs.length, 'run')}, ${why} (${some}${more})`);
  };
  return [...skipped.map(formatNote('Skipped')), ...doubted.map(formatNote('Shown:'))];
}

const MOST_RUNS = 3;

/** `cyclescope history` */
export const historyCommand: Command = {
  spec: {
    name: 'history',
    about: 'show operations over the commits of a branch, and the commits that changed them',
    details: [
      'OP is suite/op, a suite or a pattern. Shows the stored runs of images that contain your own',
      'benchmarks, which record their commit. Runs of one commit are joined, those of changed sources are',
      'marked, and runs without a place on the branch are listed on standard error.',
    ].join('\n'),
    positionals: { name: '[OP...]', min: 0, max: Infinity },
    options: {
      target: { value: 'T', about: 'show only the runs on this target' },
      since: { value: 'REF', about: 'begin at this commit' },
      branch: { value: 'B', about: 'a branch, or any commit (what is checked out)' },
      csv: { about: 'print a line for each operation and commit, for spreadsheets' },
    },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const isJson = args.flags.has('json');
    if (isJson && args.flags.has('csv'))
      throw usage('--csv and --json cannot be combined. Give one.');
    const history = await readHistory({
      folder: cwd,
      runsFolder: getRunsFolder(cwd),
      patterns: args.positionals,
      target: getOptionValue(args, 'target'),
      since: getOptionValue(args, 'since'),
      branch: getOptionValue(args, 'branch'),
      signal,
      onProgress: (done, total) => terminal.progress(`Reading run ${done + 1} of ${total}`, false),
    });
    if (isJson) {
      await printJson(context, historyJson(history));
      return exitCodes.ok;
    }
    for (const line of noteLines(history)) terminal.report(line);
    if (history.series.length === 0) {
      throw new EngineError(
        'unknown-run',
        `No stored run of ${args.positionals.join(', ') || 'any operation'} belongs to a commit of ${history.branch}.`,
        'Build with your own benchmarks (cyclescope build --source) and run them: such runs record their commit.',
      );
    }
    await terminal.out(args.flags.has('csv') ? historyCsv(history) : historyText(history));
    return exitCodes.ok;
  },
};
