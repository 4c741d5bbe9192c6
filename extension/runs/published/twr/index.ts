export { METRICS } from './averages';
export { rowName, type Sweep, table1, table2 } from './sweeps';
export { twrColumns } from './twr';
