export { newPanels, type PanelEnd, type Panels, type Session } from './panels';
