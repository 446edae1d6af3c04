/**
 * How calls that come at once are handled together, of each workspace by itself. Two groups: one's statement runs while the
 * answers of the other are on their way.
 */
export const UNDER_LOAD = { most: 100, atOnce: 2 } as const;
