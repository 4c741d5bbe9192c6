export { boardCard } from './board-card';
export { markdown } from './markdown';
