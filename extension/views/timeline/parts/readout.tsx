import { formatNumber, formatPercent } from '../../../core/report/numbers';
import { t } from '../../shared/l10n';
import { tame } from '../../shared/text';
import { REACH } from '../actions';
import { formatDuration, formatMoment } from '../model/clock';
import { gapAt, hitAt } from '../model/hit';
import { lengthOf } from '../model/viewport';
import type { State } from '../state';
import type { WithStore } from '../store';

/** What lies under the pointer, in words; below the lanes, so that it hides nothing. */
export function Readout({ store: { state } }: WithStore) {
  const { pointed, cursor, clock } = state;
  const at = pointed.value;
  return (
    <div class="readout figure">
      <span class="when">{at ? formatMoment(clock.value, Math.round(at.ticks)) : ''}</span>
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
  const reach = (lengthOf(view.value) / size.value.width) * REACH;
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
      : t('{0} at {1}', name, formatMoment(clock.value, hit.time));
  }
  const title = lane.kind === 'operation' ? info.value?.operations[hit.ref]?.name : undefined;
  return t(
    '{0}: {1} from {2}',
    title === undefined ? name : tame(title, 40),
    formatDuration(clock.value, hit.stop - hit.start),
    formatMoment(clock.value, hit.start),
  );
}
