import type { FunctionComponent } from 'preact';
import { formatPercent } from '../../../../../measure';
import { Name, t } from '../../../../page';
import type { CoreShares } from '../../schemas';
import { formatDuration, kindName, type LaneOrder, getSpanLength } from '../model';
import { type Tab, tabs } from '../state';
import type { Store, WithStore } from '../store';
import { Details } from './details';
import { Events } from './events';
import { RecordingFacts } from './recording';

/** Shares of processor time in the visible window, or in the measured stretch. */
function Shares({ store }: WithStore) {
  const { measured, view, clock, shares } = store.state;
  const span = measured.value ?? view.value;
  return (
    <div class="sheet-text">
      <p class="dim">
        {measured.value ? t('In the measured interval') : t('In the visible window')}:{' '}
        {formatDuration(clock.value, getSpanLength(span))}
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
              {t('unknown')}
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

/** The choice and order of visible lanes. */
function Lanes({ store: { state, actions } }: WithStore) {
  const { choice, info } = state;
  const lanes = info.value?.lanes ?? [];
  const orders: readonly (readonly [LaneOrder, string])[] = [
    ['kind', t('by kind')],
    ['priority', t('by priority, the highest number first')],
    ['busy', t('by time spent')],
    ['name', t('by name')],
  ];
  return (
    <div class="sheet-text">
      <p class="bar">
        <label class="group">
          {t('Order')}
          <select
            value={choice.value.order}
            onChange={({ currentTarget }) =>
              (choice.value = { ...choice.value, order: currentTarget.value as LaneOrder })
            }
          >
            {orders.map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={choice.value.hidden.size === 0}
          onClick={() => (choice.value = { ...choice.value, hidden: new Set() })}
        >
          {t('Show all')}
        </button>
      </p>
      <ul class="lane-choice">
        {[...lanes.entries()].map(([number, lane]) => (
          <li key={number}>
            <label class="check">
              <input
                type="checkbox"
                checked={!choice.value.hidden.has(number)}
                onChange={({ currentTarget }) => actions.hide(number, !currentTarget.checked)}
              />
              <Name text={lane.name} />
              <span class="dim">{kindName(lane.kind)}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LEAST_WIDTH = 220;
const STEP = 20;

const titles = (): Readonly<Record<Tab, string>> => ({
  events: t('Events'),
  shares: t('CPU share'),
  details: t('Details'),
  lanes: t('Lanes'),
  recording: t('Recording'),
});

const sheets: Readonly<Record<Tab, FunctionComponent<WithStore>>> = {
  events: Events,
  shares: Shares,
  details: Details,
  lanes: Lanes,
  recording: RecordingFacts,
};

/** Text and tables next to the lanes. */
export function SidePanel({ store }: WithStore) {
  const { tab, panelWidth } = store.state;
  const names = titles();
  const Sheet = sheets[tab.value];
  return (
    <>
      <Splitter store={store} />
      <aside class="side" style={{ width: `${panelWidth.value}px` }} aria-label={t('Details')}>
        <div class="tabs" role="tablist" onKeyDown={(event) => moveByKey(event, store)}>
          {tabs.map((each) => (
            <button
              key={each}
              id={`tab-${each}`}
              type="button"
              role="tab"
              aria-selected={tab.value === each}
              aria-controls="sheet"
              tabIndex={tab.value === each ? 0 : -1}
              onClick={() => (tab.value = each)}
            >
              {names[each]}
            </button>
          ))}
        </div>
        <div id="sheet" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={-1}>
          <Sheet store={store} />
        </div>
      </aside>
    </>
  );
}

function moveByKey(event: KeyboardEvent, { state: { tab } }: Store): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  tab.value = tabs[(tabs.indexOf(tab.value) + step + tabs.length) % tabs.length] ?? tab.value;
  document.getElementById(`tab-${tab.value}`)?.focus();
}

/** The border between lanes and panel, movable by mouse and keyboard. */
function Splitter({ store: { state } }: WithStore) {
  const { panelWidth } = state;
  const most = () => Math.max(LEAST_WIDTH, window.innerWidth * 0.7);
  const setWidth = (width: number) =>
    (panelWidth.value = Math.round(Math.min(Math.max(width, LEAST_WIDTH), most())));
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of the panel')}
      aria-valuenow={panelWidth.value}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={Math.round(most())}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId)) setWidth(window.innerWidth - clientX);
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') setWidth(panelWidth.value + STEP);
        if (key === 'ArrowRight') setWidth(panelWidth.value - STEP);
      }}
    />
  );
}
