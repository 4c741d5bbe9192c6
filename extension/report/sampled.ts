import { formatNumber, plural, type Share } from '../measure';
import {
  type FirmwareSample,
  type FlatRow,
  type LayerShare,
  samplingRemarks,
  type TaskShare,
} from '../profile';
import { type Section, sectionText } from './section';

/** Rows of the table; the rest is one line. */
const ROWS = 30;

/** A flat profile of firmware as plain text. */
export const formatSample = (sample: FirmwareSample) =>
  buildSections(sample).map(sectionText).join('\n');

function buildSections(sample: FirmwareSample): readonly Section[] {
  const { layers, tasks } = sample;
  return [
    buildSection(sample),
    ...(tasks === undefined ? [] : [tasksSection(tasks)]),
    ...(layers === undefined ? [] : [layersSection(layers)]),
  ];
}

function tasksSection(tasks: readonly TaskShare[]): Section {
  return {
    title: 'Tasks',
    table: {
      titles: ['Task', ...SHARE_TITLES],
      rows: tasks.map((row) => [row.name, ...shareCells(row)]),
    },
    lines: [],
  };
}

function layersSection(layers: readonly LayerShare[]): Section {
  const rows = layers.map((row) => [row.layer, ...shareCells(row)]);
  return {
    title: 'Layers',
    table: { titles: ['Layer', ...SHARE_TITLES], rows },
    lines: ['Shares of the time in the functions of each layer themselves.'],
  };
}

const SHARE_TITLES = ['Share', '95 % interval', 'Samples'] as const;

const shareCells = ({ share, low, high, samples }: Share & { readonly samples: number }) => [
  percent(share),
  `${percent(low)} to ${percent(high)}`,
  formatNumber(samples),
];

function buildSection(sample: FirmwareSample): Section {
  const { rows, target, elf, operation } = sample;
  const isFlat = isFlatSample(sample);
  const what = operation === undefined ? target : `${operation} on ${target}`;
  const shown = rows.slice(0, ROWS);
  const others = rows.slice(ROWS);
  return {
    title: `${what}: sampled${isFlat ? ', flat' : ''}`,
    lead: formatLead(sample),
    table: {
      titles: [
        elf === undefined ? 'Address' : 'Function',
        ...SHARE_TITLES,
        ...(isFlat ? [] : ['With calls']),
      ],
      rows: [...shown.map(formatCells), ...sumRest(others)],
    },
    lines: samplingRemarks(sample, isFlat),
  };
}

/** Only Linux shows callers, and the layers that follow from them. */
const isFlatSample = ({ layers }: FirmwareSample) => layers === undefined;

function formatLead({ samples, seconds, rate, way, isHalting }: FirmwareSample): string {
  const how = isHalting ? `by ${way}` : `from ${way}`;
  return `${plural(samples, 'sample')} in ${seconds.toFixed(1)} s, ${formatNumber(Math.round(rate))} per second, ${how}.`;
}

function formatCells(row: FlatRow): readonly string[] {
  const { name, location, isIdle, withCalls } = row;
  const file = location?.file?.split(/[\\/]/).at(-1);
  const line = location?.line === undefined ? '' : `:${location.line}`;
  const where = file === undefined ? '' : `  ${file}${line}`;
  const idle = isIdle ? '  [idle]' : '';
  return [
    `${name}${idle}${where}`,
    ...shareCells(row),
    ...(withCalls ? [percent(withCalls.share)] : []),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

function sumRest(rows: readonly FlatRow[]): readonly (readonly string[])[] {
  if (rows.length === 0) return [];
  const share = rows.reduce((sum, row) => sum + row.share, 0);
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  return [[`${formatNumber(rows.length)} more`, percent(share), '', formatNumber(samples)]];
}
