import { shortUnit } from '../../agent';
import { groupBy } from '../../base';
import { getFigureMargin, getFigureValue } from '../../measure';
import {
  inNanoseconds,
  nameAt,
  type OperationRow,
  pointText,
  type PublishedPart,
  type PublishedRow,
  type PublishedUnit,
  type RunRecord,
  summarise,
} from '../../runs';
import { distinctLabels, runColumn } from '../columns';
import { isMixture, getTrimmedMean, WHOLE_MEAN, wholeMean } from '../variants';
import { type Own, together, withNote } from './together';

/** A run whose figures appear next to published ones. */
export interface OwnRun {
  readonly label: string;
  readonly record: RunRecord;
  /** Its operations by `suite/op`; several points of a sweep share a name. */
  readonly rows: ReadonlyMap<string, readonly OperationRow[]>;
}

/** A run with the suites of one variant: `cmsis_rhealstone` instead of `rhealstone`. */
export interface Side {
  readonly run: OwnRun;
  /** Empty for the suites themselves. */
  readonly variant: string;
}

/** A document's unit, and the kind of mean it takes. */
export interface DocumentUnit {
  readonly unit: PublishedUnit;
  readonly isTrimmed?: boolean;
  /** The mean of batches: elapsed over their operations, without a reading inside. */
  readonly isBatch?: boolean;
  /** States how the definition of an operation, `suite/op`, differs from the document's. */
  readonly difference?: (op: string, side: Side) => string | undefined;
}

/** Measured runs, without passes of images with trace hooks. */
export function listOwnRuns(records: readonly RunRecord[]): OwnRun[] {
  const measured = records.filter(({ imported }) => imported === undefined);
  const labels = distinctLabels(measured.map(runColumn));
  return measured.map((record, at) => ({
    label: labels[at] ?? '',
    record,
    rows: byName(summarise(selectHeadline(record))),
  }));
}

/** Splits a run into its repeats. */
export function splitRepeats(run: OwnRun): OwnRun[] {
  const { passes } = selectHeadline(run.record);
  const repeats = new Set(passes.flatMap((pass) => pass.operations.map(({ repeat }) => repeat)));
  return Array.from(repeats, (repeat) => {
    const ofRepeat = passes.map((pass) => ({
      ...pass,
      operations: pass.operations.filter((each) => each.repeat === repeat),
    }));
    return { ...run, rows: byName(summarise({ passes: ofRepeat })) };
  });
}

function byName(rows: readonly OperationRow[]): OwnRun['rows'] {
  return groupBy(rows, ({ suite, op }) => `${suite}/${op}`);
}

function selectHeadline({ passes }: RunRecord): Pick<RunRecord, 'passes'> {
  return { passes: passes.filter(({ build }) => build === 'headline') };
}

/** The variants that runs have of some operations. */
export function listSides(
  runs: readonly OwnRun[],
  variants: readonly string[],
  ops: ReadonlySet<string>,
): Side[] {
  return runs.flatMap((run) =>
    variants
      .map((variant): Side => ({ run, variant }))
      .filter((side) => [...ops].some((op) => hasOperation(side, op))),
  );
}

/** True if a run has an operation in a variant, at any point. */
export function hasOperation({ run, variant }: Side, op: string): boolean {
  return run.rows.has(variantName(op, variant));
}

/** A side's table heading. */
export function sideLabel({ run, variant }: Side): string {
  return variant === '' ? run.label : `${run.label} +${variant}`;
}

/** The user's figure for a row: of its operation, or made of several. */
export function findOwnFigure(side: Side, row: PublishedRow, reading: DocumentUnit): Own {
  const { op, made, params } = row;
  if (op !== undefined) return findOwnPart(side, { op, params }, reading);
  if (made === undefined) return { kind: 'refused', why: 'nothing of ours corresponds' };
  const figures = made.parts.map((part) => [part, findOwnPart(side, part, reading)] as const);
  return together(made.rule, figures);
}

/** The user's figure for an operation at a point. */
export function findOwnPart(side: Side, part: PublishedPart, reading: DocumentUnit): Own {
  const op = variantName(part.op, side.variant);
  const found = (side.run.rows.get(op) ?? []).filter((row) => isAt(row, part.params));
  const [row, ...others] = found;
  if (row === undefined) {
    const plain = findRefusedPlain(side.run, op);
    if (plain !== undefined) return ofRow(plain, part, reading, side.run);
    return { kind: 'missing', target: side.run.record.target.id, parts: [{ ...part, op }] };
  }
  if (others.some(({ clock }) => clock === row.clock)) {
    const points = found.map(({ params }) => pointText(params)).join('; ');
    return { kind: 'refused', why: `${op} was measured at several points: ${points}` };
  }
  return withNote(ofRow(row, part, reading, side.run), reading.difference?.(part.op, side));
}

/** The operating system that a run was measured on; an agent on Linux does not report another name. */
export function getOsName({ record }: OwnRun): string {
  return record.passes[0]?.facts['os'] ?? 'Linux';
}

/** An operation that was refused in the plain suite is absent from its variants. */
function findRefusedPlain({ rows }: OwnRun, op: string): OperationRow | undefined {
  const plain = op.replace(/^[^_/]+_/, '');
  return plain === op ? undefined : rows.get(plain)?.find(({ standing }) => standing === 'refused');
}

function ofRow(
  row: OperationRow,
  { params }: PublishedPart,
  { unit, isTrimmed = false, isBatch = false }: DocumentUnit,
  run: OwnRun,
): Own {
  const isWhole = isTrimmed && findVariants(run, row).some(isMixture);
  const batches = isBatch ? row.batches?.mean : undefined;
  const batch = batches && 'value' in batches ? batches : undefined;
  const mean = batch ?? (isWhole ? wholeMean(row) : isTrimmed ? getTrimmedMean(row) : row.mean);
  const isCoarse = row.meanFrom === 'batches';
  const otherMean = isBatch ? SAMPLE_MEAN : undefined;
  const note = isWhole ? WHOLE_MEAN : batch ? BATCH_MEAN : isCoarse ? COARSE_MEAN : otherMean;
  const notes = note === undefined ? [] : [note];
  const value = getFigureValue(mean);
  if (value === undefined) {
    const name = nameAt(`${row.suite}/${row.op}`, params);
    return { kind: 'refused', why: `${name}: ${whyNone(row)}` };
  }
  const scale = NANOSECONDS[unit];
  const time = scale === undefined ? undefined : inNanoseconds(mean, row);
  const { samples, repeats } = row;
  if (time === undefined || scale === undefined) {
    const unit = shortUnit(row.clock.unit);
    return { kind: 'value', value, unit, margin: getFigureMargin(mean), samples, repeats, notes };
  }
  const margin = time.margin === undefined ? undefined : time.margin / scale;
  return { kind: 'value', value: time.value / scale, unit, margin, samples, repeats, notes };
}

/** Follows a figure that the document takes as elapsed time over a number of operations. */
const BATCH_MEAN = 'the mean of batches, elapsed time over operations, as the document takes it';

/** Follows such a figure if only single executions were measured. */
const SAMPLE_MEAN = 'a mean of samples in place of batches, of which there are too few';

/** Follows a figure whose samples are too coarse for the mean of samples that the document takes. */
const COARSE_MEAN = 'a mean of batches: one execution is too short for the clock';

/** An operation in all variants: they appear side by side, so one kind of mean must suit all. */
function findVariants({ rows }: OwnRun, { suite, op, params }: OperationRow): OperationRow[] {
  const plain = plainName(`${suite}/${op}`, rows);
  return [...rows]
    .filter(([name]) => name === plain || plainName(name, rows) === plain)
    .flatMap(([, all]) => all.filter((row) => isAt(row, params)));
}

function plainName(name: string, rows: OwnRun['rows']): string {
  const plain = name.replace(/^[^_/]+_/, '');
  return rows.has(plain) ? plain : name;
}

/** The reason why an operation has no mean. */
function whyNone({ standing, reasons, notes }: OperationRow): string {
  const [reason] = reasons;
  return reason === undefined ? notes.join('; ') : `${standing}, ${reason}`;
}

const NANOSECONDS: Readonly<Partial<Record<PublishedUnit, number>>> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
};

function isAt({ params }: OperationRow, at: PublishedPart['params']): boolean {
  return Object.entries(at).every(([name, value]) => params[name] === value);
}

function variantName(op: string, variant: string): string {
  return variant === '' ? op : `${variant}_${op}`;
}
