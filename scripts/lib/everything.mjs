/** Set by `npm run test:all`: every case of every table is tested, and not only one of each kind. */
export const isEverything = process.env['CYCLESCOPE_TEST_ALL'] === '1';
