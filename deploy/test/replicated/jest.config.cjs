// `npm run test:replicated`: replicated tables in containers. Not part of `npm test`, because it needs Docker.
const common = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/deploy/test/replicated/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 300_000,
};
