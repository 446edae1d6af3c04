/** What is known of a link and of the record of its account. */
export interface KnownLink {
  readonly ordinal: string;
  readonly linked: boolean;
  readonly recorded: { readonly decidedBy: string; readonly firstSeenAtMs: number } | undefined;
}

/** True when the visitor's first session, as it is known by now, settles the link or disproves the account's record. */
export function isNews({ ordinal, linked, recorded }: KnownLink, firstSeenAtMs: number): boolean {
  if (!linked) return true;
  if (recorded === undefined) return false;
  const [own, deciding] = [BigInt(ordinal), BigInt(recorded.decidedBy)];
  return own < deciding || (own === deciding && firstSeenAtMs < recorded.firstSeenAtMs);
}
