/** How commands that read runs explain their RUN. */
export const RUN_DETAILS =
  'RUN is a folder, an id or its unique beginning, latest[:target][~N], or baseline, which\n' +
  'compare --pin chooses.';

/** The same where columns of papers may stand beside runs. */
export const COLUMN_DETAILS = `${RUN_DETAILS} A column may also be published:<document>/<table>/<column>,\nor RUN+posix, which takes the suites posix_* in the place of those without it.`;
