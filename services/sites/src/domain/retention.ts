/** How long a deleted site can be taken out of the bin again: 30 days of 24 hours, whatever clocks are set to. */
export const BIN_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
