import type { FunctionComponent } from 'preact';
import { t } from '../../shared/l10n';
import { tabs, type Tab } from '../state';
import type { Store, WithStore } from '../store';
import { Details } from './details';
import { Events } from './events';
import { Lanes } from './lanes';
import { Recording } from './recording';
import { Shares } from './shares';

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
  recording: Recording,
};

/** Everything in words and tables beside the lanes. */
export function Side({ store }: WithStore) {
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

/** The border between lanes and panel, to be moved by mouse and keyboard. */
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
