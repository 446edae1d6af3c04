import { dropBotOf, KEEP, type Step } from '../step';

/** Ends an event of a visitor who does more than a person can. The last step, so that only what would count is counted. */
export const dropImpossibleRate: Step = ({ visitorKey }, { isTooFast }) =>
  isTooFast(visitorKey) ? dropBotOf('impossible_rate') : KEEP;
