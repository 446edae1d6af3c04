import { KEEP, type Step } from '../step';
import { agentOf } from '../user-agent';

/** Puts device, browser and operating system. */
export const putDevice: Step = (draft) => {
  draft.agent = agentOf(draft.sent.agent);
  return KEEP;
};
