export { nxpColumns } from './nxp';
