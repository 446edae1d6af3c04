import { dropBotOf, KEEP, type Step } from '../step';

/** Ends a browser event that comes from a rented server, however much it looks like a person's. */
export const dropDatacenter: Step = ({ sent }, { isDatacenter }) =>
  isDatacenter(sent.address) ? dropBotOf('datacenter') : KEEP;
