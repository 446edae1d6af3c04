import { z } from 'zod';
import { isSenderId, MAX_URL } from './event-limits';
import { hasShape, isText, nullish, optional, type Shape } from './has-shape';

/** Most events of a request. */
export const MAX_EVENTS = 100;
/** Longest site key that is looked at. */
const MAX_KEY = 256;

const senderId = z.string().refine(isSenderId, 'must be 1 to 128 characters without control characters');
const address = z.string().max(MAX_URL, `must be at most ${MAX_URL} characters`);

/** The body of `POST /collect`, but for its events: says what is wrong with one. */
export const envelope = z
  .strictObject({
    site: z.int().positive(),
    key: z.string().min(1).max(MAX_KEY),
    webdriver: z.boolean().optional(),
    visitor: senderId,
    session: z.strictObject({
      id: senderId,
      landing: address.optional(),
      referrer: address.nullish(),
    }),
    event: z.unknown().optional(),
    events: z
      .array(z.unknown(), 'must be a list of events')
      .min(1, 'must hold at least one event')
      .max(MAX_EVENTS, `must hold at most ${MAX_EVENTS} events; send the rest in another request`)
      .optional(),
  })
  .refine((body) => (body.event === undefined) !== (body.events === undefined), {
    path: ['events'],
    message: 'send either `events`, a list, or `event`, a single one',
  });

export type Envelope = z.infer<typeof envelope>;

const isId = (value: unknown): boolean => typeof value === 'string' && isSenderId(value);
const isAddress = (value: unknown): boolean => isText(value, MAX_URL);

const SESSION: Shape = new Map([
  ['id', isId],
  ['landing', optional(isAddress)],
  ['referrer', nullish(isAddress)],
]);

const ENVELOPE: Shape = new Map([
  ['site', (value) => Number.isSafeInteger(value) && Number(value) > 0],
  ['key', (value) => isText(value, MAX_KEY, 1)],
  ['webdriver', optional((value) => typeof value === 'boolean')],
  ['visitor', isId],
  ['session', (value) => hasShape(value, SESSION)],
  ['event', () => true],
  ['events', optional((value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_EVENTS)],
] satisfies [string, (value: unknown) => boolean][]);

/** True for what `envelope` takes, as nearly every request is, in a tenth of its time; a test holds the two together. */
export function isEnvelope(value: unknown): value is Envelope {
  return hasShape(value, ENVELOPE) && (value['event'] === undefined) !== (value['events'] === undefined);
}
