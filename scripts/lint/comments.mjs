const QUESTION = /^\*[\s*]*(What|Whether|How)\b/;

/**
 * A doc comment begins with a verb or the thing itself, not with a question.
 * @type {import('./plugin.mjs').Rule}
 */
export const docComments = {
  meta: { type: 'suggestion' },
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) {
        const word = comment.type === 'Block' ? QUESTION.exec(comment.value)?.[1] : undefined;
        if (word === undefined) continue;
        const message = `Begin with a verb or the thing itself instead of "${word}".`;
        context.report({ loc: comment.loc, message });
      }
    },
  }),
};
