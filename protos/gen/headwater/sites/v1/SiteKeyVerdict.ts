// Original file: protos/headwater/sites/v1/sites.proto

export const SiteKeyVerdict = {
  SITE_KEY_VERDICT_UNSPECIFIED: 'SITE_KEY_VERDICT_UNSPECIFIED',
  SITE_KEY_VERDICT_VALID: 'SITE_KEY_VERDICT_VALID',
  SITE_KEY_VERDICT_UNKNOWN_SITE: 'SITE_KEY_VERDICT_UNKNOWN_SITE',
  SITE_KEY_VERDICT_REFUSED: 'SITE_KEY_VERDICT_REFUSED',
} as const;

export type SiteKeyVerdict =
  | 'SITE_KEY_VERDICT_UNSPECIFIED'
  | 0
  | 'SITE_KEY_VERDICT_VALID'
  | 1
  | 'SITE_KEY_VERDICT_UNKNOWN_SITE'
  | 2
  | 'SITE_KEY_VERDICT_REFUSED'
  | 3

export type SiteKeyVerdict__Output = typeof SiteKeyVerdict[keyof typeof SiteKeyVerdict]
