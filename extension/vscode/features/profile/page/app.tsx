import { formatChange, formatNumber, formatPercent } from '../../../../measure';
import { FailureNotice, Name, Notice, t, tame } from '../../../page';
import { FlameGraph } from './flame-graph';
import { FunctionTable } from './functions';
import {
  chooseOperation,
  failure,
  flame,
  foundShare,
  marked,
  operation,
  operations,
  type Post,
  profile,
  query,
  selectedAt,
  zoom,
  zoomTo,
} from './store';

// The most entries in the list of what could not be profiled.
const MOST = 12;

/** The flame graph of an operation, and its functions as a table. */
export function App({ post }: { readonly post: Post }) {
  if (failure.value !== undefined) {
    return (
      <FailureNotice {...failure.value}>
        <button type="button" onClick={() => post({ type: 'action', action: 'log' })}>
          {t('Show the log')}
        </button>
      </FailureNotice>
    );
  }
  const shown = profile.value;
  if (shown === undefined) return <div class="skeleton outline-chart" />;
  const model = flame.value;
  return (
    <>
      <Header post={post} />
      {shown.problems.length > 0 && (
        <Notice kind="warning">
          <ul>
            {shown.problems.slice(0, MOST).map((problem) => (
              <li key={problem}>{tame(problem, 600)}</li>
            ))}
            {shown.problems.length > MOST && (
              <li>{t('… and {0} more', shown.problems.length - MOST)}</li>
            )}
          </ul>
        </Notice>
      )}
      {operations.value.length === 0 && (
        <p class="dim">
          {shown.against
            ? t('The two profiles have no operation in common.')
            : t('No operation was profiled.')}
        </p>
      )}
      {operation.value && <Controls post={post} />}
      {model ? (
        <div class="columns">
          <FlameGraph model={model} post={post} />
          <FunctionTable model={model} post={post} />
        </div>
      ) : (
        operation.value && <div class="skeleton outline-chart" />
      )}
    </>
  );
}

function Header({ post }: { readonly post: Post }) {
  const { title, target, against } = profile.value ?? NO_RUN;
  return (
    <header class="head">
      <div class="head-words">
        <h1>{against ? t('Difference of two profiles') : t('Profile')}</h1>
        <p class="bar head-line">
          <Name text={target} />
          <Name text={title} class="dim" />
        </p>
      </div>
      <div class="bar actions" role="group" aria-label={t('This run')}>
        <button type="button" onClick={() => post({ type: 'action', action: 'results' })}>
          {t('Open results')}
        </button>
      </div>
    </header>
  );
}

const NO_RUN = { title: '', target: '', against: undefined };

/** The operation shown, its figures, and the search. */
function Controls({ post }: { readonly post: Post }) {
  const { name, samples, instructions, before } = operation.value ?? NOTHING;
  const mean = instructions / Math.max(1, samples);
  return (
    <div class="bar wide">
      <label class="group">
        {t('Operation')}
        <select value={name} onChange={({ currentTarget }) => chooseOperation(currentTarget.value)}>
          {operations.value.map((each) => (
            <option key={each.name} value={each.name}>
              {tame(each.name)}
            </option>
          ))}
        </select>
      </label>
      <label class="group">
        {t('Search')}
        <input
          type="search"
          placeholder={t('function')}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            marked.value = undefined;
          }}
        />
      </label>
      <button type="button" disabled={zoom.value === 0} onClick={() => zoomTo(0)}>
        {t('All')}
      </button>
      <button
        type="button"
        onClick={() => post({ type: 'instructions', operation: selectedAt.value })}
      >
        {t('Instructions')}
      </button>
      <span class="dim figure">
        {before === undefined
          ? t(
              '{0} instructions per operation, {1} samples',
              formatNumber(mean),
              formatNumber(samples),
            )
          : t(
              '{0} instructions per operation, before {1} ({2})',
              formatNumber(mean),
              formatNumber(before),
              formatChange(mean - before),
            )}
      </span>
      <span class="figure found" role="status">
        {foundShare.value !== undefined &&
          t('Found: {0} of the instructions', formatPercent(foundShare.value))}
      </span>
    </div>
  );
}

const NOTHING = { name: '', samples: 0, instructions: 0, before: undefined };
