import type { ResultSection, ResultsModel } from '../../../../report';
import { t, tame } from '../../../page';

/** A line may list some hundred operations. */
const LONGEST = 4000;

/** The cost of variants, and the documents' own tables with this run's figures. */
export function Sections({ model: { variants, documents } }: { readonly model: ResultsModel }) {
  return (
    <>
      {variants.length > 0 && (
        <details class="method">
          <summary>
            <h2>{t('Variants of the same operations')}</h2>
          </summary>
          {variants.map((section) => (
            <Part key={section.title} section={section} />
          ))}
        </details>
      )}
      {documents.length > 0 && (
        <details class="method">
          <summary>
            <h2>{t('Beside published figures')}</h2>
          </summary>
          {documents.map(({ title, remarks, sections }) => (
            <details key={title} class="document">
              <summary>{title}</summary>
              {sections.map((section) => (
                <Part key={section.title} section={section} />
              ))}
              <Lines lines={remarks} />
            </details>
          ))}
        </details>
      )}
    </>
  );
}

function Part({ section: { title, lead, table, lines } }: { readonly section: ResultSection }) {
  return (
    <section>
      <h3>{tame(title, LONGEST)}</h3>
      {lead !== undefined && <p class="dim">{lead}</p>}
      {table && <SectionTable table={table} caption={title} />}
      <Lines lines={lines} />
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="dim">
      {lines.map((line) => (
        <li key={line}>{tame(line, LONGEST)}</li>
      ))}
    </ul>
  );
}

/** A table whose first column names the rows. */
export function SectionTable({
  table: { titles, rows },
  caption,
}: {
  readonly table: {
    readonly titles: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly caption: string;
}) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="figures">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {titles.map((title, at) => (
              <th key={at} scope="col" class={at === 0 ? undefined : 'number'}>
                {tame(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], at) => (
            <tr key={at}>
              <th scope="row">{tame(name)}</th>
              {cells.map((cell, column) => (
                <td key={column} class="number">
                  {tame(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
