export { Overview } from './overview';
export { SidePanel } from './side';
export { Stage } from './stage';
export { Toolbar } from './toolbar';
