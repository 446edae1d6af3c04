import type { Window } from '@headwater/kit/calendar/window';
import type { RunStatement } from '../clickhouse/run';
import type { Plan, Scope } from '../query/plan';
import { compileVersions, type VersionRow } from './segments';
import { daysAround } from './sources';

/**
 * For the key of a cached result. The view stores the sums of an event after the event: until then, roll-ups without the event count as
 * valid.
 *
 * @param rollups undefined: queries read events only.
 */
export const readVersionOf = (
  rollups: object | undefined,
  { scope, window }: Pick<Plan, 'scope' | 'window'>,
) => rollups && ((run: RunStatement) => readSumsVersion(run, scope, window));

/** Identifies the sums of the days from which a query reads segments. */
async function readSumsVersion(run: RunStatement, scope: Scope, window: Window): Promise<string> {
  const days = daysAround(window);
  const starts = [days[0]?.startMs ?? window.startMs, days.at(-1)?.endMs ?? window.endMs];
  const statement = compileVersions(
    scope,
    starts.map((ms) => Math.floor(ms / 1_000)),
  );
  return String((await run<VersionRow>(statement)).data[0]?.version ?? 0);
}
