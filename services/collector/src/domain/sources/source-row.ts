/** What a source is to the channel rules. `other` is a known site that makes no channel but Referral. */
export type SourceKind = 'search' | 'social' | 'video' | 'shopping' | 'ai' | 'email' | 'other';

/**
 * One known source: its display name, the names it goes by in `utm_source` (lower case) and the hosts it refers from
 * (a host covers its subdomains unless a longer row says otherwise; Android apps by package name). Both are
 * space-separated, to keep a source on a line.
 */
export type SourceRow = readonly [name: string, tags: string, hosts: string];
