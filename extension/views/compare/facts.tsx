import type { ComparisonModel } from '../../core/comparison/model';
import { NO_FIGURE } from '../../core/report/numbers';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import { Letter } from './letter';

// A longer list is opened by those who look for it.
const SHORT = 8;

/** What differs between the configurations; first of all what may change figures. */
export function Facts({ model: { facts, columns } }: { readonly model: ComparisonModel }) {
  const mattering = facts.filter(({ matters }) => matters);
  const rest = facts.filter(({ matters }) => !matters).map(({ name }) => tame(name));
  if (facts.length === 0) {
    return <p class="dim">{t('The configurations do not differ in anything that is told.')}</p>;
  }
  return (
    <details class="differences" open={mattering.length <= SHORT}>
      <summary>
        <h2>{t('Configuration that differs ({0})', mattering.length)}</h2>
      </summary>
      {mattering.length === 0 ? (
        <p class="dim">{t('Nothing that is known to change figures.')}</p>
      ) : (
        <div class="scroll">
          <table class="wide fact-table">
            <thead>
              <tr>
                <th scope="col">{t('fact')}</th>
                {columns.map(({ label }, at) => (
                  <th key={at} scope="col">
                    <Letter at={at} /> {tame(label, 60)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {mattering.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{tame(name)}</code>
                  </th>
                  {values.map((value, at) => (
                    <td key={at}>
                      {value === null ? (
                        <span class="missing" title={t('not told')}>
                          {NO_FIGURE}
                          <span class="visually-hidden"> {t('not told')}</span>
                        </span>
                      ) : (
                        tame(value, 400)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rest.length > 0 && (
        <p class="dim">{t('Without effect on figures: {0}.', rest.join(', '))}</p>
      )}
    </details>
  );
}

/** What must be told wherever figures of a document stand: what is wrong with it, first of all. */
export function Documents({ model: { documents } }: { readonly model: ComparisonModel }) {
  return (
    <>
      {documents.map(({ id, title, remarks }) => (
        <section key={id} class="document" aria-label={t('Published figures of {0}', tame(id))}>
          <h2>{t('Published figures of {0}', tame(id))}</h2>
          <p class="dim">
            <cite>{tame(title, 400)}</cite>
          </p>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{tame(remark, 600)}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
