import { useEffect } from 'preact/hooks';
import { formatNumber, formatPercent } from '../../../../measure';
import type { ResultRow } from '../../../../report';
import { nameAt } from '../../../../runs';
import { Name, t } from '../../../page';
import { dearest, type Post } from './store';

/** The functions that execute most instructions of a profiled operation, and a link to its profile. */
export function DearestFunctions({ row, post }: { readonly row: ResultRow; readonly post: Post }) {
  const { key, operation, params } = row;
  const known = dearest.value.get(key);
  useEffect(() => {
    if (!dearest.value.has(key)) post({ type: 'dearest', row: key });
  }, [key]);
  if (known === undefined || known.length === 0) return null;
  const show = () => post({ type: 'showProfile', operation: nameAt(operation, params) });
  return (
    <p class="bar dearest">
      {t('Most instructions:')}
      {known.map(({ name, self, share }) => (
        <span key={name}>
          <Name text={name} />{' '}
          <span class="figure dim">{`${formatNumber(self)} (${formatPercent(share)})`}</span>
        </span>
      ))}
      <button type="button" class="link" onClick={show}>
        {t('Show its profile')}
      </button>
    </p>
  );
}
