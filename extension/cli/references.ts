/** Help on RUN for commands that read runs. */
export const RUN_DETAILS =
  'RUN is a folder, an id or its unique beginning, latest[:target][~N], or baseline, which\n' +
  'compare --pin sets.';

/** The same for commands that also accept published columns. */
export const COLUMN_DETAILS = `${RUN_DETAILS} A column may also be published:<document>/<table>/<column>,\nor RUN+posix, which takes the suites posix_* in place of those without the prefix.`;
