import { formatFigure, formatNumber, NO_FIGURE } from '../../../../measure';
import {
  FailureNotice,
  Name,
  OperationFilter,
  t,
  tame,
  VerdictSign,
  formatCreated,
} from '../../../page';
import type { ShownCell, ShownMatrix } from '../protocol';
import { failure, isChangedOnly, matrix, type Post, query, shown } from './store';

/** Each operation on all targets, with its newest figure and its verdict on each. */
export function App({ post }: { readonly post: Post }) {
  if (failure.value !== undefined) {
    return (
      <FailureNotice {...failure.value} onLog={() => post({ type: 'action', action: 'log' })}>
        <button type="button" onClick={() => post({ type: 'action', action: 'again' })}>
          {t('Read again')}
        </button>
      </FailureNotice>
    );
  }
  const model = matrix.value;
  if (model === undefined) return <div role="status" class="skeleton outline-table" />;
  return (
    <>
      <header class="head">
        <div class="head-words">
          <h1>{t('Operations by target')}</h1>
          <p class="bar head-line">
            <Name text={model.title} />
            <span class="dim">
              {t('The newest figures, each judged by the baseline or an older run of its target.')}
            </span>
          </p>
        </div>
      </header>
      {model.operations.length === 0 ? (
        <p class="dim">{t('Nothing has been measured yet.')}</p>
      ) : (
        <>
          <div class="bar wide">
            <OperationFilter
              query={query}
              isChangedOnly={isChangedOnly}
              changedOnly={t('Only changes')}
            />
          </div>
          <Table model={model} post={post} />
        </>
      )}
    </>
  );
}

interface TableProps {
  readonly model: ShownMatrix;
  readonly post: Post;
}

function Table({ model: { targets }, post }: TableProps) {
  if (shown.value.length === 0) return <p class="dim">{t('No operation matches.')}</p>;
  return (
    <div class="scroll">
      <table class="wide matrix">
        <caption class="visually-hidden">{t('Operations by target')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('operation')}</th>
            {targets.map(({ id, title, created }) => (
              <th key={id} scope="col" title={`${tame(title)}, ${formatCreated(created)}`}>
                <Name text={id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.value.map(({ operation: { name, cells }, at }) => (
            <tr key={name}>
              <th scope="row">
                <Name text={name} />
              </th>
              {targets.map(({ id }, target) => (
                <td key={id}>
                  <Cell
                    cell={cells[target] ?? undefined}
                    named={`${tame(name)}, ${tame(id)}`}
                    show={(what) => post({ type: 'cell', operation: at, target, show: what })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly cell: ShownCell | undefined;
  /** The operation and the target, for buttons that show only figures. */
  readonly named: string;
  readonly show: (what: 'results' | 'comparison') => void;
}

function Cell({ cell, named, show }: CellProps) {
  if (cell === undefined) return <span class="dim">{t('not measured')}</span>;
  const { figure, repeats, unit, standing, reasons, verdict, change } = cell;
  const word = change === undefined || change === '=' ? verdict : change;
  const text = figure === undefined ? NO_FIGURE : `${formatFigure(figure)} ${tame(unit)}`;
  const isRepeated = figure !== undefined && repeats > 1;
  const behind = [...(isRepeated ? [t('{0} repeats', formatNumber(repeats))] : []), ...reasons];
  return (
    <div class="cell">
      <button
        type="button"
        class="link figure"
        title={behind.length > 0 ? tame(behind.join('; '), 600) : undefined}
        aria-label={t('Results: {0}', `${named}, ${text}, ${tame(standing)}`)}
        onClick={() => show('results')}
      >
        {text}
      </button>
      {standing !== 'ok' && standing !== verdict && <span class="dim">{tame(standing)}</span>}
      {verdict !== undefined && word !== undefined && (
        <button
          type="button"
          class={`link verdict ${verdict}`}
          aria-label={t('Comparison: {0}', `${named}, ${tame(word)}`)}
          onClick={() => show('comparison')}
        >
          <VerdictSign verdict={verdict} />
          {tame(word)}
        </button>
      )}
    </div>
  );
}
