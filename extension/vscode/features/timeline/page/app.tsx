import { useState } from 'preact/hooks';
import { formatNumber, formatPercent } from '../../../../measure';
import { t, tame } from '../../../page';
import type { ExplainedSample, Info } from '../schemas';
import { REACH } from './actions';
import type { KeyExits } from './keys';
import { formatDuration, formatTicks, gapAt, hitAt, getSpanLength } from './model';
import { Overview, SidePanel, Stage, Toolbar } from './parts';
import type { State } from './state';
import type { WithStore } from './store';

/** A recording as a timeline. */
export function App({ store }: WithStore) {
  const phase = store.state.phase.value;
  if (phase.is === 'failed') return <Failure store={store} />;
  if (phase.is === 'opening') return <Opening store={store} />;
  const exits = newKeyExits(store);
  return (
    <>
      <Notices store={store} />
      <SampleBar store={store} />
      <Toolbar store={store} exits={exits} />
      <Overview store={store} />
      <div class="body">
        <Stage store={store} exits={exits} />
        <SidePanel store={store} />
      </div>
      <Readout store={store} />
    </>
  );
}

function newKeyExits({ state }: WithStore['store']): KeyExits {
  const focus = (id: string) => document.getElementById(id)?.focus();
  return {
    askForTime: () => focus('go-to'),
    search: () => {
      state.tab.value = 'events';
      // The field exists once the tab has been rendered.
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

/** Remarks to read before trusting the picture. */
function Notices({ store }: WithStore) {
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
            '{0} packets were lost while recording. Hatched intervals are unknown; nothing is guessed there.',
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

/** A recording that is too large is shown in part, which the reader chooses. */
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

const isSame = (a: ExplainedSample, b: ExplainedSample) =>
  a.index === b.index && a.operation === b.operation && a.repeat === b.repeat;

/** The selected sample, its explanation, and buttons for the next ones. */
function SampleBar({ store: { state, actions } }: WithStore) {
  const sample = state.sample.value;
  if (!sample) return null;
  const samples = state.samples.value;
  const index = samples.findIndex((each) => isSame(each, sample));
  const go = (step: number) => () => {
    const next = samples[index < 0 ? 0 : index + step];
    if (next) void actions.showSample(next);
  };
  return (
    <section class="sample-bar" aria-label={t('Slow sample')}>
      <div>
        <h2>
          {t('Sample {0} of {1}', formatNumber(sample.index), tame(sample.operation))}
          {index >= 0 && (
            <span class="badge">
              {index === 0
                ? t('the slowest')
                : t('{0} of the {1} slowest', index + 1, samples.length)}
            </span>
          )}
          {sample.isCold && <span class="badge">{t('cold')}</span>}
        </h2>
        <p class="sentence figure">{tame(sample.sentence, 2000)}</p>
        {sample.notes.map((note) => (
          <p key={note} class="dim">
            {note}
          </p>
        ))}
      </div>
      <div class="bar">
        <button type="button" disabled={index === 0} onClick={go(-1)}>
          {t('Slower sample')}
        </button>
        <button type="button" disabled={index >= samples.length - 1} onClick={go(1)}>
          {t('Next slow sample')}
        </button>
        <button type="button" onClick={() => actions.zoomTo(sample)}>
          {t('Go to sample')}
        </button>
        <button
          type="button"
          class="icon"
          aria-label={t('Close')}
          title={t('Close')}
          onClick={actions.leaveSample}
        >
          ×
        </button>
      </div>
    </section>
  );
}

/** Describes the item under the pointer; below the lanes, so that it hides nothing. */
function Readout({ store: { state } }: WithStore) {
  const { pointed, cursor, clock } = state;
  const at = pointed.value;
  return (
    <div class="readout figure">
      <span class="when">{at ? formatTicks(clock.value, Math.round(at.ticks)) : ''}</span>
      <span class="what">{at ? describe(state) : ''}</span>
      {at && cursor.value !== undefined && (
        <span>
          {t(
            '{0} from the cursor',
            formatDuration(clock.value, Math.round(at.ticks) - cursor.value),
          )}
        </span>
      )}
    </div>
  );
}

function describe({ pointed, fetched, info, view, size, clock }: State): string {
  const at = pointed.value;
  const window = fetched.value?.window;
  const lane = info.value?.lanes[at?.lane ?? -1];
  if (!at || at.lane === undefined || !window || !lane) return '';
  const reach = (getSpanLength(view.value) / size.value.width) * REACH;
  const name = tame(lane.name, 40);
  const gap = gapAt(window, lane.core, at.ticks, reach);
  if (gap) return t('{0} packets lost here', formatNumber(gap.packets));
  const hit = hitAt(window, at.lane, at.ticks, reach);
  if (!hit) return name;
  if (hit.is === 'density') {
    return t('{0}: busy {1} of this column; zoom in for more', name, formatPercent(hit.share));
  }
  if (hit.is === 'marks') {
    return hit.count > 1
      ? t('{0}: {1} events', name, formatNumber(hit.count))
      : t('{0} at {1}', name, formatTicks(clock.value, hit.time));
  }
  const title = lane.kind === 'operation' ? info.value?.operations[hit.ref]?.name : undefined;
  return t(
    '{0}: {1} from {2}',
    title === undefined ? name : tame(title, 40),
    formatDuration(clock.value, hit.stop - hit.start),
    formatTicks(clock.value, hit.start),
  );
}
