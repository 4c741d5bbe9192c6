export { type LatestRequest, newLatestRequest } from './latest';
export { newPanels, type PanelEnd, type Panels, type PanelSession } from './panels';
