import type { Failure } from '../../base';
import type { GateResult } from '../../compare';
import type { RunProgress, RunSpec, TurnsQuestion } from '../../engine';
import type { Histogram } from '../../measure';
import type { ShownTurns } from '../../report';
import type { OperationRow, RunRecord } from '../../runs';

/** One of two agents that are measured in turns; A is the baseline. */
export type TurnAgent = 'A' | 'B';

/** The operation in progress and its samples so far. */
export interface LiveProgress extends RunProgress {
  /** The agent that executes it, if two take turns. */
  readonly agent?: TurnAgent | undefined;
  /** In the clock's unit, without subtracting the reading cost; at most 64 bins. */
  readonly histogram: Histogram;
  /** Short, as shown beside figures. */
  readonly unit: string;
}

/** Progress messages of a run. */
export type RunUpdate =
  | { readonly kind: 'message'; readonly text: string }
  /** The target is in use, and the run waits until it is free. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'building' }
  | {
      readonly kind: 'deploy';
      readonly done: number;
      readonly total: number;
      /** Bytes per second; absent until it can be estimated. */
      readonly rate?: number | undefined;
    }
  | { readonly kind: 'progress'; readonly progress: LiveProgress }
  /** A pass has finished on the target. */
  | { readonly kind: 'quiet' }
  /** The run is kept; comparing it with the baseline may take a while. */
  | { readonly kind: 'comparing'; readonly kept: KeptRun };

/** A row without its samples, which stay on disk. */
export type MeasuredRow = Omit<OperationRow, 'distribution' | 'ticked'>;

/** One operation that fails a gate, or that the gate cannot judge. */
export interface GatedOperation {
  /** Unique, as it includes all parameters. */
  readonly operation: string;
  readonly outcome: 'failed' | 'inconclusive';
  readonly why: string;
  /** Both sides as text in the same form, line by line. */
  readonly expected: string;
  readonly actual: string;
}

/** A run compared with the pinned baseline. */
export interface GateReport {
  readonly gate: string;
  readonly baseline: string;
  readonly outcome: GateResult['outcome'];
  readonly operations: readonly GatedOperation[];
  /** The comparison in turns that would decide the undecided. */
  readonly turns?: ShownTurns | undefined;
}

/** A kept run. */
export interface KeptRun {
  readonly id: string;
  readonly folder: string;
  readonly status: RunRecord['status'];
  readonly problems: readonly string[];
  /** Remarks that do not lessen the figures. */
  readonly notes: readonly string[];
  /** Rows of the headline pass; the traced one only explains and is never shown as a figure. */
  readonly rows: readonly MeasuredRow[];
  readonly gate: GateReport | undefined;
  /** The reason if a requested gate has no report. */
  readonly gateProblem: string | undefined;
  /** The reason if the run ended early. */
  readonly failure: Failure | undefined;
}

/** The decision that two agents in turns are measured for, and the time that they may take. */
export interface TurnsRequest extends Omit<TurnsQuestion, 'least' | 'gate'> {
  /** The syntax is that of `--fail-on`. */
  readonly gate?: string | undefined;
}

/** Calls of the run worker. */
export type RunCalls = {
  /** Measures two agents in turns, until everything is decided; both runs are kept. */
  readonly interleave: {
    readonly takes: readonly [RunSpec, RunSpec, TurnsRequest];
    readonly gives: readonly [KeptRun, KeptRun];
    readonly reports: RunUpdate;
  };
  readonly run: {
    readonly takes: RunSpec;
    readonly gives: KeptRun;
    readonly reports: RunUpdate;
  };
};
