/** Parameter of the list of customers: which customers it shows, by the day of their first identification. */
export const IDENTIFIED = 'identified';
/** Its value for the customers of the time range. Without the parameter, the list shows those of all times. */
export const IN_RANGE = 'range';
