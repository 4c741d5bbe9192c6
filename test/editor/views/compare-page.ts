import type { Browser } from 'playwright-core';
import { createRandom, drawRuns, exampleColumn } from '../../../extension/compare/testing';
import { buildComparison } from '../../../extension/report/comparison/build';
import {
  buildComparedSamples,
  matchColumnSubjects,
} from '../../../extension/report/comparison/build';
import { type ReportColumn, runColumn } from '../../../extension/report/columns';
import { compareReported } from '../../../extension/report/compared';
import { examplePaper, exampleRun } from '../../../extension/report/testing';
import { packSamples } from '../../../extension/report/results/samples';
import type { RunRecord } from '../../../extension/runs/record/record';
import { type BareView, openView, type Posted, type ThemeName } from './page';
import { replaceNames } from './results-page';

export interface CompareOptions {
  readonly theme?: ThemeName;
  readonly columns?: readonly ReportColumn[];
  readonly state?: unknown;
  readonly width?: number;
  readonly height?: number;
}

const costs = { 'heap/malloc': 70, 'heap/free': 50, 'mutex/lock': 55, 'mutex/unlock': 80 };

/** Two runs of one target: an operation got slower, one faster, two stayed. */
export function twoRuns(): readonly ReportColumn[] {
  const later = { ...costs, 'heap/malloc': 95, 'heap/free': 40 };
  return [runColumn(exampleRun(costs)), runColumn(exampleRun(later, '9f9f'))];
}

/** Runs of one board that vary so much that nothing is decided. */
export function makeUndecidedRuns(): readonly ReportColumn[] {
  const random = createRandom('undecided');
  return [0, 1].map(() => {
    const operations = [{ name: 'mutex/lock', runs: drawRuns(random, { between: 0.04 }) }];
    return runColumn(exampleColumn({ operations }).record);
  });
}

/** Runs of two systems on emulated boards. */
export function twoSystems(): readonly ReportColumn[] {
  const other = exampleRun({ ...costs, 'heap/malloc': 180, 'heap/free': 31 }, '9f9f');
  const facts = { os: 'Zephyr', flags: '-Os' };
  const target = { ...other.target, id: 'qemu-zephyr-m3' };
  const passes = other.passes.map((pass) => ({ ...pass, facts: { ...pass.facts, ...facts } }));
  return [runColumn(exampleRun(costs)), runColumn({ ...other, target, passes })];
}

/** A run beside both systems of the white paper. */
export function withPaper(): readonly ReportColumn[] {
  return [
    ...twoRuns(),
    examplePaper('published:nxp-zephyr-linux/average/zephyr-rt1050'),
    examplePaper('published:nxp-zephyr-linux/average/linux-imx6ul'),
  ];
}

/** Runs in which every text is the given one. */
export function nastyRuns(name: string): readonly ReportColumn[] {
  const nasty = (hex: string): RunRecord => replaceNames(exampleRun(costs, hex), name);
  return [runColumn(nasty('1a2b')), runColumn(nasty('9f9f'))];
}

/** Opens a comparison, answered as the editor does. */
export function openCompare(browser: Browser, options: CompareOptions = {}): Promise<BareView> {
  const { theme = 'dark', columns = twoRuns(), state, width = 1300, height = 1100 } = options;
  let order = columns;
  let delta: number | undefined;
  const answer = (message: Posted): object[] => {
    if (message.type === 'columns') {
      const wanted = message['columns'] as readonly string[];
      order = wanted.map((reference) => columns[Number(reference)]!);
    }
    if (message.type === 'delta') delta = message['delta'] as number | undefined;
    if (message.type === 'samples') return [samplesMessage(order, columns, message)];
    const asks = ['ready', 'columns', 'delta'].includes(message.type);
    return asks ? [comparisonMessage(order, columns, delta)] : [];
  };
  return openView(browser, { view: 'compare', theme, width, height, state, answer });
}

const toReferences = (order: readonly ReportColumn[], all: readonly ReportColumn[]) =>
  order.map((column) => String(all.indexOf(column)));

function comparisonMessage(
  order: readonly ReportColumn[],
  all: readonly ReportColumn[],
  delta: number | undefined,
) {
  const known = toReferences(order, all).map((reference) => {
    const hasProfile = all[Number(reference)]?.profile !== undefined;
    return { reference, isSample: reference === '0', isPinned: reference === '0', hasProfile };
  });
  const model = buildComparison(compareReported(order, { delta }));
  return { type: 'comparison', model, known, ...(delta === undefined ? {} : { delta }) };
}

function samplesMessage(
  order: readonly ReportColumn[],
  all: readonly ReportColumn[],
  { operation, range }: Posted,
) {
  const { operations } = compareReported(order).comparison;
  const at = operations.findIndex(({ name }) => name === operation);
  const subjects = matchColumnSubjects(order.map(({ column }) => column))[at] ?? [];
  const drawn = buildComparedSamples(subjects).map((each) => {
    if (each === undefined) return null;
    const { unit, mean, samples } = each;
    return { unit, mean, ...packSamples(samples, range as undefined) };
  });
  return { type: 'samples', columns: toReferences(order, all), operation, range, drawn };
}
