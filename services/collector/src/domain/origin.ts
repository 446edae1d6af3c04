import type { EventRow } from '@headwater/eventstore/event-row';

/** Through which door an event came. */
export type Origin = EventRow['origin'];
