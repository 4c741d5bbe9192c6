export { type Boards, newBoards } from './boards';
export { type Inspections, newInspections, requirementRemedyOf } from './inspections';
export { newTargets } from './targets';
