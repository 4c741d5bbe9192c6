export { type Boards, newBoards } from './boards';
export { type Inspections, newInspections } from './inspections';
export { remedyOf } from './remedy';
export { newTargets } from './targets';
