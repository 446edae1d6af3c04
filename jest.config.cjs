// Packages that ship ES modules only: jest runs CommonJS, so they are compiled like our own code.
const esModules = [
  'node-pg-migrate',
  'temporal-polyfill',
  'temporal-spec',
  'temporal-utils',
  'fast-check',
  'preact',
  'pure-rand',
  'uuid',
  'p-limit',
  'yocto-queue',
  // Imports node's http dynamically, which jest supports only in compiled code.
  '@opentelemetry/otlp-exporter-base',
];

/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/{protos,services,deploy,scripts}/**/*.test.ts'],
  // Runs of their own: `npm run test:image`, `npm run test:replicated` and `npm run test:clients`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/deploy/test/image/',
    '<rootDir>/deploy/test/replicated/',
    '<rootDir>/services/e2e/generated/',
  ],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.headwater/'],
  testSequencer: '<rootDir>/jest.sequencer.cjs',
  globalSetup: '<rootDir>/jest.global-setup.ts',
  globalTeardown: '<rootDir>/jest.global-teardown.ts',
  testTimeout: 120_000,
  maxWorkers: 2,
};
