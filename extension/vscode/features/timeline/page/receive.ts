import { batch, effect } from '@preact/signals';
import { formatNumber } from '../../../../measure';
import { announce, t } from '../../../page';
import type { ToTimeline } from '../protocol';
import type { Info } from '../schemas';
import { clampView } from './model';
import type { Kept, State } from './state';
import type { Store } from './store';

/** Handles messages from the editor. */
export function newReceiver(store: Store, kept: Kept | undefined): (message: ToTimeline) => void {
  const { state, questions } = store;
  let opening: number | undefined;

  function open({ info, isExample, ...message }: Extract<ToTimeline, { type: 'opened' }>): void {
    state.phase.value = { is: 'open' };
    // The editor repeats this on request; keep what is on screen.
    if (message.opening === opening) return;
    const isFirst = opening === undefined;
    opening = message.opening;
    const known = isFirst && kept && isSameExtent(kept.extent, info.extent) ? kept : undefined;
    batch(() => {
      forget(store);
      state.isExample.value = isExample;
      state.info.value = info;
      state.view.value = clampView(known?.view ?? info.first, info.extent);
      state.lane.value = known?.lane;
      state.cursor.value = known?.cursor;
      if (known?.sample) store.actions.restoreSample(known.sample);
    });
    announce(
      t('{0} events in {1} lanes', formatNumber(info.events), formatNumber(info.lanes.length)),
    );
  }

  return (message) => {
    switch (message.type) {
      case 'opening':
        state.phase.value = {
          is: 'opening',
          share: message.bytes > 0 ? Math.min(1, message.bytesRead / message.bytes) : 0,
          events: message.events,
        };
        break;
      case 'opened':
        open(message);
        break;
      case 'failed':
        state.phase.value = { is: 'failed', message: message.message, hint: message.hint };
        break;
      case 'show':
        void store.actions.showSample(message.sample);
        break;
      case 'answer':
        questions.answer(message.id, message.answer);
        break;
      case 'progress':
        questions.progress(message.id, message.index);
        break;
      case 'refusal':
        questions.refuse(message.id, message.message);
    }
  };
}

const isSameExtent = (a: Info['extent'], b: Info['extent']) =>
  a.start === b.start && a.stop === b.stop;

/** Drops what belonged to another part of the recording. */
function forget({ state }: Store): void {
  state.fetched.value = undefined;
  state.overview.value = undefined;
  state.shares.value = [];
  state.cursor.value = undefined;
  state.event.value = undefined;
  state.lane.value = undefined;
  state.measured.value = undefined;
  state.sample.value = undefined;
  state.samples.value = [];
}

/** Keeps the user's set-up over a reload of the window. */
export function startKeeping(state: State, keep: (kept: Kept) => void): void {
  effect(() => {
    if (!state.info.value) return;
    keep({
      extent: state.extent.value,
      view: state.view.value,
      tab: state.tab.value,
      panelWidth: state.panelWidth.value,
      order: state.choice.value.order,
      hidden: [...state.choice.value.hidden],
      lane: state.lane.value,
      cursor: state.cursor.value,
      sample: state.sample.value,
    });
  });
}
