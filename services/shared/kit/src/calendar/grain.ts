/** How long the steps of a series are. */
export type Grain = 'hour' | 'day' | 'week' | 'month';
