/** What one question may cost. Beyond it the question is refused, never answered in part. */
export interface QueryLimits {
  readonly maxExecutionSeconds: number;
  readonly maxMemoryBytes: number;
  readonly maxRowsToRead: number;
}
