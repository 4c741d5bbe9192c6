import { formatNumber } from '../../../core/report/numbers';
import { t } from '../../shared/l10n';
import { tame } from '../../shared/text';
import type { ExplainedSample } from '../schemas';
import type { WithStore } from '../store';

const isSame = (a: ExplainedSample, b: ExplainedSample) =>
  a.index === b.index && a.operation === b.operation && a.repeat === b.repeat;

/** The sample that is looked at, why it took so long, and the way to the next ones. */
export function SampleBar({ store: { state, actions } }: WithStore) {
  const sample = state.sample.value;
  if (!sample) return null;
  const samples = state.samples.value;
  const place = samples.findIndex((each) => isSame(each, sample));
  const go = (step: number) => () => {
    const next = samples[place < 0 ? 0 : place + step];
    if (next) void actions.showSample(next);
  };
  return (
    <section class="sample-bar" aria-label={t('Slow sample')}>
      <div>
        <h2>
          {t('Sample {0} of {1}', formatNumber(sample.index), tame(sample.operation))}
          {place >= 0 && (
            <span class="badge">
              {place === 0
                ? t('the slowest')
                : t('{0} of the {1} slowest', place + 1, samples.length)}
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
        <button type="button" disabled={place === 0} onClick={go(-1)}>
          {t('Slower sample')}
        </button>
        <button type="button" disabled={place >= samples.length - 1} onClick={go(1)}>
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
