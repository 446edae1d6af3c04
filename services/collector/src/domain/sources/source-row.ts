/** The kind of a source, an input of the channel rules. `ads` is always paid; `other` is a known site whose channel is Referral. */
export type SourceKind = 'ads' | 'search' | 'social' | 'video' | 'shopping' | 'ai' | 'email' | 'other';

/**
 * One source: its display name, its names in `utm_source` (lower case) and its referring hosts, with their subdomains unless another
 * row lists a longer host; Android apps by package name. Names and hosts are separated by spaces, to keep a source on one line.
 */
export type SourceRow = readonly [name: string, tags: string, hosts: string];
