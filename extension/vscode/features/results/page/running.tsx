import { useEffect } from 'preact/hooks';
import { formatNumber, NO_FIGURE } from '../../../../measure';
import { liveKey } from '../../../../report';
import { announce, LiveChart, Name, Notice, Shape, t, tame } from '../../../page';
import type { LiveOperation, RunningModel } from '../protocol';
import { type Post, splitLive } from './store';

/** A run in progress, or the end of one that left no result. */
export function Running({ model, post }: { readonly model: RunningModel; readonly post: Post }) {
  const { target, order, isEmulated, state, phase, messages, ending } = model;
  const { current, ended } = splitLive(model);
  const heading = state === 'ended' ? t('The run has ended') : t('Measuring');
  // The phase counts samples; a screen reader would never stop reading it.
  const what = current === undefined ? '' : tame(current.operation);
  const agent = current?.agent === undefined ? '' : `, ${t('agent {0}', current.agent)}`;
  const news = what === '' ? heading : `${heading}: ${what}${agent}`;
  useEffect(() => announce(news), [news]);
  return (
    <>
      <header class="head">
        <div class="head-words">
          <h1>
            {heading} <span class="dim">{t('on')}</span> <Name text={target} />
          </h1>
          <p class="bar head-line">
            <Name text={order} class="dim" />
          </p>
        </div>
        {state !== 'ended' && (
          <button
            type="button"
            class="primary"
            disabled={state === 'stopping'}
            onClick={() => post({ type: 'action', action: 'stop' })}
          >
            {state === 'stopping' ? t('Stopping…') : t('Stop')}
          </button>
        )}
      </header>
      {ending !== undefined && (
        <Notice kind="warning" role="alert">
          <p>{tame(ending.message, 800)}</p>
          {ending.hint !== undefined && <p class="dim">{tame(ending.hint, 800)}</p>}
        </Notice>
      )}
      {state !== 'ended' && <p class="phase">{tame(phase, 200)}</p>}
      {current && state !== 'ended' && <Current operation={current} isEmulated={isEmulated} />}
      {ended.length > 0 && <Ended operations={ended} />}
      {messages.length > 0 && (
        <ul class="messages dim">
          {messages.slice(-8).map((line, at) => (
            <li key={at}>{tame(line, 400)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Current({
  operation,
  isEmulated,
}: {
  readonly operation: LiveOperation;
  readonly isEmulated: boolean;
}) {
  const { samples, requested, rate, shape, unit } = operation;
  const of = Math.max(requested, samples);
  return (
    <section class="live" aria-label={t('In progress')}>
      <div class="bar wide">
        <h2>
          <OperationName operation={operation} />
        </h2>
        <span class="figure">
          {t('{0} of {1} samples', formatNumber(samples), formatNumber(of))}
        </span>
        {rate > 0 && <span class="figure dim">{t('{0}/s', formatNumber(Math.round(rate)))}</span>}
      </div>
      <progress max={Math.max(1, of)} value={samples} aria-label={t('Samples')} />
      <LiveChart
        {...shape}
        unit={unit}
        label={t('Histogram of the {0} samples received so far', formatNumber(samples))}
      />
      <p class="dim">
        {isEmulated ? `${t('Emulated target: figures are instructions, not time.')} ` : ''}
        {t('While measuring, the cost of reading the clock is not subtracted yet.')}
      </p>
    </section>
  );
}

function Ended({ operations }: { readonly operations: readonly LiveOperation[] }) {
  return (
    <div class="scroll">
      <table class="wide">
        <caption class="visually-hidden">{t('Finished operations')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('operation')}</th>
            <th scope="col">{t('min … max')}</th>
            <th scope="col" class="number">
              {t('values')}
            </th>
            <th scope="col" class="number">
              {t('from')}
            </th>
            <th scope="col" class="number">
              {t('to')}
            </th>
            <th scope="col">{t('unit')}</th>
          </tr>
        </thead>
        <tbody>
          {operations.map((operation) => (
            <EndedLine key={liveKey(operation)} operation={operation} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EndedLine({ operation }: { readonly operation: LiveOperation }) {
  const { shape, samples, unit } = operation;
  const [low] = shape.edges;
  const high = shape.edges.at(-1);
  return (
    <tr>
      <th scope="row">
        <OperationName operation={operation} />
      </th>
      <td class="shape-cell">
        <Shape counts={shape.counts} />
      </td>
      <td class="number">{formatNumber(samples)}</td>
      <td class="number">{low === undefined ? NO_FIGURE : formatNumber(low)}</td>
      <td class="number">{high === undefined ? NO_FIGURE : formatNumber(high - 1)}</td>
      <td class="dim">{unit}</td>
    </tr>
  );
}

function OperationName({ operation }: { readonly operation: LiveOperation }) {
  const { agent, build, repeat, operation: name } = operation;
  return (
    <>
      <Name text={name} />
      {agent !== undefined && <strong> {t('agent {0}', agent)}</strong>}
      {build === 'traced' && <span class="dim"> {t('traced')}</span>}
      {repeat > 0 && <span class="dim"> {t('repeat {0}', repeat + 1)}</span>}
    </>
  );
}
