import { madeUpSeries } from '../../extension/history/testing/series';

/* Prints the 200 series that the unit test compares with another program. */
console.log(JSON.stringify(madeUpSeries(10)));
