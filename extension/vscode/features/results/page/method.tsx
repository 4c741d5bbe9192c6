import { formatNumber } from '../../../../measure';
import {
  enoughSentence,
  PASS_TITLES,
  type ResultPass,
  type ResultsModel,
} from '../../../../report';
import { t, tame } from '../../../page';

const LONGEST = 400;
/** A shard may have some hundred operations. */
const LONGEST_SHARD = 4000;

/** The method of measuring: enough to doubt a figure, and to repeat it. */
export function Method({ model }: { readonly model: ResultsModel }) {
  const { remarks, passes, shards, facts, command, tool, repeat } = model;
  return (
    <details class="method">
      <summary>
        <h2>{t('How it was measured')}</h2>
      </summary>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{tame(remark, LONGEST)}</li>
        ))}
        {passes.length > 0 && <li>{enoughSentence()}</li>}
        {repeat > 1 && (
          <li>{t('Measured {0} times, with a restart of the agent in between.', repeat)}</li>
        )}
      </ul>
      <dl class="facts">
        <div>
          <dt>{t('to repeat')}</dt>
          <dd>
            <code>{tame(command, LONGEST)}</code>
          </dd>
        </div>
        <div>
          <dt>{t('measured by')}</dt>
          <dd>{tame(tool)}</dd>
        </div>
        {shards.map(({ board, operations }, at) => (
          <div key={at}>
            <dt>{t('shard {0}', at + 1)}</dt>
            <dd>{tame(`${board}: ${operations.join(', ')}`, LONGEST_SHARD)}</dd>
          </div>
        ))}
      </dl>
      {passes.map((pass) => (
        <PassFacts key={pass.build} pass={pass} />
      ))}
      {facts.length > 0 && <FactTable passes={passes} facts={facts} />}
    </details>
  );
}

function PassFacts({ pass }: { readonly pass: ResultPass }) {
  const { image, clocks, clockFacts, stream, recording, build } = pass;
  const facts: readonly (readonly [string, string])[] = [
    [t('clock'), [...clocks, clockFacts].join(' ')],
    [t('image'), image.sha256],
    [t('trace hooks'), image.hooks === 1 ? t('linked in') : t('not linked in')],
    [t('compiler'), image.compiler],
    [t('flags'), image.flags],
    [t('recording'), `${recording}: ${stream}`],
  ];
  return (
    <section>
      <h3>{PASS_TITLES[build]}</h3>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{tame(value, LONGEST)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FactTable({ passes, facts }: Pick<ResultsModel, 'passes' | 'facts'>) {
  const columns = passes.length === 0 ? [t('value')] : passes.map(({ build }) => build);
  const isSame = facts.every(([, first, ...others]) => others.every((value) => value === first));
  const shown = isSame ? columns.slice(0, 1) : columns;
  return (
    <section>
      <h3>{t('Reported by the agent ({0} facts)', formatNumber(facts.length))}</h3>
      <div class="scroll">
        <table class="facts-table">
          <thead>
            <tr>
              <th scope="col">{t('fact')}</th>
              {shown.map((column) => (
                <th key={column} scope="col">
                  {isSame && columns.length > 1 ? t('both passes') : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(([name = '', ...values]) => (
              <tr key={name} class={new Set(values).size > 1 ? 'differs' : undefined}>
                <th scope="row">
                  <code>{tame(name, 60)}</code>
                </th>
                {shown.map((column, at) => (
                  <td key={column}>{tame(values[at] ?? '', LONGEST)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
