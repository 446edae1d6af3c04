import type { Detection as DetectionMessage } from '@headwater/protos/gen/headwater/sites/v1/Detection';
import type { Site as SiteMessage } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { Detection, Site } from '../domain/site';

/** A site as it goes over the wire. */
export function siteMessage(site: Site): SiteMessage {
  return {
    id: site.id,
    domain: site.domain,
    name: site.name,
    timezone: site.timezone,
    installed: site.installed,
    categories: [...site.categories],
    tags: [...site.tags],
    createdAtMs: site.createdAt,
    siteKey: site.siteKey,
    ...(site.bin ? { deletedAtMs: site.bin.deletedAt, purgeAtMs: site.bin.purgeAt } : {}),
    ...(site.detection ? { detection: detectionMessage(site.detection) } : {}),
  };
}

/** A detection as it goes over the wire. */
export function detectionMessage(detection: Detection): DetectionMessage {
  if (detection.status === 'pending') return { status: 'pending' };
  const { checkedAt, suggestedCategories, findings, ...facts } = detection;
  return {
    ...facts,
    checkedAtMs: checkedAt,
    suggestedCategories: [...suggestedCategories],
    findings: [...findings],
  };
}
