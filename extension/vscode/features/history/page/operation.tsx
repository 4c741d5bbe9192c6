import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shortUnit } from '../../../../agent';
import { shortCommit } from '../../../../base';
import { figure, formatChangeBetween, formatMeanFigure, formatNumber } from '../../../../measure';
import { unpackPoints } from '../../../../report';
import { Name, t, tame, useWidth } from '../../../page';
import type { ShownHistory } from '../protocol';
import {
  CHART,
  layOutSeries,
  nearestPoint,
  type SentSeries,
  type ShownPoint,
  type ShownSeries,
} from './layout';
import type { Post } from './store';

type CommitList = ShownHistory['commits'];

interface OperationProps {
  readonly series: SentSeries;
  /** The entry in the message. */
  readonly index: number;
  readonly commits: CommitList;
  readonly post: Post;
}

interface ShownOperationProps extends OperationProps {
  /** It is among the first, so it is drawn without asking where it is. */
  readonly isFirst: boolean;
}

/** One operation, drawn once it is close to the window: a hundred charts at once would take seconds. */
export function Operation({ isFirst, ...props }: ShownOperationProps) {
  const { operation } = props.series;
  const { element, isNear } = useIsNear<HTMLElement>(isFirst);
  return (
    <section class="operation" aria-label={tame(operation)} ref={element}>
      <h2>
        <Name text={operation} />
      </h2>
      {isNear && <Commits {...props} />}
    </section>
  );
}

/** Becomes true, and remains so, once an element is within a window's height of the window. */
function useIsNear<E extends Element>(isFirst: boolean) {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      // Of another site's frame, margins count only around its own document.
      { root: document, rootMargin: '100%' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, isNear };
}

/** The chart of an operation, the selected commit, and its changes. */
function Commits({ series: packed, index, commits, post }: OperationProps) {
  // Changes follow their points, which remain the same.
  const points = useMemo(() => unpackPoints(packed.points), [packed.points]);
  const series = useMemo(() => ({ ...packed, points }), [packed, points]);
  const { changes, unit } = series;
  const [selected, select] = useState(points.length - 1);
  const point = points[selected] ?? points.at(-1);
  const show = (change: number, what: 'comparison' | 'profiles' | 'bisect') =>
    post({ type: 'change', series: index, change, show: what });
  return (
    <>
      <Chart
        series={series}
        commits={commits.length}
        selected={selected}
        select={select}
        open={(change) => show(change, 'comparison')}
      />
      {point && (
        <>
          {points.length > 1 && (
            <input
              type="range"
              class="commits"
              min={0}
              max={points.length - 1}
              value={selected}
              aria-label={t('Commit')}
              aria-valuetext={pointText(point, commits, unit)}
              onInput={({ currentTarget }) => select(Number(currentTarget.value))}
            />
          )}
          <Selected
            point={point}
            commits={commits}
            unit={unit}
            open={() => post({ type: 'results', series: index, point: selected })}
          />
        </>
      )}
      {changes.length > 0 && (
        <ul class="changes" aria-label={t('Changes')}>
          {changes.map((change, at) => (
            <Change
              key={change.at}
              series={series}
              change={change}
              commits={commits}
              show={(what) => show(at, what)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface SelectedProps {
  readonly point: ShownPoint;
  readonly commits: CommitList;
  readonly unit: ShownSeries['unit'];
  readonly open: () => void;
}

/** The figure of the selected point, and its commit. */
function Selected({ point, commits, unit, open }: SelectedProps) {
  return (
    <p class="bar">
      <span class="figure">{formatMeanFigure(figure(point.figure, point.margin))}</span>
      <span class="dim">{shortUnit(unit)}</span>
      <CommitText commit={commits[point.commit]} />
      {point.isDirty && <span class="dim">{t('changed sources')}</span>}
      <button type="button" class="link" onClick={open}>
        {t('Open results')}
      </button>
    </p>
  );
}

const formatDate = (date: string) => tame(date.slice(0, 10));

function pointText(point: ShownPoint, commits: CommitList, unit: ShownSeries['unit']): string {
  const { id = '', date = '', subject = '' } = commits[point.commit] ?? {};
  const value = `${formatMeanFigure(figure(point.figure, point.margin))} ${shortUnit(unit)}`;
  return `${value}, ${shortCommit(id)}, ${formatDate(date)}, ${tame(subject)}`;
}

function CommitText({ commit }: { readonly commit: CommitList[number] | undefined }) {
  if (!commit) return null;
  return (
    <>
      <code>{tame(shortCommit(commit.id))}</code>
      <span class="figure">{formatDate(commit.date)}</span>
      <Name text={commit.author} class="dim" />
      <Name text={commit.subject} />
    </>
  );
}

interface ChangeProps {
  readonly series: ShownSeries;
  readonly change: ShownSeries['changes'][number];
  readonly commits: CommitList;
  readonly show: (what: 'comparison' | 'profiles' | 'bisect') => void;
}

/** The commit of a change, what else changed there, and what can be opened. */
function Change({ series: { points, unit }, change, commits, show }: ChangeProps) {
  const [before, after] = change.figures;
  const others = change.commits - 1;
  return (
    <li>
      <p class="bar">
        <strong class={`figure ${after > before ? 'more' : 'less'}`}>
          {formatChangeBetween(before, after, shortUnit(unit))}
        </strong>
        <CommitText commit={commits[points[change.at]?.commit ?? -1]} />
      </p>
      {change.facts.length > 0 && (
        <p class="dim">
          {t('Also different:')}{' '}
          {tame(
            change.facts.map(({ name, values }) => `${name} ${values.join(' → ')}`).join(', '),
            400,
          )}
        </p>
      )}
      <p class="bar">
        <button type="button" onClick={() => show('comparison')}>
          {t('Compare both sides')}
        </button>
        {change.isProfiled && (
          <button type="button" onClick={() => show('profiles')}>
            {t('Difference of the profiles')}
          </button>
        )}
        {others > 0 && (
          <>
            <button type="button" onClick={() => show('bisect')}>
              {t('Find the commit')}
            </button>
            <span class="dim">{t('Commits in between that were not measured: {0}', others)}</span>
          </>
        )}
      </p>
    </li>
  );
}

interface ChartProps {
  readonly series: ShownSeries;
  readonly commits: number;
  readonly selected: number;
  readonly select: (point: number) => void;
  readonly open: (change: number) => void;
}

/** A click this close to a change, in pixels, opens it. */
const NEAR = 8;

/** The figures of all commits; keys move the slider below it, and every change has buttons of its own. */
function Chart({ series, commits, selected, select, open }: ChartProps) {
  const { element, width } = useWidth<HTMLDivElement>(600);
  const layout = useMemo(() => layOutSeries(series, commits, width), [series, commits, width]);
  const { points, changes } = series;
  const position = points[selected] && layout.locatePoint(points[selected]);
  const toX = (at: number) => {
    const point = points[at];
    return point ? layout.locatePoint(point).x : 0;
  };
  const offset = ({ clientX, currentTarget }: MouseEvent) =>
    clientX - ((currentTarget as Element | null)?.getBoundingClientRect().left ?? 0);
  return (
    <div
      class="history-chart"
      ref={element}
      onPointerMove={(event) => select(nearestPoint(layout, series, offset(event)))}
      onClick={(event) => {
        const x = offset(event);
        const change = changes.findIndex(({ at }) => Math.abs(toX(at) - x) <= NEAR);
        if (change >= 0) open(change);
      }}
    >
      <svg
        role="img"
        width={width}
        height={CHART.height}
        aria-label={t(
          'Commits: {0}, changes: {1}, from {2} to {3}',
          points.length,
          changes.length,
          formatNumber(layout.lowest),
          formatNumber(layout.highest),
        )}
      >
        {changes.map(({ at, figures: [before, after] }) => (
          <line
            key={at}
            class={`change ${after > before ? 'more' : 'less'}`}
            x1={toX(at)}
            x2={toX(at)}
            y1={0}
            y2={CHART.height}
          />
        ))}
        <path class="intervals" d={layout.intervals} />
        <path class="levels" d={layout.levels} />
        <path class="dirty" d={layout.dirty} />
        <path class="points" d={layout.clean} />
        {position && <circle class="selected" cx={position.x} cy={position.y} r={6} />}
      </svg>
      <span class="scale dim figure" aria-hidden="true">
        <span>{formatNumber(layout.highest)}</span>
        <span>{formatNumber(layout.lowest)}</span>
      </span>
    </div>
  );
}
