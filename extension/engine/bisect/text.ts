import { type ClockUnit, shortUnit } from '../../agent';
import { shortCommit } from '../../base';
import { formatMeanFigure } from '../../measure';
import type { Bisection } from './benchmark';
import type { BisectResult, BisectStep } from './bisect';

/** Formats a figure with its margin and, if there are several, its repeats. */
function figureText(figure: number, margin: number | undefined, repeats: number): string {
  const text = formatMeanFigure({ value: figure, margin });
  return repeats > 1 ? `${text} in ${repeats} repeats` : text;
}

/** Describes a step: its commit, figure and time. */
export function bisectStepText(of: BisectStep): string {
  const { step, commit, nearerTo, figure, margin, repeats = 1, skipped, left, seconds } = of;
  const time = `(${seconds.toFixed(1)} s)`;
  const title = `${shortCommit(commit.id)} ${commit.subject}`;
  if (figure === undefined) return `Step ${step}: ${title}: skipped. ${skipped} ${time}`;
  if (step === 0) return `${nearerTo}: ${title}: ${figureText(figure, margin, repeats)} ${time}`;
  const rest = left === 0 ? '' : `, about ${left} more`;
  const measured = figureText(figure, margin, repeats);
  return `Step ${step}: ${title}: ${measured}, closer to ${nearerTo}${rest} ${time}`;
}

/** The difference; its margin is the sum of both, an upper bound. */
function changeText([one, other]: BisectResult['figures'], margins: BisectResult['margins']) {
  const known = margins.filter((margin) => margin !== undefined);
  const margin = known.length < 2 ? undefined : known.reduce((sum, each) => sum + each);
  return (other > one ? '+' : '') + formatMeanFigure({ value: other - one, margin });
}

/** Describes what was found: the commit, its figures and the functions that it changed. */
export function bisectText(result: Bisection, bench: string): string {
  const { functions, culprit, before, figures, margins, repeats, unit, unjudged } = result;
  const [one = '', other = ''] = figures.map((value, at) =>
    figureText(value, margins[at], repeats[at] ?? 1),
  );
  const [name, change] = [shortUnit(unit as ClockUnit), changeText(figures, margins)];
  return [
    `${culprit.id} is the first bad commit`,
    `  ${culprit.subject}`,
    `  ${culprit.author}, ${culprit.date}`,
    `${bench}: ${one} at ${shortCommit(before.id)}, ${other} here: ${change} ${name}`,
    ...(functions === '' ? [] : [`Instructions by function: ${functions}.`]),
    ...(unjudged.length === 0 ? [] : ['It may also be one of these, which cannot be judged:']),
    ...unjudged.map((each) => `  ${shortCommit(each.id)} ${each.subject}`),
    '',
  ].join('\n');
}
