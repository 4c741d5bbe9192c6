import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../../../core/report/numbers';
import { t } from '../../shared/l10n';
import { Name } from '../../shared/name';
import { AXIS_HEIGHT, type Row } from '../model/layout';
import { describeLane, isActivity, kindSign } from '../model/lanes';
import type { Lane } from '../schemas';
import type { Store, WithStore } from '../store';

/** The lanes' names, beside what is drawn of them; a list for the keyboard and for screen readers. */
export function LaneNames({
  store,
  onKeyDown,
}: WithStore & { readonly onKeyDown: (event: KeyboardEvent) => void }) {
  const { state } = store;
  const list = useRef<HTMLDivElement>(null);
  const selected = state.lane.value;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div class="lane-names">
      <div class="corner" style={{ height: `${AXIS_HEIGHT}px` }}>
        <LaneFilter store={store} />
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={t('Lanes')}
        aria-activedescendant={selected === undefined ? undefined : `lane-${selected}`}
        onKeyDown={onKeyDown}
        style={{ height: `${state.layout.value.height}px` }}
      >
        {state.layout.value.rows.map((row) => (
          <LaneName key={`${row.core} ${row.lane}`} store={store} row={row} />
        ))}
      </div>
    </div>
  );
}

function LaneFilter({ store: { state } }: WithStore) {
  return (
    <input
      type="search"
      placeholder={t('Filter lanes')}
      aria-label={t('Filter lanes')}
      value={state.choice.value.filter}
      onInput={({ currentTarget: { value } }) =>
        (state.choice.value = { ...state.choice.value, filter: value })
      }
    />
  );
}

function LaneName({ store, row }: WithStore & { readonly row: Row }) {
  const { state } = store;
  const lane = state.info.value?.lanes[row.lane];
  const height = `${row.height}px`;
  if (!lane) {
    return (
      <div class="core-heading" role="presentation" style={{ height }}>
        {t('Core {0}', row.core)}
      </div>
    );
  }
  const isSelected = state.lane.value === row.lane;
  return (
    <div
      id={`lane-${row.lane}`}
      role="option"
      aria-selected={isSelected}
      class={`lane-name ${isSelected ? 'selected' : ''}`}
      title={describeLane(lane)}
      style={{ height }}
      onClick={() => (state.lane.value = row.lane)}
    >
      <span class={`sign kind-${lane.kind}`} aria-hidden="true">
        <i style={{ background: store.backdrops.palette.value.lanes[row.lane] ?? '' }} />
        {kindSign[lane.kind]}
      </span>
      <Name text={lane.name} />
      <span class="visually-hidden">{describeLane(lane)}</span>
      <Beside store={store} number={row.lane} lane={lane} />
    </div>
  );
}

/** What a lane has to do with the sample that is shown, or else its share of what is seen. */
function Beside({
  store,
  number,
  lane,
}: {
  readonly store: Store;
  readonly number: number;
  readonly lane: Lane;
}) {
  const { sample, shares } = store.state;
  const amount = sample.value?.parts
    .filter((part) => part.lane === number)
    .reduce((sum, part) => sum + part.amount, 0);
  if (amount) return <span class="badge figure">{formatNumber(amount)}</span>;
  if (!isActivity(lane)) return null;
  const share = shares.value
    .find(({ core }) => core === lane.core)
    ?.lanes.find((each) => each.lane === number)?.share;
  if (!share) return <span class="dim figure">–</span>;
  return (
    <span class="dim figure">{share < 0.0005 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`}</span>
  );
}
