import { effect } from '@preact/signals';
import type { Kept, State } from './state';

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
