import { formatNumber, formatRatio, formatWithin } from '../../../../measure';
import type { ComparisonColumn, ComparisonModel } from '../../../../report';
import { chooseLook, Name, t, tame } from '../../../page';
import { Letter } from './letter';

type Relation = NonNullable<ComparisonColumn['relation']>;

// Longer lists of bars are collapsed: the table below has the same ratios.
const MANY = 36;

/** Relates each other system to the baseline's: the ratios, their operations, and other differences. */
export function Systems({ model: { columns } }: { readonly model: ComparisonModel }) {
  const [baseline] = columns;
  return (
    <>
      {columns.map(
        ({ relation, label }, at) =>
          relation && (
            <section
              key={at}
              class={`system ${chooseLook(at)}`}
              aria-label={t('{0} against {1}', tame(label), tame(baseline?.label ?? ''))}
            >
              <Claim relation={relation} label={label} at={at} baseline={baseline?.label ?? ''} />
              <details open={relation.ratios.length <= MANY}>
                <summary>{t('By operation')}</summary>
                <Bars relation={relation} />
              </details>
              <Cautions relation={relation} />
            </section>
          ),
      )}
    </>
  );
}

const isCounted = ({ unit }: Relation) => unit === 'instr';

function Claim({
  relation,
  label,
  at,
  baseline,
}: {
  readonly relation: Relation;
  readonly label: string;
  readonly at: number;
  readonly baseline: string;
}) {
  const { typical, ratios } = relation;
  const names = [tame(label, 60), formatWithin(typical, formatRatio), tame(baseline, 60)] as const;
  return (
    <>
      <h2 class="claim">
        <Letter at={at} />{' '}
        {isCounted(relation)
          ? t('{0} executes {1} times the instructions of {2}.', ...names)
          : t('{0} takes {1} times as long as {2}.', ...names)}
      </h2>
      {ratios.length > 1 && <p class="dim">{rangeText(ratios)}</p>}
    </>
  );
}

function rangeText(ratios: Relation['ratios']): string {
  const sorted = ratios.toSorted((one, other) => one.ratio - other.ratio);
  const [least, most] = [sorted[0], sorted.at(-1)].map((each) => {
    return each === undefined ? '' : `${formatRatio(each.ratio)} (${tame(each.name, 60)})`;
  });
  const count = formatNumber(ratios.length);
  return t('Geometric mean of {0} operations, from {1} to {2}.', count, least ?? '', most ?? '');
}

/** The ratios on a logarithmic scale: twice and half are equally long, to either side of 1. */
function Bars({ relation }: { readonly relation: Relation }) {
  const { ratios } = relation;
  const factors = ratios.map(({ ratio }) => Math.max(ratio, 1 / ratio));
  const reach = Math.log(Math.max(2, ...factors));
  return (
    <ol class="bars">
      {ratios.map(({ name, ratio }) => {
        const length = Math.log(ratio) / reach;
        return (
          <li key={name}>
            <Name text={name} />
            <svg viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" x={-1} y={0} width={2} height={1} />
              <rect
                class="bar-fill"
                x={Math.min(0, length)}
                y={0}
                width={Math.abs(length)}
                height={1}
              />
              <path class="one" d="M0 0V1" />
            </svg>
            <span class="figure number">{formatRatio(ratio)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Why a ratio between two systems may mislead. */
function Cautions({ relation }: { readonly relation: Relation }) {
  const differing = relation.differing.map((name) => tame(name)).join(', ');
  return (
    <ul class="cautions dim">
      {isCounted(relation) && (
        <li>
          {t(
            'Instructions are counted on an emulator, which has no caches and no memory wait states.',
          )}
        </li>
      )}
      {differing !== '' && (
        <li>{t('Other differences that may contribute to the ratio: {0}.', differing)}</li>
      )}
    </ul>
  );
}
