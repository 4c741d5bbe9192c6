export { beginDraft, type RunDraft } from './draft';
export { keepAbandoned } from './keep';
