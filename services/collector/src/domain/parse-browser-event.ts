import { z } from 'zod';
import type { SentEvent } from './draft-event';
import { isUuid, MAX_URL, parseProps, parseTimestamp } from './event-limits';
import type { AgentHeaders } from './user-agent';

/** What an event takes from its request. */
export interface EventSetting {
  readonly index: number;
  readonly visitor: string;
  readonly session: {
    readonly id: string;
    readonly landing?: string | undefined;
    readonly referrer?: string | null | undefined;
  };
  readonly webdriver: boolean;
  readonly sentAt: number | undefined;
  readonly agent: AgentHeaders;
  readonly address: string;
  readonly newId: () => string;
}

const shape = z.strictObject({
  id: z.string().refine(isUuid).optional(),
  name: z.string(),
  url: z.string().max(MAX_URL),
  referrer: z.string().max(MAX_URL).nullish(),
  time: z.string().optional(),
  props: z.record(z.string(), z.unknown()).nullish(),
});

/** Reads one event of a browser; without `sent` when its shape, id, time or properties are wrong. */
export function parseBrowserEvent(
  value: unknown,
  { index, visitor, session, webdriver, sentAt, agent, address, newId }: EventSetting,
): { readonly sent: SentEvent } | { readonly index: number; readonly id: string } {
  const id = idOf(value) ?? newId();
  const unreadable = { index, id };
  const result = shape.safeParse(value);
  if (!result.success) return unreadable;
  const { name, url, referrer } = result.data;
  const time = result.data.time === undefined ? undefined : parseTimestamp(result.data.time);
  // zod's record drops a key `__proto__`: the properties are read from the value itself.
  const props = parseProps((value as { props?: Record<string, unknown> | null }).props ?? {});
  if (props === undefined || (result.data.time !== undefined && time === undefined)) return unreadable;
  const sent: SentEvent = {
    index,
    id,
    name,
    url,
    referrer: referrer ?? '',
    time,
    sentAt,
    props,
    visitor,
    session: session.id,
    landing: session.landing,
    landingReferrer: session.referrer ?? '',
    webdriver,
    agent,
    address,
  };
  return { sent };
}

/** The event's own id: only a UUID, since anything else may be anything. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' && isUuid(value.id) ? value.id.toLowerCase() : undefined;
}
