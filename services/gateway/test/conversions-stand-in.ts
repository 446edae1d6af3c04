import type { Handlers } from '@headwater/kit/rpc/types';
import { createSealBox, publicKeyOf } from '@headwater/kit/sealed-box';
import type { IdentityDefinition } from '@headwater/protos/services';

/** As the collector seals it for the key of the fixture. */
const sealedClickId = (belongsTo: string): string =>
  createSealBox(publicKeyOf([Buffer.alloc(32, 7)]))('Cj0KCQ-click_id.1', belongsTo).toString('base64');

/** Two pages: a conversion per click id of the first site, and an empty page. */
export const listConversions: Handlers<IdentityDefinition>['ListConversions'] = (
  { siteIds, platform, after, limit },
  call,
) => {
  if (after?.conversionId === 'last' || siteIds.length === 0) return Promise.resolve({ conversions: [] });
  const clicks = [
    ...[
      { parameter: 'gclid', platform: 'google' } as const,
      { parameter: 'wbraid', platform: 'google' } as const,
    ],
    ...[
      { parameter: 'fbclid', platform: 'meta' } as const,
      { parameter: 'ttclid', platform: 'tiktok' } as const,
    ],
  ];
  const [siteId = 0] = siteIds;
  const conversions = clicks
    .filter((click) => platform === undefined || click.platform === platform)
    .map((click, index) => ({
      ...{ conversionId: `in-${index}`, occurredAtMs: Date.parse('2026-10-03'), type: 'sale', siteId },
      ...{ amount: '49.00', currency: 'EUR', clickedAtMs: Date.parse('2026-10-01'), ...click },
      sealed: sealedClickId(`${call.workspaceId()} ${siteId} ${click.parameter}`),
    }));
  // The second page is empty.
  const next = { occurredAtMs: Date.parse('2026-10-03'), conversionId: 'last' };
  return Promise.resolve({ conversions, ...(limit > 1 ? { next } : {}) });
};

/** The conversions of `listConversions` as signups. */
export const listSignups: Handlers<IdentityDefinition>['ListSignups'] = async (request, call) => {
  const { conversions = [], ...page } = await listConversions(request, call);
  const signups = conversions.map((conversion, index) => ({
    ...conversion,
    ...{ conversionId: `signup-${index}`, amount: '', currency: '', type: 'signup' },
  }));
  return { conversions: signups, ...page };
};
