import { formatPercent } from '../../../core/report/numbers';
import { t } from '../../shared/l10n';
import { Name } from '../../shared/name';
import { formatDuration } from '../model/clock';
import { lengthOf } from '../model/viewport';
import type { CoreShares } from '../schemas';
import type { WithStore } from '../store';

/** Who had the processor in the visible window, or in the measured stretch. */
export function Shares({ store }: WithStore) {
  const { measured, view, clock, shares } = store.state;
  const span = measured.value ?? view.value;
  return (
    <div class="sheet-text">
      <p class="dim">
        {measured.value ? t('Of the measured stretch') : t('Of the visible window')}:{' '}
        {formatDuration(clock.value, lengthOf(span))}
      </p>
      {shares.value.map((core) => (
        <CoreTable key={core.core} store={store} core={core} isOnly={shares.value.length === 1} />
      ))}
    </div>
  );
}

interface CoreTableProps extends WithStore {
  readonly core: CoreShares;
  readonly isOnly: boolean;
}

function CoreTable({ store, core, isOnly }: CoreTableProps) {
  const sorted = core.lanes.filter(({ ticks }) => ticks > 0).sort((a, b) => b.ticks - a.ticks);
  return (
    <table class="wide shares">
      {!isOnly && <caption>{t('Core {0}', core.core)}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('Activity')}</th>
          <th scope="col" class="number">
            {t('Share')}
          </th>
          <th scope="col" class="number">
            {t('Time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ lane, share, ticks }) => (
          <ShareRow key={lane} store={store} number={lane} share={share} ticks={ticks} />
        ))}
        {core.unknown > 0 && (
          <tr>
            <th scope="row" class="dim">
              {t('not known')}
            </th>
            <td class="number">{formatPercent(core.unknown)}</td>
            <td />
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface ShareRowProps extends WithStore {
  readonly number: number;
  readonly share: number;
  readonly ticks: number;
}

function ShareRow({ store: { state, backdrops }, number, share, ticks }: ShareRowProps) {
  const lane = state.info.value?.lanes[number];
  const colour = backdrops.palette.value.lanes[number] ?? '';
  return (
    <tr
      class={`selectable ${state.lane.value === number ? 'selected' : ''}`}
      onClick={() => (state.lane.value = number)}
    >
      <th scope="row">
        <button type="button" class="plain" onClick={() => (state.lane.value = number)}>
          <Name text={lane?.name ?? `#${number}`} />
        </button>
        <span class="share-bar" aria-hidden="true">
          <i style={{ width: `${share * 100}%`, background: colour }} />
        </span>
      </th>
      <td class="number">{formatPercent(share)}</td>
      <td class="number">{formatDuration(state.clock.value, ticks)}</td>
    </tr>
  );
}
