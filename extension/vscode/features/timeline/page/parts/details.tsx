import { formatNumber } from '../../../../../measure';
import { Name, t, tame } from '../../../../page';
import type { Explanation } from '../../schemas';
import { describeLane, formatAmount, formatDuration, formatTicks, getSpanLength } from '../model';
import type { WithStore } from '../store';

/** Details of the selection: the sample, the measured stretch, the moment, the lane. */
export function Details({ store }: WithStore) {
  const { sample, measured, explanation, cursor, lane } = store.state;
  const isEmpty =
    !sample.value && !measured.value && cursor.value === undefined && lane.value === undefined;
  return (
    <div class="sheet-text">
      {isEmpty && (
        <p class="dim">{t('Click in the timeline, select a lane or measure an interval.')}</p>
      )}
      {sample.value && (
        <>
          <h3>
            {t('Sample {0} of {1}', formatNumber(sample.value.index), tame(sample.value.operation))}
          </h3>
          <Parts store={store} explanation={sample.value} />
        </>
      )}
      {measured.value && (
        <>
          <h3>{t('Measured interval')}</h3>
          <p class="figure">
            {formatDuration(store.state.clock.value, getSpanLength(measured.value))}
          </p>
          {explanation.value && <Parts store={store} explanation={explanation.value} />}
          {explanation.value?.notes.map((note) => (
            <p key={note} class="dim">
              {note}
            </p>
          ))}
        </>
      )}
      <Moment store={store} />
      <SelectedLane store={store} />
    </div>
  );
}

/** An explanation as a table; its rows select the lanes that they name. */
function Parts({ store, explanation }: WithStore & { readonly explanation: Explanation }) {
  const { state, backdrops } = store;
  const { parts, elapsed } = explanation;
  const share = (amount: number) => `${elapsed > 0 ? (amount / elapsed) * 100 : 0}%`;
  return (
    <>
      <table class="wide shares">
        <thead>
          <tr>
            <th scope="col">{t('What ran')}</th>
            <th scope="col" class="number">
              {t('Duration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.kind} ${part.lane} ${part.name}`}>
              <th scope="row">
                <PartName store={store} part={part} />
                <span class="share-bar" aria-hidden="true">
                  <i
                    class={part.kind}
                    style={{
                      width: share(part.amount),
                      background: backdrops.palette.value.lanes[part.lane] ?? '',
                    }}
                  />
                </span>
              </th>
              <td class="number">{formatAmount(state.clock.value, part.amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Total')}</th>
            <td class="number">{formatAmount(state.clock.value, elapsed)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function PartName({ store, part }: WithStore & { readonly part: Explanation['parts'][number] }) {
  if (part.lane < 0) return <Name text={partName(part)} />;
  return (
    <button type="button" class="plain" onClick={() => (store.state.lane.value = part.lane)}>
      <Name text={partName(part)} />
    </button>
  );
}

/** The activity at the cursor, its start and its duration. */
function Moment({ store: { state, actions } }: WithStore) {
  const { cursor, moment, clock, info, event } = state;
  const at = cursor.value;
  if (at === undefined) return null;
  return (
    <>
      <h3>{t('At the cursor')}</h3>
      <p class="figure">{formatTicks(clock.value, at)}</p>
      {event.value && (
        <p>
          <Name text={event.value.text} />
        </p>
      )}
      <dl>
        {moment.value?.running.map(({ core, lane, start, stop }) => (
          <div key={core}>
            <dt>{t('Core {0}', core)}</dt>
            <dd>
              {lane < 0 ? (
                <span class="dim">{t('unknown')}</span>
              ) : (
                <>
                  <button
                    type="button"
                    class="link"
                    title={t('Zoom to it')}
                    onClick={() => actions.zoomTo({ start, stop })}
                  >
                    <Name text={info.value?.lanes[lane]?.name ?? ''} />
                  </button>{' '}
                  <span class="figure">
                    {t(
                      'for {0}, since {1}',
                      formatDuration(clock.value, stop - start),
                      formatDuration(clock.value, at - start),
                    )}
                  </span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function SelectedLane({ store: { state, actions } }: WithStore) {
  const number = state.lane.value;
  const lane = number === undefined ? undefined : state.info.value?.lanes[number];
  if (!lane || number === undefined) return null;
  return (
    <>
      <h3>
        <Name text={lane.name} />
      </h3>
      <p class="dim">{describeLane(lane)}</p>
      {lane.busy > 0 && (
        <p>{t('{0} in the whole recording', formatDuration(state.clock.value, lane.busy))}</p>
      )}
      <p class="bar">
        <button type="button" onClick={() => void actions.neighbour('backwards')}>
          {t('Previous event')}
        </button>
        <button type="button" onClick={() => void actions.neighbour('forwards')}>
          {t('Next event')}
        </button>
        <button type="button" onClick={() => actions.hide(number)}>
          {t('Hide lane')}
        </button>
      </p>
    </>
  );
}

/** The name of a part of an explanation on its own. */
function partName({ kind, name }: Explanation['parts'][number]): string {
  switch (kind) {
    case 'own':
      return t('the operation itself');
    case 'recording':
      return t('recording of the events');
    case 'unknown':
      return t('unknown');
    case 'task':
      return t('task {0}', name);
    case 'interrupt':
      return t('interrupt {0}', name);
    case 'timer':
      return t('timer {0}', name);
    case 'scheduler':
      return name || t('kernel switching');
    case 'idle':
      return name;
  }
}
