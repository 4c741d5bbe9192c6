import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { docComments } from './scripts/lint/comments';
import { houseImports } from './scripts/lint/imports';
import { packages } from './scripts/lint/packages';

const code = ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs'];
const house = { rules: { comments: docComments, imports: houseImports } };
const tests = ['**/*.test.{ts,tsx,mjs}', '**/testing/**', '**/testing.ts', 'test/**'];

export default defineConfig(
  globalIgnores(['dist/', 'build/', '.cyclescope/', '**/node_modules/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: code, extends: [tseslint.configs.strict] },
  {
    files: code,
    plugins: { house },
    rules: {
      'house/comments': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: [
            'SpreadElement > .argument',
            'JSXSpreadAttribute > .argument',
            'SpreadElement > .argument > .expression',
          ]
            .map((spread) => `${spread}:matches(ObjectExpression, ArrayExpression)`)
            .join(),
          message: 'Write one entry a line instead of spreading a literal.',
        },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['extension/**/*.{ts,tsx,mjs,cjs}'],
    rules: { 'house/imports': 'error', 'no-console': 'error' },
  },
  { files: ['extension/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: packages.flatMap(({ name, isPure }) => (isPure ? [`extension/${name}/**/*.ts`] : [])),
    ignores: tests,
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'require', '__dirname', '__filename'],
    },
  },
  {
    files: ['scripts/setup.mjs', 'scripts/setup/**/*.mjs'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!node:|\\.)', message: 'Set-up runs before npm: Node itself only.' },
          ],
        },
      ],
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
