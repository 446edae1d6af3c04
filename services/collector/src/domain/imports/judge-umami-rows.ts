import type { DropReason } from '@headwater/protos/vocabulary';
import type { DraftEvent, SentTo } from '../draft-event';
import { NOWHERE } from '../location';
import { MAX_NAME } from '../event-limits';
import { IMPORT_STEPS, runSteps, type StepWatch } from '../pipeline';
import type { StepContext } from '../step';
import { columnsOf } from './columns';
import { umamiReader } from './read-umami-row';
import type { Refusal, Row } from './row';

/** What a refused row is told. */
const MEANINGS: Readonly<Record<DropReason, string>> = {
  unknown_site: 'The site is unknown.',
  host_mismatch: "hostname is neither the site's domain nor a subdomain of it.",
  bot: 'The event is that of a bot.',
  invalid_event: `event_name is empty or longer than ${MAX_NAME} characters, or the address is none.`,
  too_old: 'created_at is more than five years ago.',
  in_future: 'created_at is in the future.',
};

export interface UmamiContext {
  readonly site: SentTo;
  /** Unix ms. */
  readonly now: number;
  readonly watch: StepWatch;
}

/**
 * The events of some rows of Umami's `website_event.csv`, but for their sessions, and the rows that are none.
 *
 * @throws AppError `invalid_request` when the file is another.
 */
export function judgeUmamiRows(
  names: readonly string[],
  rows: readonly Row[],
  { site, now, watch }: UmamiContext,
): { readonly kept: readonly DraftEvent[]; readonly refusals: readonly Refusal[] } {
  const read = umamiReader(columnsOf(names));
  const refusals: Refusal[] = [];
  const drafts: DraftEvent[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const result = read(cells, { index, ...site });
    if ('problem' in result) refusals.push({ line, message: result.problem });
    else drafts.push(result.draft);
  }
  const { kept, dropped } = runSteps(IMPORT_STEPS, drafts, { ...NOBODY, site, now }, watch);
  for (const { index, reason } of dropped)
    refusals.push({ line: rows[index]?.line ?? 0, message: MEANINGS[reason] });
  return { kept, refusals };
}

/** What no step for imports asks. */
const NOBODY: Omit<StepContext, 'site' | 'now'> = {
  locationOf: () => NOWHERE,
  isDatacenter: () => false,
  isTooFast: () => false,
};
