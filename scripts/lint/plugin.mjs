/**
 * The rules of this project for the linter.
 *
 * @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule
 * @typedef {ReturnType<Rule['create']>} Visitor
 * @typedef {Visited<'ImportDeclaration' | 'ImportExpression' | 'ExportAllDeclaration'
 *   | 'ExportNamedDeclaration' | 'TSImportType'>} Importing
 * @typedef {Visited<'SpreadElement' | 'JSXSpreadAttribute'>} Spread
 * @typedef {Visited<'FunctionDeclaration' | 'VariableDeclarator' | 'MethodDefinition' | 'Property'>} Naming
 */

/**
 * @template {keyof Visitor} Name
 * @typedef {Parameters<NonNullable<Visitor[Name]>>[0]} Visited
 */

import { houseImports } from './imports.mjs';

const QUESTION = /^[\s*]*(What|Whether|How)\b/;

/**
 * A comment in a block begins with a verb or the thing itself, not with a question.
 * @type {Rule}
 */
const docComments = {
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

const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/**
 * Lists are written one entry per line, not as a literal that is spread.
 * @type {Rule}
 */
const spreadLiterals = {
  meta: { type: 'suggestion' },
  create(context) {
    const check = (/** @type {Spread} */ node) => {
      const { argument } = node;
      const spread =
        'expression' in argument && TYPED.includes(argument.type) ? argument.expression : argument;
      if (typeof spread !== 'object' || !/^(Object|Array)Expression$/.test(spread.type)) return;
      context.report({ node, message: 'Write one entry per line instead of spreading a literal.' });
    };
    return { SpreadElement: check, JSXSpreadAttribute: check };
  },
};

/** Names that every reader knows, and nouns that end so. */
const ESTABLISHED = /^(groupBy|indexOf|waitFor|zoomIn)$|(BuiltIn|StandIn)$/;

/** A participle at the beginning, which leaves open who does what. */
const PARTICIPLE =
  /^(?:(?!need|embed|shed)[a-z]*[a-df-z]ed|agreed|driven|found|given|held|kept|known|left|lost|made|meant|seen|sent|taken|told|(?:describ|end|fall|miss|runn|start|switch|wait)ing)(?![a-z])/;

/**
 * A function's name has a verb, or asks: it begins with no participle and ends in no preposition.
 * @type {Rule}
 */
const functionNames = {
  meta: { type: 'suggestion' },
  create(context) {
    const check = (/** @type {Naming} */ node) => {
      const name = 'id' in node ? node.id : node.key;
      const value = 'init' in node ? node.init : 'value' in node ? node.value : node;
      if (!name || !('name' in name) || !value || !/Function/.test(value.type)) return;
      const text = String(name.name);
      const end = ESTABLISHED.test(text) ? undefined : /[a-z\d](?:Of|By|In|For)$/.exec(text);
      // Members may be events, which are called so.
      if (!end && ('key' in node || !PARTICIPLE.test(text))) return;
      context.report({
        node: name,
        message: `Begin "${text}" with a verb, and end it with a noun.`,
      });
    };
    return {
      FunctionDeclaration: check,
      VariableDeclarator: check,
      MethodDefinition: check,
      Property: check,
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    comments: docComments,
    imports: houseImports,
    names: functionNames,
    spread: spreadLiterals,
  },
};
