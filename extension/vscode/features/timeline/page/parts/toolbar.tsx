import { useRef } from 'preact/hooks';
import { announce, t } from '../../../../page';
import type { KeyExits } from '../keys';
import { formatDuration, formatTicks, getSpanLength } from '../model';
import type { WithStore } from '../store';

/** The view's actions, for users who do not know the keys. */
export function Toolbar({ store, exits }: WithStore & { readonly exits: KeyExits }) {
  const { state, actions } = store;
  const { view, clock, isMeasuring, lane } = state;
  return (
    <div class="bar toolbar" role="toolbar" aria-label={t('View')}>
      <span class="group">
        <Tool sign="+" label={t('Zoom in (+)')} act={() => actions.zoom(0.5)} />
        <Tool sign="−" label={t('Zoom out (−)')} act={() => actions.zoom(2)} />
        <Tool sign={t('Fit')} label={t('Fit: show everything (F)')} act={actions.fit} />
      </span>
      <span class="group">
        <Tool
          sign="‹"
          label={t('Previous event of the selected lane (P)')}
          isDisabled={lane.value === undefined}
          act={() => actions.neighbour('backwards')}
        />
        <Tool
          sign="›"
          label={t('Next event of the selected lane (N)')}
          isDisabled={lane.value === undefined}
          act={() => actions.neighbour('forwards')}
        />
      </span>
      <button
        type="button"
        aria-pressed={isMeasuring.value}
        title={t('Drag to measure (M); [ and ] set the ends to the cursor')}
        onClick={() => (isMeasuring.value = !isMeasuring.value)}
      >
        {t('Measure')}
      </button>
      <GoTo store={store} onLeave={exits.leave} />
      <span class="figure dim range">
        {t(
          '{0} from {1}',
          formatDuration(clock.value, getSpanLength(view.value)),
          formatTicks(clock.value, view.value.start),
        )}
      </span>
    </div>
  );
}

interface ToolProps {
  readonly sign: string;
  readonly label: string;
  readonly act: () => unknown;
  readonly isDisabled?: boolean;
}

function Tool({ sign, label, act, isDisabled = false }: ToolProps) {
  return (
    <button
      type="button"
      class="icon"
      title={label}
      aria-label={label}
      disabled={isDisabled}
      onClick={act}
    >
      {sign}
    </button>
  );
}

/** The field for a time to go to. */
function GoTo({
  store: { state, actions },
  onLeave,
}: WithStore & { readonly onLeave: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const example = state.clock.value.kind === 'time' ? '1.5 ms' : '1,930';
  const go = (event: Event) => {
    event.preventDefault();
    const input = field.current;
    if (!input) return;
    const isMoment = actions.goToText(input.value);
    input.setAttribute('aria-invalid', String(!isMoment));
    if (isMoment) onLeave();
    else announce(t('This time is not in the recording.'));
  };
  return (
    <form class="go-to" onSubmit={go}>
      <input
        ref={field}
        id="go-to"
        type="text"
        aria-label={t('Go to time (G)')}
        title={t('Go to time (G), such as {0}', example)}
        placeholder={t('Go to time')}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      />
    </form>
  );
}
