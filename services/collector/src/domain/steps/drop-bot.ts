import { botReasonOf } from '../user-agent';
import { dropBotOf, KEEP, type Step } from '../step';

/** Ends a browser event of a crawler, script, monitor or driven browser. Every browser names itself, so no name is a bot's too. */
export const dropBot: Step = ({ sent }) => {
  const reason = botReasonOf(sent.agent.userAgent) ?? (sent.webdriver ? 'webdriver' : undefined);
  return reason === undefined ? KEEP : dropBotOf(reason);
};
