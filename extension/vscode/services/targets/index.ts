export { type Boards, newBoards } from './boards';
export { type Inspections, newInspections, remedyOf } from './inspections';
export { newTargets } from './targets';
