/**
 * The rules of this project for the linter.
 *
 * @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule
 * @typedef {ReturnType<Rule['create']>} Visitor
 * @typedef {Visited<'ImportDeclaration' | 'ImportExpression' | 'ExportAllDeclaration'
 *   | 'ExportNamedDeclaration' | 'TSImportType'>} Importing
 * @typedef {Visited<'SpreadElement' | 'JSXSpreadAttribute'>} Spread
 */

/**
 * @template {keyof Visitor} Name
 * @typedef {Parameters<NonNullable<Visitor[Name]>>[0]} Visited
 */

import { docComments } from './comments.mjs';
import { houseImports } from './imports.mjs';
import { spreadLiterals } from './spread.mjs';

export default {
  meta: { name: 'house' },
  rules: { comments: docComments, imports: houseImports, spread: spreadLiterals },
};
