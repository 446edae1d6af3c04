// `npm run test:cluster`: installs the chart on a real control plane. Apart from `npm test`: .ci/install-control-plane builds what it needs.
const common = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/helm/test/cluster/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 900_000,
  maxWorkers: 1,
};
