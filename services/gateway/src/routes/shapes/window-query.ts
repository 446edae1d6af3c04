import { eventAnalysisQuery } from './event-analysis-query';

/** The window of a question that has nothing else to ask. */
export const windowQuery = eventAnalysisQuery.pick({ from: true, to: true, range: true, timezone: true });
