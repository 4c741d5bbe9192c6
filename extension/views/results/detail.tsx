import type { ResultRow } from '../../core/results/model';
import { formatNumber } from '../../core/report/numbers';
import { PASS_TITLES } from '../../core/report/wording';
import { t } from '../shared/l10n';
import { Notice } from '../shared/notice';
import { Name } from '../shared/name';
import { tame } from '../shared/text';
import { Distribution } from './distribution';
import { FigureTable } from './figure-table';
import type { ToResults } from './protocol';
import type { Post } from './post';
import { SlowestSamples } from './slowest';
import { KeyFacts } from './key-facts';

/** Everything about one operation. */
export function Detail({
  row,
  shown,
  post,
}: {
  readonly row: ResultRow;
  readonly shown: Extract<ToResults, { type: 'results' }>;
  readonly post: Post;
}) {
  return (
    <section class="detail" aria-label={t('Details of {0}', tame(row.name))}>
      <div class="bar detail-head">
        <h2>
          <Name text={row.name} />
        </h2>
        {row.at !== '' && (
          <button
            type="button"
            class="link code"
            title={t('Open the source')}
            onClick={() => post({ type: 'source', at: row.at })}
          >
            {tame(row.at)}
          </button>
        )}
        {Object.entries(row.params).map(([name, value]) => (
          <code key={name} class="dim">
            {tame(`${name}=${formatNumber(value)}`)}
          </code>
        ))}
      </div>
      {row.build === 'traced' && <Notice kind="info">{PASS_TITLES.traced}</Notice>}
      {row.standing !== 'ok' && <Doubt row={row} />}
      <div class="columns">
        <Distribution row={row} post={post} />
        <div class="aside">
          <FigureTable row={row} />
          <KeyFacts row={row} />
        </div>
      </div>
      {row.build !== 'imported' && <SlowestSamples row={row} shown={shown} post={post} />}
    </section>
  );
}

function Doubt({ row: { standing, reasons } }: { readonly row: ResultRow }) {
  return (
    <Notice kind="warning">
      <strong>{standing}</strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{tame(reason, 400)}</li>
        ))}
      </ul>
      <p class="dim">
        {t('No average is shown of what is in doubt: it would be an average of the doubt.')}
      </p>
    </Notice>
  );
}
