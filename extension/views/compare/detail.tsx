import type { ComparisonOperation } from '../../core/comparison/model';
import { formatNumber } from '../../core/report/numbers';
import { t } from '../shared/l10n';
import { Name } from '../shared/name';
import { tame } from '../shared/text';
import { Distributions } from './distribution';
import { Letter } from './letter';
import type { Post } from './post';
import type { Shown } from './store';
import { OutcomeTable } from './outcome-table';

/** Everything about one operation in all columns. */
export function Detail({
  operation,
  shown,
  post,
}: {
  readonly operation: ComparisonOperation;
  readonly shown: Shown;
  readonly post: Post;
}) {
  const { name, params } = operation;
  return (
    <section class="detail" aria-label={t('Details of {0}', tame(name))}>
      <div class="bar detail-head">
        <h2>
          <Name text={name} />
        </h2>
        {Object.entries(params).map(([each, value]) => (
          <code key={each} class="dim">
            {tame(`${each}=${formatNumber(value)}`)}
          </code>
        ))}
      </div>
      <div class={shown.model.columns.length > 3 ? 'columns many' : 'columns'}>
        <Distributions operation={operation} shown={shown} post={post} />
        <div class="aside">
          <OutcomeTable operation={operation} columns={shown.model.columns} />
          <Remarks operation={operation} />
        </div>
      </div>
    </section>
  );
}

/** Why a verdict is none, what else to know, and what is wrong with single figures. */
function Remarks({ operation: { cells, outcomes } }: { readonly operation: ComparisonOperation }) {
  const ofColumns = cells.map((cell, at) => {
    const outcome = outcomes[at - 1];
    const isSampled = cell?.samples !== undefined;
    const told = [
      ...(cell?.doubts ?? []),
      ...(isSampled && 'insufficient' in cell.median ? [cell.median.insufficient] : []),
      ...(outcome?.kind === 'not comparable' ? [outcome.why] : (outcome?.notes ?? [])),
      ...(outcome?.kind === 'judged' ? outcome.reasons : []),
    ];
    return [...new Set(told)];
  });
  if (ofColumns.every((told) => told.length === 0)) return null;
  return (
    <ul class="remarks">
      {ofColumns.flatMap((told, at) =>
        told.map((each) => (
          <li key={`${at} ${each}`}>
            <Letter at={at} /> <span>{tame(each, 500)}</span>
          </li>
        )),
      )}
    </ul>
  );
}
