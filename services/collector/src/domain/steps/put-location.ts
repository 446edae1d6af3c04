import { KEEP, type Step } from '../step';

/** Puts the country of the visitor's address; the address goes no further than this. */
export const putLocation: Step = (draft, { countryOf }) => {
  draft.country = draft.sent.address === '' ? '' : countryOf(draft.sent.address);
  return KEEP;
};
