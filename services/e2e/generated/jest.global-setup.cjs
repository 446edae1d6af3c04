const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Builds the programs that the tests start. */
module.exports = () => {
  execFileSync(process.execPath, [join(__dirname, '../../../scripts/build.mjs')]);
};
