import { useState } from 'preact/hooks';
import { formatNumber, formatPercent } from '../../../core/report/numbers';
import { t } from '../../shared/l10n';
import { tame } from '../../shared/text';
import type { Info } from '../schemas';
import type { WithStore } from '../store';

/** What the reader must know before trusting the picture. */
export function Notices({ store }: WithStore) {
  const { info, isExample } = store.state;
  if (!info.value) return null;
  const { lostPackets, notices, loaded } = info.value;
  const isPart = !loaded.isWhole || loaded.firstEvent > 0;
  return (
    <div class="notices">
      {isExample.value && (
        <p class="notice">{t('This is the sample recording that comes with Cyclescope.')}</p>
      )}
      {isPart && <RangeNotice store={store} loaded={loaded} />}
      {lostPackets > 0 && (
        <p class="notice warning">
          {t(
            '{0} packets were lost while recording. Hatched stretches are not known; nothing is guessed there.',
            formatNumber(lostPackets),
          )}
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} class="notice">
          {tame(notice, 400)}
        </p>
      ))}
    </div>
  );
}

const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** A recording that is too large is shown in part; which part is the reader's choice. */
function RangeNotice({ store, loaded }: WithStore & { readonly loaded: Info['loaded'] }) {
  const [share, setShare] = useState(0);
  const { firstEvent, events, counted, isWhole } = loaded;
  return (
    <div class="notice warning range-notice">
      <p>
        {t(
          'Events {0} to {1} of {2} are shown.',
          formatNumber(firstEvent + 1),
          formatNumber(firstEvent + events),
          isWhole ? formatNumber(counted) : t('at least {0}', formatNumber(counted)),
        )}
      </p>
      <label class="group">
        {t('Show from')}
        <select
          value={share}
          onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}
        >
          {SHARES.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? t('the beginning') : t('{0} of the file', formatPercent(each))}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => store.post({ type: 'range', range: { share } })}>
        {t('Show')}
      </button>
    </div>
  );
}
