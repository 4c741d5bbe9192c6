import { formatNumber, formatPercent } from '../../core/report/numbers';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import type { KeyPlaces } from './keys';
import { Notices } from './parts/notices';
import { Overview } from './parts/overview';
import { Readout } from './parts/readout';
import { SampleBar } from './parts/sample-bar';
import { Side } from './parts/side';
import { Stage } from './parts/stage';
import { Toolbar } from './parts/toolbar';
import type { WithStore } from './store';

/** A recording as a time line. */
export function App({ store }: WithStore) {
  const phase = store.state.phase.value;
  if (phase.is === 'failed') return <Failure store={store} />;
  if (phase.is === 'opening') return <Opening store={store} />;
  const places = placesIn(store);
  return (
    <>
      <Notices store={store} />
      <SampleBar store={store} />
      <Toolbar store={store} places={places} />
      <Overview store={store} />
      <div class="body">
        <Stage store={store} places={places} />
        <Side store={store} />
      </div>
      <Readout store={store} />
    </>
  );
}

function placesIn({ state }: WithStore['store']): KeyPlaces {
  const focus = (id: string) => document.getElementById(id)?.focus();
  return {
    askForTime: () => focus('go-to'),
    search: () => {
      state.tab.value = 'events';
      // The field is there once the tab has been drawn.
      requestAnimationFrame(() => focus('search'));
    },
    leave: () => document.querySelector<HTMLElement>('.sheet')?.focus(),
  };
}

function Opening({ store }: WithStore) {
  const phase = store.state.phase.value;
  if (phase.is !== 'opening') return null;
  return (
    <div class="opening" role="status">
      <p>
        {t('Reading the recording…')} <span class="figure">{formatPercent(phase.share)}</span>
      </p>
      <progress max={1} value={phase.share} aria-label={t('Reading the recording…')} />
      <p class="dim figure">{t('{0} events', formatNumber(phase.events))}</p>
    </div>
  );
}

function Failure({ store }: WithStore) {
  const phase = store.state.phase.value;
  if (phase.is !== 'failed') return null;
  return (
    <div class="notice error" role="alert">
      <p>{tame(phase.message, 1000)}</p>
      {phase.hint !== undefined && <p class="dim">{tame(phase.hint, 1000)}</p>}
    </div>
  );
}
