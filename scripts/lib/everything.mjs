/** Set by `npm run test:all`: every case of every table is tested, and not one of each kind alone. */
export const isEverything = process.env['CYCLESCOPE_TEST_ALL'] === '1';
