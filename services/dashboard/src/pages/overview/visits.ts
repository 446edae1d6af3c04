import type { Schemas } from '@headwater/client/client';
import { HeadwaterError } from '@headwater/client/error';
import { useState } from 'preact/hooks';
import { useQuery, type QueryState } from '../../api/hooks';
import { useView } from '../../view/use-view';
import { BREAKDOWNS, selectedDimension, SOURCES_BREAKDOWN, visitsRequest, type Breakdown } from './requests';

/** The interval of repeats. The server answers those for past days from its cache. */
export const EVERY_MS = 60_000;

/** The state of the overview's request, and the dimensions of its breakdowns. */
export interface Visits extends QueryState<Schemas['Stats']> {
  readonly dimensions: readonly string[];
  /** URL of the request for the metrics and the chart. */
  readonly url: string;
}

/** Requests the visits with the sources, revenue and imported history. */
export function useVisits(siteId: number): Visits {
  const { view } = useView();
  const dimensions = useFirstDimensions(BREAKDOWNS);
  const [source = ''] = useFirstDimensions([SOURCES_BREAKDOWN]);
  const complete = useQuery(
    visitsRequest(siteId, view, { dimensions, source, include: ['revenue', 'imported'] }),
    { everyMs: EVERY_MS },
  );
  // Without the sources, which are then requested on their own: the visits are shown if only sources or revenue fail.
  const partial = useQuery(
    isOfPart(complete.error) ? visitsRequest(siteId, view, { dimensions, include: ['imported'] }) : undefined,
    { everyMs: EVERY_MS },
  );
  const isPartial =
    isOfPart(complete.error) && partial.data !== undefined && !partial.isLoading && !partial.error;
  return {
    ...(isPartial ? partial : complete),
    dimensions: isPartial ? dimensions : [source, ...dimensions],
    url: visitsRequest(siteId, view, { include: ['imported'] }).url,
  };
}

/** Whether an error may be that of a part of the response. */
const isOfPart = (error: Error | undefined): boolean =>
  error instanceof HeadwaterError && (error.status >= 500 || error.code === 'query_too_heavy');

/** Requests the visits of a shared page, with the first rows of some cards. */
export function useSharedVisits(siteId: number, breakdowns: readonly Breakdown[]): Visits {
  const { view } = useView();
  const dimensions = useFirstDimensions(breakdowns);
  const query = useQuery(visitsRequest(siteId, view, { dimensions }), { everyMs: EVERY_MS });
  return { ...query, dimensions, url: visitsRequest(siteId, view).url };
}

/**
 * The dimensions of cards when the page is opened, whose rows one request has. A card that then shows another dimension requests
 * it, and the others keep their rows.
 */
function useFirstDimensions(breakdowns: readonly Breakdown[]): readonly string[] {
  const { search } = useView();
  const [dimensions] = useState(() => breakdowns.map((breakdown) => selectedDimension(breakdown, search)));
  return dimensions;
}

/** Loads the code that adds changes to the rows of a comparison. */
export const loadCompared = () => import('./compared-columns').then(({ comparedVisits }) => comparedVisits);
