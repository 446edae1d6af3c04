// `npm run test:image`: builds the image and runs every service from it. Not part of `npm test`, because it installs all packages again.
const common = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/deploy/test/image/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
