export { newPanels, type PanelEnd, type Panels, type PanelSession } from './panels';
