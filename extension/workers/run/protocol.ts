import type { Failure } from '../../base';
import type { GateResult } from '../../compare';
import type { RunProgress, RunSpec } from '../../engine';
import type { Histogram } from '../../measure';
import type { OperationRow, RunRecord } from '../../runs';

/** The operation in progress and the samples of it that have arrived. */
export interface LiveProgress extends RunProgress {
  /** In the clock's unit, the reading cost not taken off; at most 64 bins. */
  readonly histogram: Histogram;
  /** Short, as it stands beside figures. */
  readonly unit: string;
}

/** What a run tells on the way. */
export type RunTelling =
  | { readonly kind: 'message'; readonly text: string }
  | {
      readonly kind: 'deploy';
      readonly done: number;
      readonly total: number;
      /** Bytes a second; none before there is anything to tell. */
      readonly rate?: number | undefined;
    }
  | { readonly kind: 'progress'; readonly progress: LiveProgress }
  /** A pass has left the target. */
  | { readonly kind: 'quiet' }
  /** The run is kept and is being held against the baseline, which may take a while. */
  | { readonly kind: 'comparing'; readonly kept: KeptRun };

/** A row without its samples, which stay on disk. */
export type MeasuredRow = Omit<OperationRow, 'distribution' | 'ticked'>;

/** One operation that a gate does not let pass, or cannot judge. */
export interface GatedOperation {
  /** With all of its parameters, which nothing else has. */
  readonly operation: string;
  readonly outcome: 'failed' | 'inconclusive';
  readonly why: string;
  /** Both sides as text of the same form, line by line. */
  readonly expected: string;
  readonly actual: string;
}

/** A run held against the pinned baseline. */
export interface GateReport {
  readonly gate: string;
  readonly baseline: string;
  readonly outcome: GateResult['outcome'];
  readonly operations: readonly GatedOperation[];
}

/** A run that was kept. */
export interface KeptRun {
  readonly id: string;
  readonly folder: string;
  readonly status: RunRecord['status'];
  readonly problems: readonly string[];
  /** What takes nothing off the figures. */
  readonly notes: readonly string[];
  /** Of the headline pass; the traced one explains and is never shown as a figure. */
  readonly rows: readonly MeasuredRow[];
  readonly gate: GateReport | undefined;
  /** Why there is no report of a gate that was asked for. */
  readonly gateProblem: string | undefined;
  /** Why the run ended early. */
  readonly failure: Failure | undefined;
}

/** What the run worker serves. */
export type RunCalls = {
  readonly run: {
    readonly takes: RunSpec;
    readonly gives: KeptRun;
    readonly tells: RunTelling;
  };
};
