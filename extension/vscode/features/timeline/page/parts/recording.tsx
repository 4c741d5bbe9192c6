import { formatNumber } from '../../../../../measure';
import { t, tame } from '../../../../page';
import type { Info } from '../../schemas';
import { formatDuration, getSpanLength } from '../model';
import type { WithStore } from '../store';

type Fact = readonly [name: string, value: string];

/** The recording's own information, and its problems. */
export function RecordingFacts({ store: { state, actions, post } }: WithStore) {
  const info = state.info.value;
  if (!info) return null;
  const facts: readonly Fact[] = [
    [t('Length'), formatDuration(state.clock.value, getSpanLength(info.extent))],
    [t('Events'), formatNumber(info.events)],
    [t('Lost packets'), formatNumber(info.lostPackets)],
    [t('Clock'), clockText(info)],
    ...info.cores.map(({ core, events, lostPackets, segments }): Fact => [
      t('Core {0}', core),
      t(
        '{0} events, {1} lost, {2} starts',
        formatNumber(events),
        formatNumber(lostPackets),
        segments.length,
      ),
    ]),
  ];
  return (
    <div class="sheet-text">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figure">{value}</dd>
          </div>
        ))}
      </dl>
      <Texts title={t('Problems')} texts={info.problems} />
      <Texts title={t('System')} texts={info.system} />
      <Texts title={t('File header')} texts={headerLines(info)} />
      {info.operations.length > 0 && <h3>{t('Operations')}</h3>}
      <ul class="operations">
        {info.operations.map((operation) => (
          <li key={`${operation.name} ${operation.repeat} ${operation.start}`}>
            <button type="button" class="link" onClick={() => actions.zoomTo(operation, 0.05)}>
              {tame(operation.name)}
            </button>
            {operation.samples > 0 && (
              <button
                type="button"
                onClick={() => void actions.showSlowest(operation.name, operation.repeat)}
              >
                {t('Slowest sample')}
              </button>
            )}
            <button
              type="button"
              class="link dim"
              title={t('Open the source')}
              onClick={() => post({ type: 'openSource', at: operation.at })}
            >
              {tame(operation.at, 60)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Header lines begin with a semicolon, and some are otherwise empty. */
const headerLines = ({ header }: Info): readonly string[] =>
  header.map((line) => line.replace(/^;\s*/, '')).filter((line) => line !== '');

function clockText({ clock, sysFreq }: Info): string {
  const [numerator, denominator] = clock.ratio;
  const rate = sysFreq === undefined ? '' : `, ${formatNumber(sysFreq)} Hz`;
  const name = clock.name === '' ? t('SystemView') : tame(clock.name);
  return clock.unit === 's' || clock.unit === 'ticks'
    ? `${name}${rate}`
    : `${name}${rate}, ${numerator}/${denominator} ${clock.unit}`;
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="texts">
        {texts.map((text, index) => (
          <li key={index}>{tame(text, 400)}</li>
        ))}
      </ul>
    </>
  );
}
