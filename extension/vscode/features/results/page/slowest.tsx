import { useEffect } from 'preact/hooks';
import { formatNumber } from '../../../../measure';
import type { ResultRow } from '../../../../report';
import { nameAt } from '../../../../runs';
import { kindColour, t, tame } from '../../../page';
import type { SlowSample, ToResults } from '../protocol';
import { type Post, slowest } from './store';

/** The slowest samples of the traced pass, each with an explanation. */
export function SlowestSamples({
  row,
  shown,
  post,
}: {
  readonly row: ResultRow;
  readonly shown: Extract<ToResults, { type: 'results' }>;
  readonly post: Post;
}) {
  const canAsk = shown.possible.slowest;
  useEffect(() => {
    if (!canAsk || slowest.value.has(row.key)) return;
    slowest.value = new Map(slowest.value).set(row.key, undefined);
    post({ type: 'slowest', row: row.key });
  }, [row.key, canAsk]);
  const known = slowest.value.get(row.key);
  return (
    <section class="slowest" aria-label={t('Slowest samples')}>
      <h3>{t('Slowest samples of the traced pass')}</h3>
      {!canAsk && (
        <p class="dim">
          {t('This run has no traced pass. Measure with trace to see why a slow sample was slow.')}
        </p>
      )}
      {canAsk && known === undefined && <div class="skeleton outline-line" />}
      {known?.failure !== undefined && <p class="dim">{tame(known.failure, 400)}</p>}
      {known && known.samples.length > 0 && (
        <SlowTable row={row} post={post} samples={known.samples} />
      )}
    </section>
  );
}

function SlowTable({
  row,
  samples,
  post,
}: {
  readonly row: ResultRow;
  readonly samples: readonly SlowSample[];
  readonly post: Post;
}) {
  const longest = Math.max(...samples.map(({ elapsed }) => elapsed));
  const hasRepeats = samples.some(({ repeat }) => repeat > 0);
  const notes = [...new Set(samples.flatMap((each) => each.notes))];
  return (
    <>
      <div class="scroll">
        <table class="wide">
          <thead>
            <tr>
              <th scope="col" class="number">
                {t('sample')}
              </th>
              <th scope="col">{t('where the time went ({0})', samples[0]?.unit ?? '')}</th>
              <th scope="col">
                <span class="visually-hidden">{t('Timeline')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <SlowLine
                key={`${sample.repeat} ${sample.index}`}
                row={row}
                sample={sample}
                longest={longest}
                hasRepeats={hasRepeats}
                post={post}
              />
            ))}
          </tbody>
        </table>
      </div>
      {notes.map((note) => (
        <p key={note} class="dim">
          {tame(note, 400)}
        </p>
      ))}
    </>
  );
}

function SlowLine({
  row,
  sample,
  longest,
  hasRepeats,
  post,
}: {
  readonly row: ResultRow;
  readonly sample: SlowSample;
  readonly longest: number;
  readonly hasRepeats: boolean;
  readonly post: Post;
}) {
  const { repeat, index, sentence } = sample;
  const operation = nameAt(row.operation, row.params);
  return (
    <tr>
      <td class="number">
        {hasRepeats && `${repeat + 1} · `}#{formatNumber(index)}
      </td>
      <td>
        <Parts sample={sample} longest={longest} />
        <p class="figure sentence">{tame(sentence, 500)}</p>
      </td>
      <td class="number">
        <button
          type="button"
          onClick={() => post({ type: 'showSample', operation, repeat, index })}
        >
          {t('Show in timeline')}
          <span class="visually-hidden"> #{formatNumber(index)}</span>
        </button>
      </td>
    </tr>
  );
}

/** The parts as bars; the sentence below gives the numbers. */
function Parts({ sample, longest }: { readonly sample: SlowSample; readonly longest: number }) {
  const width = (amount: number): string => `${(100 * amount) / Math.max(1, longest)}%`;
  return (
    <div class="parts" aria-hidden="true">
      {sample.parts.map(({ kind, name, amount }, at) => (
        <span
          key={at}
          class={`part ${kind}`}
          style={{ width: width(amount), background: kindColour(kind) }}
          title={`${tame(name)}: ${formatNumber(amount)}`}
        />
      ))}
    </div>
  );
}
