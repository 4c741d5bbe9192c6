export { registerTimeline } from './timeline';
