import type { Attribution } from '../domain/attribution';

/** The columns of what is recorded of a session, in the order of `attributionArrays`. */
export const ATTRIBUTION_COLUMNS = `channel, source, utm_campaign, landing, referrer, first_seen_at, rules_version, site_id,
                  country, utm_source, utm_medium`;

/** Their arrays as parameters, from the first on. */
export function attributionParameters(first: number): string {
  const types = [
    'text',
    'text',
    'text',
    'text',
    'text',
    'timestamptz',
    'int',
    'bigint',
    'text',
    'text',
    'text',
  ];
  return types.map((type, place) => `$${first + place}::${type}[]`).join(', ');
}

/** Attributions as parameters, an array a column; nulls for those that are absent. */
export function attributionArrays(attributions: readonly (Attribution | undefined)[]): unknown[] {
  return [
    attributions.map((one) => one?.channel),
    attributions.map((one) => one?.source),
    attributions.map((one) => one?.utmCampaign),
    attributions.map((one) => one?.landing),
    attributions.map((one) => one?.referrer),
    attributions.map((one) => one && new Date(one.firstSeenAtMs)),
    attributions.map((one) => one?.rulesVersion),
    attributions.map((one) => one?.siteId),
    attributions.map((one) => one?.country),
    attributions.map((one) => one?.utmSource),
    attributions.map((one) => one?.utmMedium),
  ];
}
