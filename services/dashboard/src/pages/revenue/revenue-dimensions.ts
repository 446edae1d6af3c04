/** What revenue can be broken down by; channel where the address says nothing. */
export const REVENUE_DIMENSIONS = [
  { key: 'channel', label: 'Channels' },
  { key: 'source', label: 'Sources' },
  { key: 'utm_campaign', label: 'Campaigns' },
  { key: 'plan', label: 'Plans' },
  { key: 'company', label: 'Companies' },
  { key: 'country', label: 'Countries' },
] as const;

/** The one that an address names, else channel. */
export const revenueDimension = (named: string | null) =>
  REVENUE_DIMENSIONS.find(({ key }) => key === named) ?? REVENUE_DIMENSIONS[0];
