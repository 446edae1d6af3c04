const { default: Sequencer } = require('@jest/test-sequencer');

/** Without times of an earlier run, jest begins with the largest files. Black-box tests take longest: they begin, so that none is the last to end. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isBlackBox = ({ path }) => path.endsWith('.e2e.test.ts');
    return super.sort(tests).sort((a, b) => Number(isBlackBox(b)) - Number(isBlackBox(a)));
  }
};
