import type { Browser } from 'playwright-core';
import { buildResults } from '../../../extension/report/results/build';
import { packSamples } from '../../../extension/report/results/samples';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../extension/runs/record/testing/example';
import type { RunRecord } from '../../../extension/runs/record/record';
import { isEverything } from '../../everything';
import { type BareView, openView, type Posted, type ThemeName } from './page';

/** Names that somebody may have given to a task, a benchmark or a board. */
const nasty = {
  html: '<img src=x onerror="document.title=1"><script>1</script><b>bold</b>&amp;',
  escapes: '\u001b[31mred\u001b[0m\u0007\r\n\u0000',
  'right-to-left': '\u202eexe.txt\u2066 עברית العربية',
  long: 'M'.repeat(65_536),
  'long words': 'word '.repeat(13_000),
};

/** `npm test` takes one with characters of other meaning and one that is long. */
export const nastyNames: Readonly<Record<string, string>> = isEverything
  ? nasty
  : { html: nasty.html, long: nasty.long };

export interface ResultsOptions {
  readonly theme?: ThemeName;
  /** Used wherever a run has text from outside. */
  readonly names?: string;
  readonly operation?: string;
  /** The recording of the first operation ends before it does. */
  readonly isCut?: boolean;
  readonly isExact?: boolean;
  readonly state?: unknown;
  readonly width?: number;
}

/** Opens the results of an example run, answered as the editor does. */
export function openResults(browser: Browser, options: ResultsOptions = {}): Promise<BareView> {
  const { theme = 'dark', names, operation, isExact, state, width = 1300 } = options;
  const whole = record(names);
  const results = buildResults(options.isCut ? cut(whole) : whole);
  const answer = (message: Posted): object[] => {
    if (message.type === 'ready') return [resultsMessage(results, operation)];
    if (message.type === 'slowest') {
      return [{ type: 'slowest', row: message['row'], samples: [slowSample(names)] }];
    }
    if (message.type !== 'samples') return [];
    const { row, range } = message as unknown as { row: string; range?: undefined };
    const at = results.model.rows.findIndex(({ key }) => key === row);
    const packed = packSamples(results.samples[at] ?? { quiet: [], ticked: [] }, range);
    return [{ type: 'samples', row, ...packed, ...(isExact === undefined ? {} : { isExact }) }];
  };
  return openView(browser, { view: 'results', theme, width, height: 1100, state, answer });
}

/** Opens a run in progress in which nothing has arrived yet. */
export function openRunning(browser: Browser): Promise<BareView> {
  const answer = ({ type }: Posted): object[] => (type === 'ready' ? [running] : []);
  return openView(browser, { view: 'results', height: 1000, answer });
}

const subject = {
  kind: 'running',
  session: 's',
  home: 'h',
  id: 1,
  target: 'qemu-freertos-m7',
  title: 'FreeRTOS on QEMU',
  order: 'heap/*',
  startedAt: 0,
};

const running = {
  type: 'running',
  subject,
  running: {
    target: subject.title,
    isEmulated: true,
    order: 'heap/*',
    startedAt: 0,
    messages: [],
    phase: 'Deploying the agent: 12 %',
    operations: [],
    state: 'running',
  },
};

/** Messages of the editor. */
export const rows = {
  live: (samples: number, agent?: 'A' | 'B', isEnd = false) => {
    const shape = { scale: 'linear', edges: [68, 70, 72, 74], counts: [1, samples - 2, 1] };
    const progress = { agent, build: 'headline', repeat: 0, operation: 'heap/malloc', isEnd };
    const operation = { ...progress, samples, requested: 1000, rate: 5000, unit: 'instr', shape };
    const phase = `Measuring heap/malloc: ${samples} of 1,000`;
    return {
      operations: [operation],
      phase,
      messages: ['The agent says hello.'],
      state: 'running',
    };
  },
  ended: (message: string, hint: string) => ({
    ...running,
    running: { ...running.running, state: 'ended', ending: { message, hint } },
  }),
  results: () => resultsMessage(buildResults(record()), undefined),
};

function resultsMessage({ model }: ReturnType<typeof buildResults>, operation: string | undefined) {
  return {
    type: 'results',
    subject: { kind: 'run', home: 'h', id: model.id },
    model,
    possible: { compare: true, timeline: true, profile: true, slowest: true },
    isSample: true,
    isBaseline: true,
    ...(operation === undefined ? {} : { operation }),
  };
}

function slowSample(names = 'net') {
  const parts = [
    { kind: 'own', name: 'own', amount: 68 },
    { kind: 'interrupt', name: 'SysTick', amount: 132 },
    { kind: 'task', name: names, amount: 1604 },
    { kind: 'recording', name: 'recording', amount: 126 },
  ];
  const sentence = `1,930 = 68 own + 132 SysTick + 1,604 task "${names}" + 126 recording`;
  return {
    repeat: 0,
    index: 417,
    elapsed: 1930,
    unit: 'instr',
    tickInside: true,
    sentence,
    parts,
    notes: ['The recorder is not separated.'],
  };
}

function record(names?: string): RunRecord {
  const heap = [
    exampleOperation('heap/malloc', 70, 800),
    exampleOperation('heap/free', 50, 120),
    exampleOperation('heap/short', 2, 90),
  ];
  const headline = examplePass(collectSimulated({ operations: heap }));
  const doubtful = examplePass(
    collectSimulated({ operations: [exampleOperation('mutex/lock', 55, 400)] }),
  );
  const operations = [
    ...headline.operations,
    ...doubtful.operations.map((each) => ({
      ...each,
      problems: ['the stream overflowed and lost 3 packets'],
    })),
  ];
  const traced = examplePass(collectSimulated({ operations: heap }), {
    build: 'traced',
    recording: 'recording-traced.SVDat',
    image: { ...headline.image, hooks: 1 },
  });
  const measured = exampleRecord({ ...headline, operations }, traced);
  const plain = {
    ...measured,
    notes: ['Traced with 10,000 iterations instead of the full count.'],
  };
  return names === undefined ? plain : replaceNames(plain, names);
}

/** The record with an unfinished first operation. */
function cut({ passes: [headline, ...others], ...rest }: RunRecord): RunRecord {
  if (!headline) throw new Error('no pass');
  const [first, ...further] = headline.operations;
  if (!first) throw new Error('no operation');
  const ended = { ...first, status: 'incomplete' as const, reason: 'the recording ends before it' };
  return { ...rest, passes: [{ ...headline, operations: [ended, ...further] }, ...others] };
}

/** The record with one text in every place that holds somebody else's. */
export function replaceNames(plain: RunRecord, name: string): RunRecord {
  const operation = (each: RunRecord['passes'][number]['operations'][number], at: number) => ({
    ...each,
    suite: name,
    op: `${at}${name}`,
    at: name,
    problems: [name],
    params: { [name]: 1 },
  });
  return {
    ...plain,
    target: { ...plain.target, title: name },
    command: name,
    tool: name,
    problems: [name, name],
    notes: [name],
    created: name,
    passes: plain.passes.map((pass) => ({
      ...pass,
      operations: pass.operations.map(operation),
      facts: { ...pass.facts, [name]: name },
      image: { ...pass.image, compiler: name, flags: name },
      recording: name,
    })),
  };
}
