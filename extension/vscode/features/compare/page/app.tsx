import { NO_FIGURE } from '../../../../measure';
import type { ComparisonModel } from '../../../../report';
import { FailureNotice, Notice, t, tame } from '../../../page';
import type { FromCompare } from '../protocol';
import { Columns } from './columns';
import { Controls } from './controls';
import { Detail } from './detail';
import { Letter } from './letter';
import { OperationTable } from './operations';
import { isComparable } from './outcomes';
import { PairRatios, Shapes } from './shapes';
import { Systems } from './systems';
import { failure, type Post, progress, selected, shown } from './store';

/** Columns side by side; the first is the baseline. */
export function App({ post }: { readonly post: Post }) {
  if (failure.value !== undefined) return <Failed post={post} />;
  const comparison = shown.value;
  if (comparison === undefined) return <Progress post={post} />;
  const { model } = comparison;
  const operation = selected.value;
  return (
    <>
      <Header post={post} />
      {progress.value && <Progress post={post} />}
      <Columns shown={comparison} post={post} />
      <Systems model={model} />
      <Notes model={model} />
      <Turns model={model} post={post} />
      <section aria-label={t('Operations')}>
        <Controls shown={comparison} post={post} />
        <OperationTable model={model} />
      </section>
      {operation && (
        <Detail key={operation.name} operation={operation} shown={comparison} post={post} />
      )}
      <Shapes model={model} />
      <PairRatios model={model} />
      <Documents model={model} />
      <Facts model={model} />
    </>
  );
}

function Progress({ post }: { readonly post: Post }) {
  const { done, total } = progress.value ?? { done: 0, total: 0 };
  const isOutline = shown.value === undefined;
  return (
    <>
      <div class="bar comparing" role="status">
        <progress value={total === 0 ? undefined : done / total} aria-label={t('Comparing')} />
        <span class="dim figure">
          {total === 0 ? t('Reading the runs…') : t('Comparing: {0} of {1}', done, total)}
        </span>
        <button type="button" onClick={() => post({ type: 'action', action: 'cancel' })}>
          {t('Cancel')}
        </button>
      </div>
      {isOutline && <div class="skeleton outline-table" />}
    </>
  );
}

function Failed({ post }: { readonly post: Post }) {
  return (
    <FailureNotice
      {...(failure.value ?? { message: '' })}
      onLog={() => post({ type: 'action', action: 'log' })}
    >
      <button type="button" onClick={() => post({ type: 'action', action: 'again' })}>
        {t('Compare again')}
      </button>
    </FailureNotice>
  );
}

type Action = Extract<FromCompare, { type: 'action' }>['action'];

/** The screen's title and actions. */
function Header({ post }: { readonly post: Post }) {
  const button = (action: Action, label: string) => (
    <button type="button" onClick={() => post({ type: 'action', action })}>
      {label}
    </button>
  );
  return (
    <header class="head">
      <h1>{t('Comparison')}</h1>
      <div class="bar actions" role="group" aria-label={t('This comparison')}>
        {button('addRun', t('Add a run…'))}
        {button('addPublished', t('Add published figures…'))}
        {button('export', t('Export report…'))}
      </div>
    </header>
  );
}

/** Remarks to read before any ratio. */
function Notes({ model }: { readonly model: ComparisonModel }) {
  const { columns, gate } = model;
  const troubled = columns.flatMap(({ problems }, at) => problems.map((each) => ({ each, at })));
  // For a column that cannot be compared at all, the table's head shows the reason.
  const lines = columns.flatMap(({ notes }, at) =>
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
      {(lines.length > 0 || isEmulated) && (
        <Notice kind="info">
          {isEmulated && (
            <p>
              <strong>{t('Emulated target: figures are instructions, not time.')}</strong>{' '}
              {t('Instructions and cycles are different units; there is no ratio between them.')}
            </p>
          )}
          <Lines of={lines} />
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
        {gate.failed.map(({ name, word }) => (
          <li key={name}>
            {word}: {tame(name, 300)}
          </li>
        ))}
        {gate.inconclusive.map((reason) => (
          <li key={reason}>undecided: {tame(reason, 300)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Offers the comparison in turns that would decide what is undecided. */
function Turns({
  model: { turns },
  post,
}: {
  readonly model: ComparisonModel;
  readonly post: Post;
}) {
  if (turns === undefined) return null;
  const button = (action: Action, label: string) => (
    <button type="button" onClick={() => post({ type: 'action', action })}>
      {label}
    </button>
  );
  return (
    <Notice kind="info">
      <p>{turns.sentence}</p>
      <p>
        <code>{tame(turns.command, 600)}</code>
      </p>
      <p class="bar">
        {button('turns', t('Compare two agents in turns…'))}
        {button('copyTurns', t('Copy the command'))}
      </p>
    </Notice>
  );
}

// Longer lists are collapsed.
const SHORT = 8;

/** Configuration differences; those that may change figures come first. */
function Facts({ model: { facts, columns } }: { readonly model: ComparisonModel }) {
  const mattering = facts.filter(({ matters }) => matters);
  const rest = facts.filter(({ matters }) => !matters).map(({ name }) => tame(name));
  if (facts.length === 0) {
    return <p class="dim">{t('The reported configurations are identical.')}</p>;
  }
  return (
    <details class="differences" open={mattering.length <= SHORT}>
      <summary>
        <h2>{t('Configuration that differs ({0})', mattering.length)}</h2>
      </summary>
      {mattering.length === 0 ? (
        <p class="dim">{t('No difference known to affect figures.')}</p>
      ) : (
        <div class="scroll">
          <table class="wide fact-table">
            <thead>
              <tr>
                <th scope="col">{t('fact')}</th>
                {columns.map(({ label }, at) => (
                  <th key={at} scope="col">
                    <Letter at={at} /> {tame(label, 60)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {mattering.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{tame(name)}</code>
                  </th>
                  {values.map((value, at) => (
                    <td key={at}>
                      {value === null ? (
                        <span class="missing" title={t('not reported')}>
                          {NO_FIGURE}
                          <span class="visually-hidden"> {t('not reported')}</span>
                        </span>
                      ) : (
                        tame(value, 400)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rest.length > 0 && (
        <p class="dim">{t('Without effect on figures: {0}.', rest.join(', '))}</p>
      )}
    </details>
  );
}

/** Remarks of documents that must accompany their figures; defects come first. */
function Documents({ model: { documents } }: { readonly model: ComparisonModel }) {
  return (
    <>
      {documents.map(({ id, title, remarks }) => (
        <section key={id} class="document" aria-label={t('Published figures of {0}', tame(id))}>
          <h2>{t('Published figures of {0}', tame(id))}</h2>
          <p class="dim">
            <cite>{tame(title, 400)}</cite>
          </p>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{tame(remark, 600)}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
