import { useState } from 'preact/hooks';
import { type Curve, curveTable, type ResultRow, type ResultsModel } from '../../../../report';
import { FailureNotice, chooseLook, Name, Notice, t, tame, formatCreated } from '../../../page';
import type { FromResults, ToResults } from '../protocol';
import { CurveChart } from './curve-chart';
import { Detail } from './detail';
import { Method } from './method';
import { OperationTables } from './operations';
import { Running } from './running';
import { Sections, SectionTable } from './sections';
import { failure, type Post, results, running, selected } from './store';

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

/** Same as the page's own outline, until the first message. */
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
    <FailureNotice
      {...(failure.value ?? { message: '' })}
      onLog={() => post({ type: 'action', action: 'log' })}
    />
  );
}

type Shown = Extract<ToResults, { type: 'results' }>;
type Action = Extract<FromResults, { type: 'action' }>['action'];

/** The subject, the time, and the actions. */
function Header({ shown, post }: { readonly shown: Shown; readonly post: Post }) {
  const { model, name } = shown;
  return (
    <header class="head">
      <div class="head-words">
        <h1>
          <Name text={name ?? model.target.title} />
        </h1>
        <p class="bar head-line">
          {name !== undefined && (
            <span>
              <Name text={model.target.title} />
            </span>
          )}
          <Badges shown={shown} />
          <time dateTime={model.created}>{formatCreated(model.created)}</time>
          {model.imported === undefined && (
            <span class="figure">{t('{0} s', model.durationSeconds.toFixed(1))}</span>
          )}
          <code class="dim">{tame(model.id)}</code>
        </p>
      </div>
      <Actions shown={shown} post={post} />
    </header>
  );
}

function Badges({ shown: { model, isSample, isBaseline } }: { readonly shown: Shown }) {
  return (
    <>
      {isSample && <span class="badge">{t('Sample run, shipped with Cyclescope')}</span>}
      {isBaseline && <span class="badge">{t('Baseline')}</span>}
      {model.imported !== undefined && (
        <span class="badge">{t('Imported: {0}', tame(model.imported))}</span>
      )}
      {model.status !== 'complete' && <span class="badge warning">{model.status}</span>}
    </>
  );
}

function Actions({ shown, post }: { readonly shown: Shown; readonly post: Post }) {
  const { compare, timeline, profile, noRunAgain } = shown.possible;
  const button = (action: Action, label: string, refusal?: string, primary = false) => (
    <button
      type="button"
      class={primary ? 'primary' : undefined}
      aria-disabled={refusal !== undefined}
      title={refusal}
      onClick={() => refusal === undefined && post({ type: 'action', action })}
    >
      {label}
    </button>
  );
  return (
    <div class="bar actions" role="group" aria-label={t('This run')}>
      {compare && button('compare', t('Compare…'), undefined, true)}
      {compare && button('comparePublished', t('Compare with published…'))}
      {timeline && button('timeline', t('Open timeline'))}
      {profile && button('profile', t('Show profile'))}
      {button('export', t('Export report…'))}
      {shown.model.imported === undefined && button('runAgain', t('Run again'), noRunAgain)}
    </div>
  );
}

// The most entries in a list; a run with more problems has one that explains the others.
const MOST = 12;
const LONGEST = 600;

/** Remarks to read before any figure: problems first, then the unit, then notes. */
function Notices({ model }: { readonly model: ResultsModel }) {
  const { status, problems, notes, isEmulated } = model;
  const isWarned = problems.length > 0 || status !== 'complete';
  return (
    <div class="notices">
      {isWarned && (
        <Notice kind={status === 'failed' ? 'error' : 'warning'}>
          {status !== 'complete' && <strong>{t('This run is {0}.', status)}</strong>}
          <Problems of={problems} />
        </Notice>
      )}
      {isEmulated && (
        <Notice kind="info">
          <p>
            <strong>{t('Emulated target: figures are instructions, not time.')}</strong>{' '}
            {t(
              'Compare the shape and the counts; they do not include caches, wait states or pipelines.',
            )}
          </p>
        </Notice>
      )}
      {notes.map((note, at) => (
        <p key={at} class="dim note">
          {tame(note, LONGEST)}
        </p>
      ))}
    </div>
  );
}

function Problems({ of }: { readonly of: readonly string[] }) {
  if (of.length <= 1) return <p>{tame(of[0] ?? '', LONGEST)}</p>;
  return (
    <ul>
      {of.slice(0, MOST).map((problem, at) => (
        <li key={at}>{tame(problem, LONGEST)}</li>
      ))}
      {of.length > MOST && <li>{t('… and {0} more', of.length - MOST)}</li>}
    </ul>
  );
}

/** The effect of a swept parameter on the cost of the selected operation. */
function Curves({
  row,
  model: { curves },
}: {
  readonly row: ResultRow;
  readonly model: ResultsModel;
}) {
  const [key, setKey] = useState<string>();
  const own = curves.filter(({ operations }) => operations.includes(row.operation));
  const curve = own.find((each) => each.key === key) ?? own[0];
  if (curve === undefined || row.build === 'traced') return null;
  const label = t('{0} over {1}', tame(curve.title), tame(curve.axis));
  return (
    <section class="curves" aria-label={label}>
      <div class="bar">
        <h2>{label}</h2>
        {own.length > 1 && <Choice own={own} curve={curve} onChoose={setKey} />}
      </div>
      <CurveChart key={curve.key} curve={curve} label={label} />
      <Legend curve={curve} />
      <details>
        <summary>{t('The curve as a table')}</summary>
        <SectionTable table={curveTable(curve)} caption={t('The curve as a table')} />
      </details>
    </section>
  );
}

function Choice({
  own,
  curve,
  onChoose,
}: {
  readonly own: readonly Curve[];
  readonly curve: Curve;
  readonly onChoose: (key: string) => void;
}) {
  return (
    <label class="bar">
      {t('Curve')}
      <select value={curve.key} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {own.map(({ key, title, axis }) => (
          <option key={key} value={key}>
            {t('{0} over {1}', tame(title), tame(axis))}
          </option>
        ))}
      </select>
    </label>
  );
}

function Legend({ curve: { lines } }: { readonly curve: Curve }) {
  return (
    <ul class="bar curve-legend">
      {lines.map(({ name }, at) => (
        <li key={name}>
          <svg class={`curve ${chooseLook(at)}`} width="26" height="10" aria-hidden="true">
            <path class="line" d="M0 5h26" />
          </svg>
          {tame(name)}
        </li>
      ))}
    </ul>
  );
}
