import { t } from '../shared/l10n';
import { Name } from '../shared/name';
import { tame } from '../shared/text';
import { whenOf } from '../shared/when';
import type { FromResults, ToResults } from './protocol';
import type { Post } from './post';

type Shown = Extract<ToResults, { type: 'results' }>;
type Action = Extract<FromResults, { type: 'action' }>['action'];

/** What was measured, when, and what can be done with it. */
export function Header({ shown, post }: { readonly shown: Shown; readonly post: Post }) {
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
          <time dateTime={model.created}>{whenOf(model.created)}</time>
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
  const { compare, timeline, noRunAgain } = shown.possible;
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
      {button('export', t('Export report…'))}
      {shown.model.imported === undefined && button('runAgain', t('Run again'), noRunAgain)}
    </div>
  );
}
