/** What a token may do, in words; in the order in which they are offered. */
export const SCOPES = [
  ['sites:read', 'See sites, goals and funnels'],
  ['sites:write', 'Change sites, goals and funnels'],
  ['events:write', 'Send events'],
  ['identify', 'Make accounts known'],
  ['payments', 'Send payments'],
  ['stats:read', 'Read statistics'],
  ['export', 'Export events'],
  ['tokens:admin', 'Make and revoke tokens'],
] as const;
