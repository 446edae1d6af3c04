/** Rows of `compileVisits`. */
export interface VisitFound {
  readonly session: string;
  readonly events: number;
  readonly started_at_ms: number;
  readonly ended_at_ms: number;
  readonly channel_of: string;
  readonly source_of: string;
  readonly landing_of: string;
  readonly device_of: string;
  readonly country_of: string;
  readonly region_of: string;
}

/** Rows of `compileVisitorEvents`. */
export interface VisitEventFound {
  readonly session: string;
  readonly time_ms: number;
  readonly name: string;
  readonly pathname: string;
  readonly props: Readonly<Record<string, string>>;
}

/** What ClickHouse answered about one visitor. */
export interface VisitorFindings {
  readonly visits: readonly VisitFound[];
  /** Newest first. */
  readonly events: readonly VisitEventFound[];
  /** Of the visitor's first session in the workspace; `''` when unknown. */
  readonly firstChannel: string;
}

/** Puts the findings into the shape of the proto's GetVisitorResponse; undefined when there are none. */
export function shapeVisitor({ visits, events, firstChannel }: VisitorFindings) {
  if (visits.length === 0) return undefined;
  const eventsOf = new Map<string, VisitEventFound[]>();
  for (const event of [...events].reverse()) {
    const ofSession = eventsOf.get(event.session);
    if (ofSession) ofSession.push(event);
    else eventsOf.set(event.session, [event]);
  }
  return {
    firstSeenAtMs: Math.min(...visits.map(({ started_at_ms }) => started_at_ms)),
    lastSeenAtMs: Math.max(...visits.map(({ ended_at_ms }) => ended_at_ms)),
    ...(firstChannel === '' ? {} : { channel: firstChannel }),
    sessions: visits.flatMap((visit) => {
      const shown = eventsOf.get(visit.session);
      return shown ? [shapeVisit(visit, shown)] : [];
    }),
    olderEvents: visits.reduce((sum, visit) => sum + visit.events, 0) - events.length,
  };
}

function shapeVisit(visit: VisitFound, events: readonly VisitEventFound[]) {
  return {
    startedAtMs: visit.started_at_ms,
    channel: visit.channel_of,
    source: visit.source_of,
    landing: visit.landing_of,
    device: visit.device_of,
    country: visit.country_of,
    region: visit.region_of,
    events: events.map(({ time_ms, name, pathname, props }) => ({ timeMs: time_ms, name, pathname, props })),
  };
}
