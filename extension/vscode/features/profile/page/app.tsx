import { formatChange, formatNumber, formatPercent } from '../../../../measure';
import { FailureNotice, Name, Notice, t, tame } from '../../../page';
import { FlameGraph } from './flame-graph';
import { Details, FunctionTable } from './functions';
import {
  ALL,
  canJoin,
  chooseOperation,
  choosePath,
  failure,
  flame,
  foundShare,
  marked,
  operation,
  operations,
  paths,
  type Post,
  profile,
  query,
  subject,
  zoom,
  zoomTo,
} from './store';

// The most entries in the list of what could not be profiled.
const MOST = 12;

/** The flame graph of an operation, and its functions as a table. */
export function App({ post }: { readonly post: Post }) {
  if (failure.value !== undefined) {
    return (
      <FailureNotice {...failure.value} onLog={() => post({ type: 'action', action: 'log' })} />
    );
  }
  const shown = profile.value;
  if (shown === undefined) return <div class="skeleton outline-chart" />;
  const model = flame.value;
  return (
    <>
      <Header post={post} />
      {shown.problems.length > 0 && (
        <Notice kind="warning">
          <ul>
            {shown.problems.slice(0, MOST).map((problem) => (
              <li key={problem}>{tame(problem, 600)}</li>
            ))}
            {shown.problems.length > MOST && (
              <li>{t('… and {0} more', shown.problems.length - MOST)}</li>
            )}
          </ul>
        </Notice>
      )}
      {operations.value.length === 0 && (
        <p class="dim">
          {!shown.against
            ? t('No operation was profiled.')
            : shown.operations.some(({ sampled }) => sampled)
              ? t('Sampled profiles are not compared.')
              : t('The two profiles have no operation in common.')}
        </p>
      )}
      {operation.value && <Controls post={post} />}
      <SamplingRemarks />
      {model ? (
        <div class="columns">
          <FlameGraph model={model} post={post} />
          <FunctionTable model={model} post={post} />
          <Details model={model} />
        </div>
      ) : (
        operation.value && <div class="skeleton outline-chart" />
      )}
    </>
  );
}

/** Remarks on how an operation was sampled, if it was. */
function SamplingRemarks() {
  const { remarks = [] } = operation.value?.sampled ?? {};
  if (remarks.length === 0) return null;
  return <p class="dim remarks">{remarks.map((remark) => tame(remark, 600)).join(' ')}</p>;
}

function Header({ post }: { readonly post: Post }) {
  const { title, target, against, isFirmware } = profile.value ?? NO_RUN;
  return (
    <header class="head">
      <div class="head-words">
        <h1>{against ? t('Difference of two profiles') : t('Profile')}</h1>
        <p class="bar head-line">
          <Name text={target} />
          <Name text={title} class="dim" />
        </p>
      </div>
      <div class="bar actions" role="group" aria-label={t('This run')}>
        {!against && <Exports post={post} />}
        {!isFirmware && (
          <button type="button" onClick={() => post({ type: 'action', action: 'results' })}>
            {t('Open results')}
          </button>
        )}
      </div>
    </header>
  );
}

/** Hands what is shown to other profilers. */
function Exports({ post }: { readonly post: Post }) {
  const actions = [
    ['table', t("Open in the editor's table")],
    ['export', t('Export…')],
  ] as const;
  return (
    <>
      {actions.map(([action, text]) => (
        <button
          key={action}
          type="button"
          disabled={operation.value === undefined}
          onClick={() => post({ type: 'action', action, operation: subject.value.operation })}
        >
          {text}
        </button>
      ))}
    </>
  );
}

const NO_RUN = { title: '', target: '', against: undefined, isFirmware: false };

/** The operation shown, its figures, and the search. */
function Controls({ post }: { readonly post: Post }) {
  const { operation: at } = subject.value;
  return (
    <div class="bar wide">
      <label class="group">
        {t('Operation')}
        <select
          value={operation.value?.name}
          onChange={({ currentTarget }) => chooseOperation(currentTarget.value)}
        >
          {canJoin.value && <option value={ALL}>{t('all operations, once each')}</option>}
          {operations.value.map((each) => (
            <option key={each.name} value={each.name}>
              {tame(each.name)}
            </option>
          ))}
        </select>
      </label>
      {paths.value.length > 0 && <OrderChoice />}
      <label class="group">
        {t('Search')}
        <input
          type="search"
          placeholder={t('function')}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            marked.value = undefined;
          }}
        />
      </label>
      <button type="button" disabled={zoom.value === 0} onClick={() => zoomTo(0)}>
        {t('All')}
      </button>
      {at !== undefined && operation.value?.sampled?.isFlat !== false && (
        <button type="button" onClick={() => post({ type: 'instructions', operation: at })}>
          {t('Instructions')}
        </button>
      )}
      <Figures />
      <span class="figure found" role="status">
        {foundShare.value !== undefined &&
          (operation.value?.sampled
            ? t('Found: {0} of the time', formatPercent(foundShare.value))
            : t('Found: {0} of the instructions', formatPercent(foundShare.value)))}
      </span>
    </div>
  );
}

/** The figures of what is shown. */
function Figures() {
  const shown = operation.value;
  if (shown === undefined) return null;
  return (
    <span class="dim figure">
      {shown.sampled ? describeSampling(shown.samples, shown.sampled) : describeMean(shown)}
    </span>
  );
}

type Shown = NonNullable<typeof operation.value>;

function describeSampling(
  samples: number,
  { seconds, rate, way, isFlat }: NonNullable<Shown['sampled']>,
): string {
  const figures = [
    formatNumber(samples),
    formatNumber(seconds),
    formatNumber(rate),
    tame(way, 120),
  ] as const;
  return isFlat
    ? t('sampled, flat: {0} samples in {1} s, {2} per second, from {3}', ...figures)
    : t('sampled: {0} samples in {1} s, {2} per second, from {3}', ...figures);
}

/** Describes a mean with the samples that it is of, or with the mean that it is compared with. */
function describeMean({ samples, measuredSamples, instructions, before }: Shown): string {
  const value = instructions / Math.max(1, samples);
  const [mean, count] = [formatNumber(value), formatNumber(samples)];
  const first =
    measuredSamples !== undefined &&
    t('mean of the first {0} of {1} samples', count, formatNumber(measuredSamples));
  if (before !== undefined) {
    const change = formatChange(value - before);
    const text = t(
      '{0} instructions per operation, before {1} ({2})',
      mean,
      formatNumber(before),
      change,
    );
    return first === false ? text : `${text}, ${first}`;
  }
  if (subject.value.operation === undefined)
    return t('{0} instructions, {1} operations', mean, operations.value.length);
  if (first !== false) return t('{0} instructions per operation, {1}', mean, first);
  return samples === 1
    ? t('{0} instructions per operation, 1 sample', mean)
    : t('{0} instructions per operation, {1} samples', mean, count);
}

/** All samples by their cost, or one of their paths in time order. */
function OrderChoice() {
  const all = paths.value.reduce((sum, { samples }) => sum + samples, 0);
  return (
    <label class="group">
      {t('Order')}
      <select
        value={subject.value.path ?? ''}
        onChange={({ currentTarget: { value } }) =>
          choosePath(value === '' ? undefined : Number(value))
        }
      >
        <option value="">{t('by cost, all samples')}</option>
        {paths.value.map(({ at, samples, instructions }) => (
          <option key={at} value={at}>
            {all === 1
              ? t('in time order: {0} instructions', formatNumber(instructions))
              : t(
                  'in time order: {0} instructions, {1} of {2} samples',
                  formatNumber(instructions),
                  formatNumber(samples),
                  formatNumber(all),
                )}
          </option>
        ))}
      </select>
    </label>
  );
}
