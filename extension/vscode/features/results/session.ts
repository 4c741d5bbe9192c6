import type { RunningRun, Screens, Services } from '../../common';
import type { PanelEnd, PanelSession } from '../../panels';
import type { FiguresWorker } from '../../services/figures';
import type { FromResults, ToResults } from './protocol';

/** The services that results panels need. */
export interface ResultsMeans extends Pick<
  Services,
  'context' | 'log' | 'homes' | 'targets' | 'images' | 'runs' | 'runner'
> {
  readonly figures: FiguresWorker;
  readonly timeline: Pick<Screens, 'showSample'>;
  readonly openRunning: (running: RunningRun) => void;
}

/** A session's connection to its panel. */
export type ResultsEnd = PanelEnd<ToResults, FromResults, ResultsSession>;

/** Serves a kept run, or one in progress. */
export interface ResultsSession extends PanelSession<FromResults> {
  readonly select: (operation: string) => void;
}
