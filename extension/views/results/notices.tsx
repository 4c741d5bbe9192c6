import type { ResultsModel } from '../../core/results/model';
import { t } from '../shared/l10n';
import { Notice } from '../shared/notice';
import { tame } from '../shared/text';

// What stands in a list at once; a run with more problems has one that explains the others.
const MOST = 12;
const LONGEST = 600;

/** What must be known before any figure is read: problems first, then the unit, then notes. */
export function Notices({ model }: { readonly model: ResultsModel }) {
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
              'Compare the shape and the counts; caches, wait states and pipelines are not in them.',
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
