import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  findExtent,
  formatMeanFigure,
  formatNumber,
  formatPercent,
  formatTime,
  type Range,
  getFigureValue,
} from '../../../../measure';
import { PASS_TITLES, type ResultRow, type ResultsModel } from '../../../../report';
import { nameAt } from '../../../../runs';
import {
  limitZoom,
  canBeLog,
  HistogramChart,
  HistogramControls,
  HistogramTable,
  type Look,
  type Mark,
  Name,
  Notice,
  selectShownSamples,
  t,
  tame,
} from '../../../page';
import type { ToResults } from '../protocol';
import { FigureTable } from './figure-table';
import { SlowestSamples } from './slowest';
import { costliest, type Post, samples as known, samplesKey } from './store';

/** Everything about one operation. */
export function Detail({
  row,
  shown,
  post,
}: {
  readonly row: ResultRow;
  readonly shown: Extract<ToResults, { type: 'results' }>;
  readonly post: Post;
}) {
  return (
    <section class="detail" aria-label={t('Details of {0}', tame(row.name))}>
      <div class="bar detail-head">
        <h2>
          <Name text={row.name} />
        </h2>
        {row.at !== '' && (
          <button
            type="button"
            class="link code"
            title={t('Open the source')}
            onClick={() => post({ type: 'source', at: row.at })}
          >
            {tame(row.at)}
          </button>
        )}
        {Object.entries(row.params).map(([name, value]) => (
          <code key={name} class="dim">
            {tame(`${name}=${formatNumber(value)}`)}
          </code>
        ))}
      </div>
      {row.build === 'traced' && <Notice kind="info">{PASS_TITLES.traced}</Notice>}
      {row.standing !== 'ok' && <Doubt row={row} />}
      <div class="columns">
        <Distribution row={row} post={post} />
        <div class="aside">
          <FigureTable row={row} />
          <KeyFacts row={row} shards={shown.model.shards} />
        </div>
      </div>
      {shown.possible.profile && <CostliestFunctions row={row} post={post} />}
      {row.build !== 'imported' && <SlowestSamples row={row} shown={shown} post={post} />}
    </section>
  );
}

function Doubt({ row: { standing, reasons } }: { readonly row: ResultRow }) {
  return (
    <Notice kind="warning">
      <strong>{standing}</strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{tame(reason, 400)}</li>
        ))}
      </ul>
      {standing === 'inconclusive' && (
        <p class="dim">
          {t('No average is shown for doubtful figures, because it would be doubtful too.')}
        </p>
      )}
    </Notice>
  );
}

/** The large histogram of an operation. */
function Distribution({ row, post }: { readonly row: ResultRow; readonly post: Post }) {
  const [look, setLook] = useState<Look>(() => ({
    valueScale: row.shape.scale,
    countScale: 'linear',
    withTicked: true,
    range: undefined,
  }));
  const all = known.value.get(row.key);
  const zoomed = known.value.get(samplesKey(row.key, look.range));
  useEffect(() => {
    if (known.value.has(row.key)) return;
    post({ type: 'samples', row: row.key });
  }, [row.key]);
  useEffect(() => {
    if (all?.isExact !== false || look.range === undefined || zoomed !== undefined) return;
    post({ type: 'samples', row: row.key, range: look.range });
  }, [all, look.range, zoomed]);
  const marks = useMemo(() => listMarks(row), [row]);
  if (all === undefined) return <div class="skeleton outline-chart" />;

  const shown = selectShownSamples(all.samples, look.withTicked);
  const extent = findExtent(shown);
  const drawn = zoomed?.samples ?? all.samples;
  const zoom = (range: Range | undefined) => {
    const bounded = range && extent && limitZoom(range, extent);
    setLook({ ...look, range: bounded });
  };
  const label = t('Histogram of {0}', tame(row.name));
  return (
    <div class="distribution">
      <HistogramControls
        look={look}
        canBeLog={canBeLog(all.samples)}
        hasTicked={all.samples.ticked.length > 0}
        onLook={setLook}
      />
      <HistogramChart
        label={label}
        marks={marks}
        look={look}
        unit={row.unit}
        samples={drawn}
        onZoom={zoom}
      />
      <HistogramTable label={label} look={look} unit={row.unit} samples={drawn} />
    </div>
  );
}

function listMarks({ min, max, percentiles, batches }: ResultRow): Mark[] {
  const named: readonly (readonly [string, number | undefined])[] = [
    ['min', min],
    ...Object.entries(percentiles).map(([name, of]) => [name, getFigureValue(of)] as const),
    ['max', max],
  ];
  // One label for several figures of the same value.
  const values = new Map<number, string[]>();
  for (const [name, value] of named) {
    if (value !== undefined) values.set(value, [...(values.get(value) ?? []), name]);
  }
  const marks = Array.from(values, ([value, names]): Mark => {
    return { label: `${names.join(' ')} ${formatNumber(value)}`, value, kind: 'percentile' };
  });
  const mean = batches && getFigureValue(batches.mean);
  if (batches === undefined || mean === undefined) return marks;
  const label = `${t('batch mean')} ${formatMeanFigure(batches.mean)}`;
  return [...marks, { label, value: mean, kind: 'mean' }];
}

interface KeyFactsProps {
  readonly row: ResultRow;
  readonly shards: ResultsModel['shards'];
}

/** The origin of an operation's figures. */
function KeyFacts(about: KeyFactsProps) {
  return (
    <dl class="facts">
      {listFacts(about).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function listFacts({ row, shards }: KeyFactsProps): (readonly [string, ComponentChild])[] {
  const { unit, cold, readingCost, tickDensity, counted, values, repeats, identical } = row;
  const facts: (readonly [string, ComponentChild] | undefined)[] = [
    row.shard === undefined
      ? undefined
      : [t('shard {0}', row.shard + 1), tame(shards[row.shard]?.board ?? '', 400)],
    row.meanTime === undefined || !('value' in row.meanTime)
      ? undefined
      : [t('mean in time'), formatTime(row.meanTime.value, row.meanTime.margin)],
    cold.length === 0
      ? undefined
      : [t('first execution, kept separate'), `${cold.map(formatNumber).join(', ')} ${unit}`],
    readingCost === undefined
      ? undefined
      : [t('reading the clock, subtracted'), `${formatNumber(readingCost)} ${unit}`],
    row.ticksInside === undefined
      ? undefined
      : [t('samples with a tick inside'), formatNumber(row.ticksInside)],
    tickDensity === undefined
      ? undefined
      : [t('a kernel tick every'), `${formatNumber(tickDensity)} ${unit}`],
    counted === undefined
      ? undefined
      : [
          t("processor's own counter"),
          `${formatMeanFigure(counted.mean)} ${counted.unit} (${t('{0} batches', formatNumber(counted.batches))})`,
        ],
    row.throughput === undefined ? undefined : [t('throughput'), row.throughput],
    repeats < 2
      ? undefined
      : [
          t('repeats'),
          identical ? t('{0}, identical samples', repeats) : t('{0}, different samples', repeats),
        ],
    values === undefined
      ? undefined
      : [t('values measured, stored, decoded'), formatValues(values)],
  ];
  return facts.filter((fact) => fact !== undefined);
}

function formatValues(values: NonNullable<ResultRow['values']>): string {
  const { attempted, stored, decoded } = values;
  return [attempted, stored, decoded].map(formatNumber).join(' / ');
}

/** The functions that execute most instructions of a profiled operation, and a link to its profile. */
function CostliestFunctions({ row, post }: { readonly row: ResultRow; readonly post: Post }) {
  const { key, operation, params } = row;
  const known = costliest.value.get(key);
  useEffect(() => {
    if (!costliest.value.has(key)) post({ type: 'costliest', row: key });
  }, [key]);
  if (known === undefined || known.length === 0) return null;
  const isSampled = known.some(({ self }) => self === undefined);
  const show = () => post({ type: 'showProfile', operation: nameAt(operation, params) });
  return (
    <p class="bar costliest">
      {isSampled ? t('Most time:') : t('Most instructions:')}
      {known.map(({ name, self, share }) => (
        <span key={name}>
          <Name text={name} />{' '}
          <span class="figure dim">
            {self === undefined
              ? formatPercent(share)
              : `${formatNumber(self)} (${formatPercent(share)})`}
          </span>
        </span>
      ))}
      <button type="button" class="link" onClick={show}>
        {t('Show its profile')}
      </button>
    </p>
  );
}
