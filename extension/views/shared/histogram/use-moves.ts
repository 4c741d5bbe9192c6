import { useState } from 'preact/hooks';
import type { Range } from '../../../core/measure/split-histogram';
import type { Drawing } from './bars';
import { dragOf, keyZoom, nextBar, whole } from './moves';
import { LEFT } from './plot';

/** What mouse and keys do with a histogram: choose a bar, zoom by a drag or by keys. */
export function useMoves(drawing: Drawing | undefined, onZoom: (range: Range | undefined) => void) {
  const [chosen, setChosen] = useState<number>();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const bars = drawing?.bars ?? [];
  const axis = drawing?.axis;
  const at = chosen === undefined ? undefined : Math.min(chosen, bars.length - 1);
  const bar = at === undefined ? undefined : bars[at];

  const xOf = (event: PointerEvent): number => {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return Math.min(axis?.width ?? 0, Math.max(0, event.clientX - left - LEFT));
  };
  const nearest = (x: number): number => {
    const distances = bars.map((each) => Math.abs(each.x + each.width / 2 - x));
    return distances.indexOf(Math.min(...distances));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextBar(event.key, at, bars);
    const zoom = axis && keyZoom(event.key, bar, axis.range);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (next === undefined && zoom === undefined) return;
    event.preventDefault();
    if (next !== undefined) setChosen(next);
    if (zoom !== undefined) onZoom(zoom === whole ? undefined : zoom);
  };
  const onPointerMove = (event: PointerEvent) => {
    const x = xOf(event);
    if (drag !== undefined) setDrag({ from: drag.from, to: x });
    setChosen(nearest(x));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    setDrag({ from: xOf(event), to: xOf(event) });
  };
  const onPointerUp = () => {
    const range = drag && axis && dragOf(drag.from, drag.to, axis);
    setDrag(undefined);
    if (range !== undefined) onZoom(range);
  };
  const handlers = {
    ...{ onKeyDown, onPointerMove, onPointerDown, onPointerUp },
    onPointerCancel: () => setDrag(undefined),
    onPointerLeave: () => drag === undefined && setChosen(undefined),
    onDblClick: () => onZoom(undefined),
  };
  return { at, bar, drag, handlers };
}
