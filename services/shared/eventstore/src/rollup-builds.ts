/** Bits of a random number in the id of a build of roll-ups, after the Unix milliseconds of its begin. */
export const BUILD_ID_BITS = 20;

/** The first id of a build that was begun after an instant. @param ms SQL of Unix milliseconds. */
export const firstBuildAfter = (ms: string): string => `bitShiftLeft(toUInt64(${ms} + 1), ${BUILD_ID_BITS})`;
