import { NOWHERE } from '../location';
import { KEEP, type Step } from '../step';

/** Puts where the visitor's address is; the address goes no further than this. */
export const putLocation: Step = (draft, { locationOf }) => {
  draft.location = draft.sent.address === '' ? NOWHERE : locationOf(draft.sent.address);
  return KEEP;
};
