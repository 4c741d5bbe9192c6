import type { Rule } from 'eslint';

const QUESTION = /^\*[\s*]*(What|Whether|How)\b/;

/** A doc comment begins with a verb or the thing itself, not with a question. */
export const docComments: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { question: 'Begin with a verb or the thing itself instead of "{{word}}".' },
  },
  create: ({ sourceCode, report }) => ({
    Program: () => {
      for (const { type, value, loc } of sourceCode.getAllComments()) {
        const word = type === 'Block' ? QUESTION.exec(value)?.[1] : undefined;
        if (word && loc) report({ loc, messageId: 'question', data: { word } });
      }
    },
  }),
};
