import type { RunningRun, Screens, Services } from '../../common';
import type { FiguresWorker } from './figures-worker';
import type { FromResults, ToResults } from './protocol';
import type { WithoutVersion } from './webview';

/** What the results panels need of the rest. */
export interface ResultsMeans extends Pick<
  Services,
  'context' | 'log' | 'homes' | 'targets' | 'images' | 'runs' | 'runner'
> {
  readonly figures: FiguresWorker;
  readonly timeline: Pick<Screens, 'showSample'>;
  readonly openRunning: (running: RunningRun) => void;
}

/** The view's end, as a session sees it. */
export interface SessionEnd {
  readonly post: (message: WithoutVersion<ToResults>) => void;
  /** Gives the panel's tab another title. */
  readonly entitle: (title: string) => void;
  /** Says in the view that it cannot be shown. */
  readonly fail: (error: unknown) => void;
}

/** What a panel shows at a time: a kept run, or one in progress. */
export interface Session {
  /** The target's name, as soon as it is known. */
  readonly title: Promise<string | undefined>;
  readonly receive: (message: FromResults) => void;
  readonly select: (operation: string) => void;
  /** The panel cannot be seen: memory can be given back. */
  readonly hidden: () => void;
  readonly dispose: () => void;
}
