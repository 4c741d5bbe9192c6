const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/**
 * Lists are written one entry a line, not as a literal that is spread.
 * @type {import('./plugin.mjs').Rule}
 */
export const spreadLiterals = {
  meta: { type: 'suggestion' },
  create(context) {
    const check = (/** @type {import('./plugin.mjs').Spread} */ node) => {
      const { argument } = node;
      const spread =
        'expression' in argument && TYPED.includes(argument.type) ? argument.expression : argument;
      if (typeof spread !== 'object' || !/^(Object|Array)Expression$/.test(spread.type)) return;
      context.report({ node, message: 'Write one entry a line instead of spreading a literal.' });
    };
    return { SpreadElement: check, JSXSpreadAttribute: check };
  },
};
