import { formatPercent } from '../../../../measure';
import type { ComparisonOperation } from '../../../../report';
import { SIGNS, t } from '../../../page';
import { Letter } from './letter';
import { countVerdicts, type Filter, passesFilter } from './outcomes';
import { filter, type Post, type Shown } from './store';

const DELTAS = [0.005, 0.01, 0.02, 0.05, 0.1];

/** Counts of each column's outcomes, and the table's filter. */
export function Controls({ shown, post }: { readonly shown: Shown; readonly post: Post }) {
  const { model } = shown;
  return (
    <div class="bar wide controls">
      <div class="sums">
        {model.columns.slice(1).map((_, at) => (
          <Sum key={at} at={at + 1} words={countVerdicts(model.operations, at)} />
        ))}
      </div>
      <Filters shown={shown} />
      <label class="check">
        {t('smallest change that matters')}
        <select
          value={shown.delta ?? ''}
          onChange={({ currentTarget: { value } }) =>
            post({ type: 'delta', delta: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">{t('default for the targets')}</option>
          {DELTAS.map((delta) => (
            <option key={delta} value={delta}>
              {formatPercent(delta)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Sum({
  at,
  words,
}: {
  readonly at: number;
  readonly words: ReturnType<typeof countVerdicts>;
}) {
  if (words.length === 0) return null;
  return (
    <span class="group">
      <Letter at={at} />
      {words.map(({ verdict, word, count }) => (
        <span key={word} class={`verdict ${verdict.replace(' ', '-')}`}>
          <span class="sign" aria-hidden="true">
            {SIGNS[verdict]}
          </span>
          {count} {word}
        </span>
      ))}
    </span>
  );
}

const isNarrowing = (operation: ComparisonOperation): boolean =>
  passesFilter('changed', operation) || passesFilter('open', operation);

function Filters({ shown: { model } }: { readonly shown: Shown }) {
  if (!model.operations.some(isNarrowing)) return null;
  const choice = (each: Filter, label: string) => {
    const count = model.operations.filter((operation) => passesFilter(each, operation)).length;
    if (each !== 'all' && count === 0) return null;
    return (
      <button
        type="button"
        aria-pressed={filter.value === each}
        onClick={() => {
          filter.value = each;
        }}
      >
        {label} ({count})
      </button>
    );
  };
  return (
    <span class="segments" role="group" aria-label={t('Shown operations')}>
      {choice('all', t('All'))}
      {choice('changed', t('Changed'))}
      {choice('open', t('Undecided'))}
    </span>
  );
}
