import type { Services } from '../../common';
import type { OwnRuns } from '../../services/runs';
import type { FiguresWorker } from '../../services/figures';

/** What is needed to take runs out into files and in from files. */
export interface ExchangeMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'screens'> {
  readonly runs: OwnRuns;
  readonly figures: FiguresWorker;
}
