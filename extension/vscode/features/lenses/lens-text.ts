import { shortUnit } from '../../../agent';
import type { Outcome } from '../../../compare';
import { formatFigure, formatMeanFigure, formatNumber, getFigureValue } from '../../../measure';
import { describeRepeats } from '../../../report';
import { isWithheld, type OperationRow } from '../../../runs';
import type { LiveProgress } from '../../../workers';
import type { Translate } from '../../common';
import { commands } from '../../names';
import { pointsText } from '../../services/figures';
import { formatReferenceChange } from './reference';
import type { LensSubject, Live, Reference, Stale } from './subject';

/** A lens as shown; without a command it is only text. */
interface LensText {
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** The lenses above one benchmark: at most three; a profile and a debugger add one each. */
export function lensTexts(
  subject: LensSubject,
  isTrusted: boolean,
  t: Translate,
): readonly LensText[] {
  const { live } = subject;
  if (live) return liveLenses(subject, live, t);
  const figures = figuresLens(subject, t);
  const start = startLens(subject, isTrusted, t);
  const third =
    figures && subject.stale === undefined ? traceLens(subject, isTrusted, t) : undefined;
  return [start, figures, third ?? []].flatMap((lens) => lens ?? []);
}

/** Shows where the instructions of a benchmark go, measuring it first where that is not known. */
export function profileLens(
  { live, standing, target, home, name, row, stale, isBare }: LensSubject,
  isTrusted: boolean,
  t: Translate,
): readonly LensText[] {
  const title = `$(flame)\u00a0${t('Profile')}`;
  if (live) return [];
  if (row?.run.hasProfile && stale === undefined) {
    const tooltip = t('Show where the instructions of {0} go', name);
    const { home: ofRun, id } = row.run;
    return [
      {
        title,
        tooltip,
        command: commands.showProfile,
        arguments: [{ home: ofRun, id, operation: name }],
      },
    ];
  }
  if (standing !== 'same' || isBare || !isTrusted) return [];
  return [
    {
      title,
      tooltip: t('Measure {0} and show where its instructions go', name),
      command: commands.runProfiled,
      arguments: [{ home: home.id, target, patterns: [name] }],
    },
  ];
}

/** Debugs a benchmark on targets that a debugger can reach; absent while it is measured. */
export function debugLens(
  { live, standing, target, home, name, isBare }: LensSubject,
  isTrusted: boolean,
  t: Translate,
): readonly LensText[] {
  if (live || standing !== 'same' || isBare || !isTrusted) return [];
  return [
    {
      title: `$(debug-alt)\u00a0${t('Debug')}`,
      tooltip: t('Debug the agent on {0} with cortex-debug, stopped at {1}', target, name),
      command: commands.debugBenchmark,
      arguments: [{ home: home.id, target, patterns: [name] }],
    },
  ];
}

function liveLenses({ target }: LensSubject, live: Live, t: Translate): readonly LensText[] {
  const icon = 'isEnd' in live && live.isEnd ? '$(check)' : '$(sync~spin)';
  const title = liveTitle(live, t);
  const show = t('Show the run in progress');
  return [
    { title: `${icon}\u00a0${title}`, tooltip: show, command: commands.showRunning, arguments: [] },
    {
      title: `$(debug-stop)\u00a0${t('Stop')}`,
      tooltip: t('Stop the run on {0}', target),
      command: commands.stopRun,
      arguments: [],
    },
  ];
}

function liveTitle(live: Live, t: Translate): string {
  if ('phase' in live) {
    return live.first === undefined ? live.phase : t('measuring {0} first…', live.first);
  }
  const count = countText(live, t);
  return live.agent === undefined ? count : `${t('agent {0}', live.agent)}: ${count}`;
}

function countText({ samples, requested, build, isEnd }: LiveProgress, t: Translate): string {
  if (isEnd) return t('{0} values, run continues', formatNumber(samples));
  const [so, all] = [formatNumber(samples), formatNumber(requested)];
  return build === 'traced' ? t('tracing, {0} of {1}', so, all) : t('{0} of {1} samples', so, all);
}

/** The action currently available for this benchmark. */
function startLens(subject: LensSubject, isTrusted: boolean, t: Translate): LensText {
  const { standing, target, home, name, missing, source, hasOwnAgent, isBare } = subject;
  if (!isTrusted) {
    return {
      title: `$(shield)\u00a0${t('Trust this folder to run')}`,
      tooltip: t(
        'Restricted Mode does not start programs. Results and recordings can still be viewed.',
      ),
      command: 'workbench.trust.manage',
      arguments: [],
    };
  }
  if (standing === 'same' || isBare) {
    return {
      title: `$(play)\u00a0${t('Run on {0}', target)}`,
      tooltip: t('Measure {0} on {1}', name, target),
      command: commands.run,
      arguments: [{ home: home.id, target, patterns: [name] }],
    };
  }
  if (hasOwnAgent && standing !== 'edited') {
    const problem =
      missing ?? t('The agent of {0} does not contain the benchmark {1}.', target, name);
    return {
      title: `$(file-binary)\u00a0${t('not in the agent of {0}: choose another', target)}`,
      tooltip: `${problem} ${t('The agent is built with your firmware.')}`,
      command: commands.chooseAgent,
      arguments: [{ home: home.id, target, need: 'agent' }],
    };
  }
  const titles = {
    'no-image': t('no image for {0}: build it', target),
    absent: t('not in the image on {0}: build it', target),
    edited: t('edited since the image for {0} was built: build and run', target),
  };
  return {
    title: `$(tools)\u00a0${titles[standing]}`,
    tooltip:
      missing ?? t('Build the images for {0} with the benchmarks of {1}', target, home.title),
    command: commands.buildImage,
    arguments: [
      { home: home.id, target, source, ...(standing === 'edited' && { patterns: [name] }) },
    ],
  };
}

function figuresLens(subject: LensSubject, t: Translate): LensText | undefined {
  const { row, points, stale, reference, name } = subject;
  if (!row) return undefined;
  const isSweep = points.length > 0;
  const change =
    stale === undefined && !isSweep && reference ? formatReferenceChange(reference) : undefined;
  const figures = isSweep ? pointsText(points) : figuresText(row, change);
  const title = stale === undefined ? figures : `$(history)\u00a0${t('stale: {0}', figures)}`;
  const sentence =
    stale === undefined ? changeSentence(change, reference, t) : staleSentence(stale, t);
  return {
    title,
    tooltip: [sentence, t('Open the results')].filter(Boolean).join(' '),
    command: commands.openResults,
    arguments: [{ home: row.run.home, id: row.run.id, operation: name }],
  };
}

/** Explains why figures do not match the text, and what updates them. */
export function staleSentence(stale: Stale, t: Translate): string {
  switch (stale) {
    case 'edited':
      return t('The source was edited since this was measured. Build the image and run it again.');
    case 'rebuilt':
      return t('This was measured with an earlier image. Run it again.');
    case 'removed':
      return t('The image no longer contains this benchmark. Build it and run it again.');
  }
}

/** Names what a change refers to, and why it is not decided. */
export function changeSentence(
  change: string | undefined,
  reference: Reference | undefined,
  t: Translate,
): string {
  if (change === undefined || reference === undefined) return '';
  const { run, outcome } = reference;
  const when = run.name ?? run.created.toISOString().slice(0, 16).replace('T', ' ');
  const what = run.isBaseline ? t('the baseline {0}', when) : t('the run before, {0}', when);
  return change === '='
    ? [t('Exactly as in {0}.', what), ...listSentences(outcome, 'notes')].join(' ')
    : [t('{0}, relative to {1}.', change, what), ...listSentences(outcome, 'reasons')].join(' ');
}

function listSentences(outcome: Outcome | undefined, key: 'reasons' | 'notes'): readonly string[] {
  if (outcome?.kind !== 'judged') return [];
  return outcome[key].map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** A link to the slowest traced sample, or to a run that has some. */
function traceLens(subject: LensSubject, isTrusted: boolean, t: Translate): LensText | undefined {
  const { row, home, target, name, standing } = subject;
  if (row?.run.recordings.traced !== undefined) {
    return {
      title: `$(pulse)\u00a0${t('Slowest sample')}`,
      tooltip: t('Show in the timeline what ran during the slowest sample'),
      command: commands.showSlowSample,
      arguments: [{ home: row.run.home, id: row.run.id, operation: name }],
    };
  }
  if (!isTrusted || standing !== 'same') return undefined;
  return {
    title: `$(pulse)\u00a0${t('Run with trace')}`,
    tooltip: t('Measure {0} and record what else ran, to explain its slow samples', name),
    command: commands.runTraced,
    arguments: [{ home: home.id, target, patterns: [name] }],
  };
}

const LONGEST_REASON = 70;

/** The figures of an operation in one line, then its change. */
function figuresText(row: OperationRow, change?: string): string {
  const { all, mean, meanFrom, standing, clock } = row;
  if (isWithheld(standing)) return withheldText(row);
  const unit = shortUnit(clock.unit);
  const behind = [...describeRepeats(row), ...(change === undefined ? [] : [change])];
  const max = all.statistics && `max ${formatNumber(all.statistics.max)}`;
  const value = getFigureValue(mean);
  const isCoarse = getFigureValue(all.percentiles.p50) === undefined && value !== undefined;
  const figures = isCoarse
    ? [`mean ${formatMeanFigure(mean)}${meanFrom === 'batches' ? ' by batches' : ''}`]
    : [`p50 ${formatFigure(all.percentiles.p50)}`, `p99 ${formatFigure(all.percentiles.p99)}`];
  const partly = standing === 'ok' ? '' : `${standing}: `;
  const shown = `${partly}${[...figures, ...(max ? [max] : [])].join(' · ')} ${unit}`;
  return [shown, ...behind].join(' · ');
}

/** For an untrustworthy operation: the reason, and the range of the samples. */
function withheldText({ standing, reasons, all, clock }: OperationRow): string {
  const [reason] = reasons;
  const why = reason === undefined || reason === standing ? '' : `: ${shortenReason(reason)}`;
  const { statistics } = all;
  const reach = statistics
    ? ` (${formatNumber(statistics.min)} to ${formatNumber(statistics.max)} ${shortUnit(clock.unit)})`
    : '';
  return `${standing}${why}${reach}`;
}

/** Shortens to one line; an agent's text must not become an icon or change direction. */
function shortenReason(reason: string): string {
  const line = reason
    .replace(/[\s\p{C}]+/gu, ' ')
    .replaceAll('$(', '$ (')
    .trim();
  return line.length <= LONGEST_REASON ? line : `${line.slice(0, LONGEST_REASON - 1)}…`;
}
