import { botReasonOf } from '../user-agent';
import { dropBecauseBot, KEEP, type Step } from '../step';

/** Drops a browser event of a crawler, script, monitor or automated browser. A browser without a user agent is a bot, too. */
export const dropBot: Step = ({ sent }) => {
  const reason = botReasonOf(sent.agent.userAgent) ?? (sent.webdriver ? 'webdriver' : undefined);
  return reason === undefined ? KEEP : dropBecauseBot(reason);
};

/** Drops a server event that a bot caused, if the server forwards the visitor's user agent. */
export const dropRelayedBot: Step = ({ sent }) => {
  const reason = sent.agent.userAgent === '' ? undefined : botReasonOf(sent.agent.userAgent);
  if (reason === undefined) return KEEP;
  return dropBecauseBot(reason, { field: 'user_agent', message: `belongs to a bot (${reason})` });
};

/** Drops a browser event from the address of a data centre. */
export const dropDatacenter: Step = ({ sent }, { isDatacenter }) =>
  isDatacenter(sent.address) ? dropBecauseBot('datacenter') : KEEP;

/** Drops an event of a visitor who sends more than a person can. The last step: only events that would be stored count. */
export const dropImpossibleRate: Step = ({ visitorKey }, { isTooFast }) =>
  isTooFast(visitorKey) ? dropBecauseBot('impossible_rate') : KEEP;
