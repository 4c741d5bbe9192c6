import { Failure } from '../shared/failure';
import { t } from '../shared/l10n';
import { Columns } from './columns';
import { Controls } from './controls';
import { Detail } from './detail';
import { Documents, Facts } from './facts';
import { Header } from './header';
import { Notes } from './notes';
import { OperationTable } from './operations';
import type { Post } from './post';
import { PairRatios, Shapes } from './shapes';
import { failure, progress, selected, shown } from './store';

/** Columns beside each other, the first being the baseline. */
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
      <Notes model={model} />
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
          {total === 0 ? t('Reading the runs …') : t('Comparing: {0} of {1}', done, total)}
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
    <Failure {...(failure.value ?? { message: '' })}>
      <button type="button" onClick={() => post({ type: 'action', action: 'again' })}>
        {t('Compare again')}
      </button>
      <button type="button" onClick={() => post({ type: 'action', action: 'log' })}>
        {t('Show the log')}
      </button>
    </Failure>
  );
}
