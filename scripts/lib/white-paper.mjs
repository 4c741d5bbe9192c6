/** Command-line options that select the four families of NXP's white paper. */
export const whitePaperOptions = [
  'heap/*',
  'mutex/*',
  'thread/create',
  'thread/join',
  'context_switch/*',
].flatMap((bench) => ['--bench', bench]);
