import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { roomImports } from './scripts/lint/room-imports';

const code = ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs'];
const tests = ['**/*.test.{ts,tsx,mjs}', '**/testing/**', '**/testing.ts', 'test/**'];

export default defineConfig(
  globalIgnores(['dist/', 'build/', '.cyclescope/', '**/node_modules/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: code, extends: [tseslint.configs.strict] },
  {
    files: code,
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['extension/**/*.{ts,tsx,cjs}'],
    plugins: { rooms: { rules: { imports: roomImports } } },
    rules: { 'rooms/imports': 'error', 'no-console': 'error' },
  },
  { files: ['extension/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['extension/core/**/*.ts'],
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
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
