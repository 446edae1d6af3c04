// `npm run test:image`: builds what the image holds, with npm, and runs it. Apart from `npm test`, since it installs anew.
const common = require('../../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...common,
  rootDir: '../../..',
  testMatch: ['<rootDir>/deploy/test/image/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
