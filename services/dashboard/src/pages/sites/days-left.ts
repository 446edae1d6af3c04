const DAY_MS = 86_400_000;

/** Days until a moment, a begun one counted; none when it is over. */
export const daysLeft = (purgeAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(purgeAt) - now.getTime()) / DAY_MS));
