import tseslint from 'typescript-eslint';

/** Lint with type-aware rules: what the compiler cannot see, but a reader would trip over. */
export default tseslint.config(
  // A build beside the check writes `electron.vite.config.ts.NUMBER.mjs` for a moment. Recipes use packages of their users.
  {
    ignores: ['out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'recipes/**', 'electron.vite.config.ts.*.mjs'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // One program for all parts: with a program for each, files that several parts import are checked several times.
        project: 'tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // `{ left, ...rest }` is the plain way to leave a field out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportNamedDeclaration > VariableDeclaration[kind!="const"]',
          message: 'The build reads exports once (build/direct-imports.ts): export a function that reads the variable.',
        },
      ],
      eqeqeq: ['error', 'always'],
      // A comment says what the thing is, beginning with a verb or a noun.
      'no-warning-comments': [
        'error',
        {
          terms: ['what', 'who', 'whose', 'whom', 'where', 'how', 'whether', 'why', 'which', 'so'],
          location: 'start',
          decoration: ['*'],
        },
      ],
    },
  },
  {
    // A component is mostly markup, which reads well at twice the length of logic.
    files: ['renderer/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['test/**/*.{ts,tsx}', '*.config.ts', '**/vite.config.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-exports': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Vitest types its asymmetric matchers as `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
);
