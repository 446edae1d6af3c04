import js from '@eslint/js';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['**/dist/', 'protos/gen/', 'services/client/gen/', '**/node_modules/', '.headwater/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.json',
          './services/tracker/tsconfig.json',
          './services/dashboard/tsconfig.json',
        ],
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // The type shows it. `!` after a checked index is clearer than a second check.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name the export.' },
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Read the environment only in config.',
        },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use parseUrl: Node 20 refuses valid URLs after many calls.',
        },
      ],
    },
  },
  {
    files: [
      'services/shared/kit/src/run.ts',
      '**/testing/**',
      '**/test/**',
      '**/*.test.ts',
      'services/e2e/**',
      'services/bench/**',
      'jest.*.ts',
      'services/all-in-one/src/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name the export.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/test/**', 'services/e2e/**'],
    // Asymmetric matchers and parsed responses are `any`.
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['services/e2e/**', 'helm/test/**'],
    // Black-box tests parse JSON and assert its shape.
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['jest.*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // Apps that the tests of the browser script bundle.
    files: ['services/tracker/test/apps/*.mjs'],
    languageOptions: { globals: { document: 'readonly', performance: 'readonly', window: 'readonly' } },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'writable',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
);
