export { registerRunsView } from './runs';
export { registerTargetsView } from './targets';
