import { useState } from 'preact/hooks';
import { curveTable } from '../../core/report/curve-words';
import type { Curve, ResultRow, ResultsModel } from '../../core/results/model';
import { t } from '../shared/l10n';
import { lookOf } from '../shared/looks';
import { tame } from '../shared/text';
import { CurveChart } from './curve-chart';
import { SectionTable } from './sections';

/** How what was swept changes the cost of the operation that is looked at. */
export function Curves({
  row,
  model: { curves },
}: {
  readonly row: ResultRow;
  readonly model: ResultsModel;
}) {
  const [key, setKey] = useState<string>();
  const own = curves.filter(({ operations }) => operations.includes(row.operation));
  const curve = own.find((each) => each.key === key) ?? own[0];
  if (curve === undefined || row.build === 'traced') return null;
  const label = t('{0} over {1}', tame(curve.title), tame(curve.axis));
  return (
    <section class="curves" aria-label={label}>
      <div class="bar">
        <h2>{label}</h2>
        {own.length > 1 && <Choice {...{ own, curve }} onChoose={setKey} />}
      </div>
      <CurveChart key={curve.key} curve={curve} label={label} />
      <Legend curve={curve} />
      <details>
        <summary>{t('The curve as a table')}</summary>
        <SectionTable table={curveTable(curve)} caption={t('The curve as a table')} />
      </details>
    </section>
  );
}

function Choice({
  own,
  curve,
  onChoose,
}: {
  readonly own: readonly Curve[];
  readonly curve: Curve;
  readonly onChoose: (key: string) => void;
}) {
  return (
    <label class="bar">
      {t('Curve')}
      <select value={curve.key} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {own.map(({ key, title, axis }) => (
          <option key={key} value={key}>
            {t('{0} over {1}', tame(title), tame(axis))}
          </option>
        ))}
      </select>
    </label>
  );
}

function Legend({ curve: { lines } }: { readonly curve: Curve }) {
  return (
    <ul class="bar curve-legend">
      {lines.map(({ name }, at) => (
        <li key={name}>
          <svg class={`curve ${lookOf(at)}`} width="26" height="10" aria-hidden="true">
            <path class="line" d="M0 5h26" />
          </svg>
          {tame(name)}
        </li>
      ))}
    </ul>
  );
}
