import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { ROUNDS, type Summary } from './compare';

/** Prints what was found beside what is kept in baselines/gateway.json. @param save keeps it instead */
export function report(summaries: readonly Summary[], save: boolean): void {
  const file = join(packageRoot('@headwater/bench'), 'baselines/gateway.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]) : [];
  for (const { processes, bare, gateway, rateRatio, p99Ratio } of summaries) {
    const before = kept.find((one) => one.processes === processes);
    console.log(`${processes} process(es) of each, median of ${ROUNDS} rounds`);
    console.table({ bare, gateway });
    console.log(
      `rate ${rateRatio} of bare (kept: ${before?.rateRatio ?? '-'}), p99 ${p99Ratio} times (kept: ${before?.p99Ratio ?? '-'})\n`,
    );
  }
  if (save) writeFileSync(file, `${JSON.stringify(summaries, null, 2)}\n`);
}
