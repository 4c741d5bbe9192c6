export { Overview } from './overview';
export { Side } from './side';
export { Stage } from './stage';
export { Toolbar } from './toolbar';
