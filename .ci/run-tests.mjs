// Runs an npm script's jest: `run-tests.mjs <npm script> <file for "passed failed">`.
//
// Up to a dozen files that failed are run once more, alone, and count as that run says: real engines on a busy machine can
// break a right test once, a broken test fails twice. Each such file is told at the end of the output, to be mended.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_RERUN = 12;
const [script, result] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tests-'));

/** @returns what jest's report counted; a run that ended without one, or badly with all green, counts as one failure. */
function jest(...options) {
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const { status } = spawnSync(
    'npm',
    ['run', '--silent', script, '--', '--json', `--outputFile=${file}`, ...options],
    {
      stdio: 'inherit',
    },
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    return {
      passed: report.numPassedTests,
      failed: failed || Number(status !== 0),
      suites: report.testResults,
    };
  } catch {
    return { passed: 0, failed: 1, suites: [] };
  }
}

const first = jest();
const broken = first.suites.filter(({ status }) => status === 'failed');
let { passed, failed } = first;
if (broken.length > 0 && broken.length <= MAX_RERUN) {
  const files = broken.map(({ name }) => name);
  console.log(`== npm run ${script}: once more, alone\n${files.join('\n')}`);
  const second = jest('--runInBand', '--runTestsByPath', ...files);
  const passedBefore = broken
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  passed += second.passed - passedBefore;
  failed = second.failed;
  if (failed === 0) console.log(`passed only when run again, alone; mend:\n${files.join('\n')}`);
}
rmSync(folder, { recursive: true });
writeFileSync(result, `${passed} ${failed}\n`);
