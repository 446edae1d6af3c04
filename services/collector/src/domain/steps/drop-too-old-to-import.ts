import { MAX_IMPORT_AGE_MS } from '../imports/import-time';
import { drop, KEEP, type Step } from '../step';

/** Ends a row of an export that is more than five years old. */
export const dropTooOldToImport: Step = (draft, { now }) =>
  draft.ts < now - MAX_IMPORT_AGE_MS ? drop('too_old') : KEEP;
