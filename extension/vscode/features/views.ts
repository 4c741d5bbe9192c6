import { compareView } from './compare/view';
import { resultsView } from './results/view';
import { runsView, targetsView } from './sidebar/view';
import { timelineView } from './timeline/view';

/** Every view of the editor. What lists views elsewhere is made from this list or checked against it. */
export const views = [targetsView, runsView, resultsView, compareView, timelineView] as const;

export type ViewName = (typeof views)[number]['name'];

/** The views that a page draws. */
export const pageViews = views.filter((view) => view.kind !== 'tree');
