import type { ComponentChildren } from 'preact';
import { formatRatio, formatWithin } from '../../../../measure';
import type { ComparisonModel, RatioTable } from '../../../../report';
import { chooseLook, Name, t, tame } from '../../../page';
import { toColumnLetter } from './letter';

const WIDTH = 220;
const HEIGHT = 24;
// Neighbours are drawn at different heights, so that two similar values are both visible.
const STAGGER = 4.5;

/** Each column relative to its own average, whatever its unit. */
export function Shapes({ model: { shape } }: { readonly model: ComparisonModel }) {
  if (shape === undefined) return null;
  return (
    <section class="shapes" aria-label={t('Shape')}>
      <h2>{t('Shape')}</h2>
      <p class="dim">
        {t(
          "If units or clocks differ, there is no ratio between columns. Their shapes can be compared: each figure over the geometric mean of its own column's figures, so that units and clocks cancel. The distance is the typical factor between a column and the first one.",
        )}
      </p>
      <Ratios table={shape} sign={toColumnLetter} />
    </section>
  );
}

/** The ratio within each pair of columns: is the user's like the published one? */
export function PairRatios({ model: { pairs } }: { readonly model: ComparisonModel }) {
  if (pairs === undefined) return null;
  return (
    <section class="shapes" aria-label={t('Ratios within each pair')}>
      <h2>{t('Ratios within each pair')}</h2>
      <p class="dim">
        {t(
          "Compares the ratio between your two systems with the published ratio. The distance is the typical factor by which a pair's ratios differ from those of the first pair.",
        )}
      </p>
      <Ratios table={pairs} sign={(at) => `${at + 1}`} />
    </section>
  );
}

function Ratios({
  table: { titles, rows, distances },
  sign,
}: {
  readonly table: RatioTable;
  readonly sign: (at: number) => string;
}) {
  const reach = Math.max(1.5, ...rows.flatMap(({ values }) => values.map(toFactor)));
  const line = (name: ComponentChildren, values: RatioTable['distances'], dots: boolean) => (
    <>
      <th scope="row">{name}</th>
      <td class="dots-cell">{dots && <Dots values={values} reach={reach} sign={sign} />}</td>
      {values.map((figure, at) => (
        <td key={at} class="number">
          {figure === null ? <span class="missing">–</span> : formatWithin(figure, formatRatio)}
        </td>
      ))}
    </>
  );
  return (
    <div class="scroll">
      <table class="wide">
        <thead>
          <tr>
            <th scope="col">{t('operation')}</th>
            <td class="dots-cell" />
            {titles.map((title, at) => (
              <th key={at} scope="col" class="number">
                <span class={`letter ${chooseLook(at)}`}>{sign(at)}</span> {tame(title, 90)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>{line(<Name text={name} />, values, true)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="distance">{line(t('distance'), distances, false)}</tr>
        </tfoot>
      </table>
    </div>
  );
}

const toFactor = (figure: RatioTable['distances'][number]): number =>
  figure === null || figure.value <= 0 ? 1 : Math.max(figure.value, 1 / figure.value);

/** The values of a row on a logarithmic line; the figures next to it give the values. */
function Dots({
  values,
  reach,
  sign,
}: {
  readonly values: RatioTable['distances'];
  readonly reach: number;
  readonly sign: (at: number) => string;
}) {
  const x = (value: number): number =>
    9 + (0.5 + Math.log(value) / Math.log(reach) / 2) * (WIDTH - 18);
  return (
    <svg class="dots" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path class="axis" d={`M0 ${HEIGHT / 2}H${WIDTH}M${WIDTH / 2} 2V${HEIGHT - 2}`} />
      {values.map((figure, at) => {
        const { value } = figure ?? { value: 0 };
        if (value <= 0) return null;
        const y = HEIGHT / 2 + (at % 2 === 0 ? -STAGGER : STAGGER);
        return (
          <g key={at} class={chooseLook(at)}>
            <circle class="dot" cx={x(value)} cy={y} r={6.5} />
            <text x={x(value)} y={y + 3.2} text-anchor="middle">
              {sign(at)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
