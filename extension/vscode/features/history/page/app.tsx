import { plural } from '../../../../measure';
import { FailureNotice, Name, Notice, OperationFilter, t, tame } from '../../../page';
import type { ShownHistory } from '../protocol';
import { Operation } from './operation';
import {
  chooseTarget,
  failure,
  history,
  isChangedOnly,
  isSearching,
  type Post,
  progress,
  query,
  shown,
  target,
  targetIds,
} from './store';

/** Operations that are drawn at once: about as many as a window shows. */
const FIRST_DRAWN = 3;

/** Each operation over the commits of a branch, with its changes. */
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
  const model = history.value;
  if (model === undefined) return <Reading />;
  return (
    <>
      <Header model={model} />
      <Runs title={t('Runs that are not shown:')} named={model.skipped} />
      <Runs title={t('Runs that are shown despite a doubt:')} named={model.doubted} />
      {model.series.length === 0 ? (
        <p class="dim">
          {t(
            'No run belongs to a commit of this branch. Images with your own benchmarks record their commit: build and run one.',
          )}
        </p>
      ) : (
        <>
          <Controls />
          {shown.value.length === 0 && <p class="dim">{t('No operation matches.')}</p>}
          {shown.value.map(({ series, at }, index) => (
            <Operation
              isFirst={index < FIRST_DRAWN}
              key={`${series.target} ${series.operation}`}
              series={series}
              index={at}
              commits={model.commits}
              post={post}
            />
          ))}
        </>
      )}
    </>
  );
}

function Reading() {
  const { done, total } = progress.value ?? { done: 0, total: 0 };
  return (
    <div role="status">
      {total > 0 && <p class="dim">{t('Reading runs: {0} of {1}', done, total)}</p>}
      <div class="skeleton outline-chart" />
    </div>
  );
}

function Header({ model }: { readonly model: ShownHistory }) {
  const changed = model.series.filter(({ changes }) => changes.length > 0).length;
  return (
    <header class="head">
      <div class="head-words">
        <h1>{t('History')}</h1>
        <p class="bar head-line">
          <Name text={model.title} />
          <Name text={model.branch} class="dim" />
          <span class="dim">
            {isSearching.value
              ? t('Commits with runs: {0}, changes are being searched', model.commits.length)
              : t('Commits with runs: {0}, changed operations: {1}', model.commits.length, changed)}
          </span>
        </p>
      </div>
    </header>
  );
}

/** Runs with something to know, by the reason. */
function Runs({
  title,
  named,
}: {
  readonly title: string;
  readonly named: ShownHistory['skipped'];
}) {
  if (named.length === 0) return null;
  return (
    <Notice kind="info">
      <p>{title}</p>
      <ul>
        {named.map(({ why, runs }) => (
          <li key={why} title={tame(runs.join(', '), 600)}>
            {plural(runs.length, 'run')}: {tame(why, 300)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Controls() {
  return (
    <div class="bar wide">
      {targetIds.value.length > 1 && (
        <label class="group">
          {t('Target')}
          <select
            value={target.value}
            onChange={({ currentTarget }) => chooseTarget(currentTarget.value)}
          >
            {targetIds.value.map((each) => (
              <option key={each} value={each}>
                {tame(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <OperationFilter
        query={query}
        isChangedOnly={isChangedOnly}
        changedOnly={t('Changed operations only')}
      />
    </div>
  );
}
