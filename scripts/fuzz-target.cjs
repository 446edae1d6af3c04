// The program of the fuzzer: calls the target FUZZ_TARGET with each input. Limits count the processor time of this process, because other
// work may share the machine: an input that takes more than 10 s fails. After FUZZ_TARGET_SECONDS, the process prints the number of inputs
// and kills itself: the fuzzer reports an exit as a fault of the target, and catches other signals.
'use strict';
const { writeSync } = require('node:fs');
const { fuzz } = require(process.env.FUZZ_TARGET);

const MAX_INPUT_SECONDS = 10;
const seconds = Number(process.env.FUZZ_TARGET_SECONDS);

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
const start = processorSeconds();
let inputs = 0;
let end = start;

function checkTime() {
  const begin = end;
  end = processorSeconds();
  inputs += 1;
  if (end - begin > MAX_INPUT_SECONDS) throw new Error(`The input took ${(end - begin).toFixed(1)} s`);
  if (end - start < seconds) return;
  writeSync(1, `${inputs} inputs\n`);
  process.kill(process.pid, 'SIGKILL');
}

exports.fuzz = (data) => {
  const result = fuzz(data);
  return result instanceof Promise ? result.then(checkTime) : checkTime();
};
