export { newHomes } from './homes';
