import { t } from '../../shared/l10n';
import { Name } from '../../shared/name';
import { kindName, type LaneOrder } from '../model/lanes';
import type { WithStore } from '../store';

/** Which lanes are shown, and in which order. */
export function Lanes({ store: { state, actions } }: WithStore) {
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
