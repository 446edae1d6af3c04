import type { SentEvent } from './draft-event';
import { isUuid, MAX_URL, NO_PROPS, parseProps, parseTimestamp } from './event-limits';
import { hasShape, isText, nullish, optional, type Shape } from './has-shape';
import type { AgentHeaders } from './user-agent';

/** What an event takes from its request. */
export interface EventSetting {
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

interface EventFields {
  readonly name: string;
  readonly url: string;
  readonly referrer?: string | null;
  readonly time?: string;
  readonly props?: Readonly<Record<string, unknown>> | null;
}

const SHAPE: Shape = new Map<string, (value: unknown) => boolean>([
  ['id', optional((value) => typeof value === 'string' && isUuid(value))],
  ['name', (value) => typeof value === 'string'],
  ['url', (value) => isText(value, MAX_URL)],
  ['referrer', nullish((value) => isText(value, MAX_URL))],
  ['time', optional((value) => typeof value === 'string')],
  ['props', nullish((value) => typeof value === 'object' && !Array.isArray(value))],
]);

/** Reads one event of a browser; without `sent` when its shape, id, time or properties are wrong. */
export function parseBrowserEvent(
  value: unknown,
  index: number,
  { visitor, session, webdriver, sentAt, agent, address, newId }: EventSetting,
): { readonly sent: SentEvent } | { readonly index: number; readonly id: string } {
  const id = idOf(value) ?? newId();
  if (!isEvent(value)) return { index, id };
  const { name, url, referrer } = value;
  const time = value.time === undefined ? undefined : parseTimestamp(value.time);
  const props = parseProps(value.props ?? NO_PROPS);
  if (props === undefined || (value.time !== undefined && time === undefined)) return { index, id };
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

function isEvent(value: unknown): value is EventFields {
  return hasShape(value, SHAPE);
}

/** The event's own id: only a UUID, since anything else may be anything. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' && isUuid(value.id) ? value.id.toLowerCase() : undefined;
}
