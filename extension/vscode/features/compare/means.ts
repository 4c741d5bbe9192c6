import type { Services } from '../../common';
import type { FiguresWorker } from '../../services/figures';

/** The services that comparisons need. */
export interface CompareMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'runs'> {
  readonly figures: FiguresWorker;
}
