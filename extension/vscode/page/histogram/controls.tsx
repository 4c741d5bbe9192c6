import { t } from '../l10n';
import type { Scale } from './axis';
import type { Look } from './bars';

/** Controls of a histogram: scales, samples with ticks, zoom. */
export function HistogramControls({
  look,
  canBeLog,
  hasTicked,
  hasLegend = true,
  onLook,
}: {
  readonly look: Look;
  readonly canBeLog: boolean;
  readonly hasTicked: boolean;
  /** The picture distinguishes samples with a tick. */
  readonly hasLegend?: boolean;
  readonly onLook: (look: Look) => void;
}) {
  return (
    <div class="bar wide controls">
      <ScaleChoice
        label={t('Values')}
        scale={canBeLog ? look.valueScale : 'linear'}
        refusal={canBeLog ? undefined : t('A logarithmic scale needs values above 0.')}
        onScale={(valueScale) => onLook({ ...look, valueScale })}
      />
      <ScaleChoice
        label={t('Counts')}
        scale={look.countScale}
        onScale={(countScale) => onLook({ ...look, countScale })}
      />
      {hasTicked && (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={look.withTicked}
              onChange={() => onLook({ ...look, withTicked: !look.withTicked, range: undefined })}
            />
            {t('samples with a kernel tick inside')}
          </label>
          {hasLegend && <Legend />}
        </>
      )}
      {look.range && (
        <button type="button" onClick={() => onLook({ ...look, range: undefined })}>
          {t('Show all')}
        </button>
      )}
    </div>
  );
}

function ScaleChoice({
  label,
  scale,
  refusal,
  onScale,
}: {
  readonly label: string;
  readonly scale: Scale;
  readonly refusal?: string | undefined;
  readonly onScale: (scale: Scale) => void;
}) {
  const choice = (each: Scale, text: string, disabled: boolean) => (
    <button
      type="button"
      aria-pressed={scale === each}
      disabled={disabled}
      title={disabled ? refusal : undefined}
      onClick={() => onScale(each)}
    >
      {text}
    </button>
  );
  return (
    <span class="group" role="group" aria-label={label}>
      <span class="dim" aria-hidden="true">
        {label}
      </span>
      <span class="segments">
        {choice('linear', t('linear'), false)}
        {choice('log', t('log'), refusal !== undefined)}
      </span>
    </span>
  );
}

function Legend() {
  return (
    <span class="group dim">
      <span class="swatch quiet" aria-hidden="true" /> {t('quiet')}
      <span class="swatch ticked" aria-hidden="true" /> {t('with a tick')}
    </span>
  );
}
