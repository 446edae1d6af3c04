// `npm run test:image`: builds the image's files with npm and runs them. Not part of `npm test`, because it installs all packages again.
const common = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/deploy/test/image/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
