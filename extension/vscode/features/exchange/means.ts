import type { Services } from '../../common';
import type { OwnRuns } from '../../services/runs';
import type { FiguresWorker } from '../../services/figures';

/** The services needed to export and import runs. */
export interface ExchangeMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'screens'> {
  readonly runs: OwnRuns;
  readonly figures: FiguresWorker;
}
