import { compareView } from './compare/view';
import { historyView } from './history/view';
import { matrixView } from './matrix/view';
import { profileView } from './profile/view';
import { resultsView } from './results/view';
import { runsView, targetsView } from './sidebar/view';
import { timelineView } from './timeline/view';

/** Every view of the editor; other lists of views are made from it or checked against it. */
export const views = [
  targetsView,
  runsView,
  resultsView,
  compareView,
  profileView,
  historyView,
  matrixView,
  timelineView,
] as const;

export type ViewName = (typeof views)[number]['name'];

/** The views with a page. */
export const pageViews = views.filter((view) => view.kind !== 'tree');
