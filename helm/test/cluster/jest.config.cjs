// `npm run test:cluster`: installs the chart on a real control plane. Apart from `npm test`: .ci/install-control-plane builds what it needs.
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const common = require('../../../jest.config.cjs');

// The tests of the chart fail without these tools, those on a cluster are skipped.
const tools = process.env.HEADWATER_CHART_TOOLS ?? join(homedir(), '.cache/headwater-chart-tools');
const isSkipped = !existsSync(tools);
if (isSkipped)
  console.warn(
    `Skipped: ${tools} is not there. Run .ci/install-chart-tools and .ci/install-control-plane, which need Go and Python.`,
  );

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/helm/test/cluster/*.test.ts'],
  testPathIgnorePatterns: [isSkipped ? '/' : '/node_modules/'],
  passWithNoTests: isSkipped,
  testTimeout: 900_000,
  maxWorkers: 1,
};
