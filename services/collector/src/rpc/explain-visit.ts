import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { CollectorDefinition } from '@headwater/protos/services';
import { explainVisit } from '../domain/explain-visit';

/** `ExplainVisit`: what would become of a visit. Stores nothing and asks nobody. */
export const explain: Handlers<CollectorDefinition>['ExplainVisit'] = ({ url, referrer, userAgent }) => {
  const found = explainVisit({ url, referrer: referrer ?? '', userAgent });
  if (!found)
    throw failure('invalid_request', 'The visit has no page. Send an absolute http or https URL.', {
      fields: [{ field: 'url', message: 'must be an absolute http or https URL' }],
    });
  const { acquisition, agent, botVerdict, botReason } = found;
  const { channel, source, referrer: cameFrom, rule, rulesVersion, campaign } = acquisition;
  return Promise.resolve({
    channel,
    source,
    referrer: cameFrom,
    rule,
    rulesVersion,
    utm: {
      source: campaign.utmSource,
      medium: campaign.utmMedium,
      campaign: campaign.utmCampaign,
      term: campaign.utmTerm,
      content: campaign.utmContent,
    },
    ...agent,
    botVerdict,
    ...(botReason === undefined ? {} : { botReason }),
  });
};
