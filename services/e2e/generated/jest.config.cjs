// `npm run test:clients`: generates clients from the OpenAPI document and tests the document with Schemathesis. Apart from
// `npm test`, which needs only Node; .ci/install-client-tools installs the tools.
const { transform, transformIgnorePatterns } = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  rootDir: '.',
  globalSetup: '<rootDir>/jest.global-setup.cjs',
  testMatch: ['<rootDir>/*.test.ts'],
  transform,
  transformIgnorePatterns,
  testTimeout: 600_000,
  maxWorkers: 1,
};
