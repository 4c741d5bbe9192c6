import { Failure } from '../shared/failure';
import { t } from '../shared/l10n';
import { Curves } from './curves';
import { Detail } from './detail';
import { Header } from './header';
import { Method } from './method';
import { Notices } from './notices';
import { OperationTables } from './operations';
import type { Post } from './post';
import { Running } from './running';
import { Sections } from './sections';
import { failure, results, running, selected } from './store';

/** The results of a run, or a run in progress. */
export function App({ post }: { readonly post: Post }) {
  if (failure.value !== undefined) return <Failed post={post} />;
  if (running.value !== undefined) return <Running model={running.value} post={post} />;
  const shown = results.value;
  if (shown === undefined) return <Outline />;
  const row = selected.value;
  return (
    <>
      <Header shown={shown} post={post} />
      <Notices model={shown.model} />
      <OperationTables model={shown.model} />
      {row && <Curves row={row} model={shown.model} />}
      {row && <Detail key={row.key} row={row} shown={shown} post={post} />}
      <Sections model={shown.model} />
      <Method model={shown.model} />
    </>
  );
}

/** The same as the page's own outline, until the first message. */
function Outline() {
  return (
    <>
      <div class="skeleton outline-title" />
      <div class="skeleton outline-table" />
    </>
  );
}

function Failed({ post }: { readonly post: Post }) {
  return (
    <Failure {...(failure.value ?? { message: '' })}>
      <button type="button" onClick={() => post({ type: 'action', action: 'log' })}>
        {t('Show the log')}
      </button>
    </Failure>
  );
}
