import type { ComparisonModel } from '../../core/comparison/model';
import { t } from '../shared/l10n';
import { Notice } from '../shared/notice';
import { tame } from '../shared/text';
import { Letter } from './letter';
import { isComparable } from './outcomes';

/** What must be known before any ratio is read. */
export function Notes({ model }: { readonly model: ComparisonModel }) {
  const { columns, gate } = model;
  const troubled = columns.flatMap(({ problems }, at) => problems.map((each) => ({ each, at })));
  // Of a column that cannot be compared at all the table's head says why.
  const told = columns.flatMap(({ notes }, at) =>
    isComparable(model.operations, at - 1) ? notes.map((each) => ({ each, at })) : [],
  );
  const isEmulated = columns.some((column) => column.isEmulated);
  return (
    <div class="notices">
      {gate && <Gate gate={gate} />}
      {troubled.length > 0 && (
        <Notice kind="warning">
          <Lines of={troubled} />
        </Notice>
      )}
      {(told.length > 0 || isEmulated) && (
        <Notice kind="info">
          {isEmulated && (
            <p>
              <strong>{t('Emulated target: figures are instructions, not time.')}</strong>{' '}
              {t('An instruction is never called a cycle, and has no ratio to one.')}
            </p>
          )}
          <Lines of={told} />
        </Notice>
      )}
    </div>
  );
}

function Lines({ of }: { readonly of: readonly { readonly each: string; readonly at: number }[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="lettered">
      {of.map(({ each, at }) => (
        <li key={`${at} ${each}`}>
          <Letter at={at} /> <span>{tame(each, 600)}</span>
        </li>
      ))}
    </ul>
  );
}

function Gate({ gate }: { readonly gate: NonNullable<ComparisonModel['gate']> }) {
  const kind = { ok: 'info', failed: 'error', inconclusive: 'warning' } as const;
  return (
    <Notice kind={kind[gate.outcome]}>
      <p>
        <strong>{t('Gate {0}: {1}', tame(gate.gate), gate.outcome)}</strong>
      </p>
      <ul>
        {gate.failed.map((name) => (
          <li key={name}>regressed: {tame(name, 300)}</li>
        ))}
        {gate.inconclusive.map((reason) => (
          <li key={reason}>inconclusive: {tame(reason, 300)}</li>
        ))}
      </ul>
    </Notice>
  );
}
