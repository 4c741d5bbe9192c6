export { type Boards, newBoards } from './boards';
export { type Inspections, newInspections, toEditorRemedy } from './inspections';
export { newTargets } from './targets';
