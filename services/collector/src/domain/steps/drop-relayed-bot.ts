import { botReasonOf } from '../user-agent';
import { dropBotOf, KEEP, type Step } from '../step';

/** Ends a server event that was caused by a bot, where the server relays the visitor's user agent. */
export const dropRelayedBot: Step = ({ sent }) => {
  const reason = sent.agent.userAgent === '' ? undefined : botReasonOf(sent.agent.userAgent);
  return reason === undefined ? KEEP : dropBotOf(reason);
};
