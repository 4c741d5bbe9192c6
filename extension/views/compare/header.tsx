import { t } from '../shared/l10n';
import type { FromCompare } from './protocol';
import type { Post } from './post';

type Action = Extract<FromCompare, { type: 'action' }>['action'];

/** What this screen is, and what can be done with it. */
export function Header({ post }: { readonly post: Post }) {
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
