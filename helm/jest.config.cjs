// `npm run test:chart`: renders the chart with real helm and checks what comes out. Apart from `npm test`, which needs
// only Node; .ci/install-chart-tools installs what this needs.
const { transform } = require('../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  rootDir: '.',
  testMatch: ['<rootDir>/test/*.test.ts'],
  transform,
  testTimeout: 300_000,
  maxWorkers: 2,
};
