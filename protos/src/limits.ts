/** Limits that several services check or state. The service that owns the data enforces them; the gateway and the documents only repeat them. */

/** Limits of a query for metrics: its window, filters and breakdown. */
export const QUERY_LIMITS = {
  /** Days of a window given by `from` and `to`. */
  maxDays: 731,
  /** N of `range=Nd`. */
  maxRangeDays: 730,
  /** Days of a window with `grain=hour`. */
  maxHourlyDays: 31,
  /** Days of a window of retention by day. */
  maxRetentionDays: 92,
  defaultDays: 30,
  maxFilters: 20,
  /** Characters. The longest stored value is a pathname. */
  maxFilterValueLength: 2_000,
  /** Breakdown rows. */
  defaultRows: 100,
  maxRows: 500,
  /** Dimensions of one call. */
  maxDimensions: 10,
  /** Property keys listed for one event name. */
  maxPropertyKeys: 500,
  /** Events of one visitor in an answer, the newest first. */
  maxVisitorEvents: 1_000,
} as const;

/** Limits of one event. Lengths are characters. */
export const EVENT_LIMITS = {
  maxNameLength: 120,
  maxProps: 30,
  maxPropKeyLength: 64,
  maxPropValueLength: 500,
  maxUrlLength: 8_192,
  /** Age at arrival. */
  maxAgeDays: 30,
  /** Lead over the time of arrival. Greater leads of browsers are corrected, of servers dropped. */
  maxLeadMinutes: 5,
  /** Lead of a browser up to which its time is corrected: a greater lead is neither a wrong clock nor a wrong time zone. */
  maxCorrectedLeadHours: 24,
  /** Age of an imported event or day: five years. Each day is a partition of the event table. */
  maxImportAgeDays: 1_827,
  /** Days for which an `event_id` of a server or an import counts once per site: longer than `maxAgeDays`. */
  idDays: 35,
  /** Seconds for which the claim of an import is not released: longer than the deadline of the import. */
  importClaimSeconds: 120,
} as const;

/** Matches a valid event name. */
export const EVENT_NAME = new RegExp(`^\\P{Cc}{1,${EVENT_LIMITS.maxNameLength}}$`, 'u');

/** Reads of `POST /batch`. Not in `BATCH_LIMITS`, all of which the dashboard would contain. */
export const MAX_BATCH_READS = 20;

/** Live streams of a workspace on each gateway. */
export const MAX_LIVE_STREAMS = 50;

/** Items that one call carries. */
export const BATCH_LIMITS = {
  /** Events of `SendEvents` and of `IngestEvents`. */
  events: 1_000,
  /** Accounts or payments of a bulk call. */
  rows: 1_000,
  /** Rows of `ImportRows`, a part of the imported file. */
  importRows: 5_000,
  /** Refused rows that the answer to an import lists. */
  listedErrors: 20,
  /** Fields left out of accepted rows that an answer lists. */
  listedWarnings: 1_000,
  /** Claims of `ClaimEvents`. */
  claims: 1_000,
  /** Sites of `ListSiteActivity`. */
  sites: 500,
  /** Visitors of `ListFirstTouches`. */
  firstTouches: 1_000,
  /** Visitors of `ListTouches`, and sessions that it returns. */
  touches: 100,
  /** Moments of `ListClicks`. With the max length of click ids, the answer fits into a message of 8 MiB. */
  clickMoments: 1_000,
} as const;

/** Limits of the attribution of one account. */
export const ATTRIBUTION_LIMITS = {
  /** Visitors whose sessions are read: those linked last. */
  maxVisitors: BATCH_LIMITS.touches,
  maxTouches: 50,
  maxPayments: 10,
} as const;

/** Limits of the ledger of customers. */
export const LEDGER_LIMITS = {
  /** Accounts of one page. */
  maxAccounts: 1_000,
  /** Payments of one account in an answer, the newest first. */
  maxPayments: 1_000,
  /** Sessions of one account in an answer, the newest first. */
  maxTouches: 1_000,
  /** Days of the lookback of an attribution model; 0 means all touches. */
  maxLookbackDays: 3_650,
  defaultLookbackDays: 90,
  /** Costs of one page. */
  maxCosts: 1_000,
  /** Payments of one page of conversions. */
  maxConversions: 500,
  /** Periods of a cohort after its first one. */
  maxPeriods: 36,
  defaultPeriods: 12,
  /** Values of a cohort query: keys times the periods of all cohorts. They fit into a message of 8 MiB. */
  maxCohortValues: 150_000,
  /** Days of acquisition of a cohort query without a window. */
  defaultCohortDays: 365,
} as const;

/** Limits of click ids. */
export const CLICK_ID_LIMITS = {
  /** Characters. A longer one is not stored. */
  maxLength: 500,
  /** Days for which they are stored. */
  days: 90,
} as const;

/** Limits of the texts of an account or a payment: ids, plan, company. Lengths are characters. */
export const TEXT_LIMITS = { maxLength: 200 } as const;

/** Limits of the traits of an account. Lengths are characters. */
export const TRAIT_LIMITS = {
  maxTraits: 50,
  maxBytes: 8 * 1_024,
  maxKeyLength: 64,
  /** Nesting levels. A value that is neither an object nor an array has depth 0. */
  maxDepth: 5,
} as const;

/** Limits of the time of a payment. */
export const PAYMENT_LIMITS = { firstYear: 1971, maxLeadHours: 24 } as const;

/** Limits of Idempotency-Keys and of their stored answers. */
export const IDEMPOTENCY_LIMITS = {
  /** For how long a repeat of a request returns its first response: the lifetime of a key and of an `operation_id`. */
  repeatHours: 24,
  /** Keys per workspace. The oldest are deleted first. */
  maxKeys: 1_000_000,
  /** MiB of stored answers per workspace. The oldest are deleted first. */
  maxAnswersMib: 256,
  /** KiB of one compressed answer. A larger one is stored with the first `shortenedItems` of each list. */
  maxAnswerKib: 64,
  shortenedItems: 20,
} as const;

/** Of the answers of a workspace's operations that one service stores. */
export const STORED_ANSWERS_QUOTA = {
  answers: IDEMPOTENCY_LIMITS.maxKeys,
  bytes: IDEMPOTENCY_LIMITS.maxAnswersMib * 1_048_576,
} as const;

/** Limits of one workspace. Deleted sites count until they are purged. */
export const WORKSPACE_LIMITS = {
  /** Active tokens. */
  maxTokens: 1_000,
  /** Sites that don't expire. */
  maxSites: 5_000,
  /** Sites that expire. */
  maxSandboxes: 100,
  maxSavedViews: 500,
  /** Characters, like the next limit. */
  maxSavedViewNameLength: 80,
  maxSavedViewQueryLength: 2_000,
} as const;

/** Limits of one site. */
export const SITE_LIMITS = {
  /** Goals, and as many funnels. */
  maxDefinitions: 100,
  maxTags: 50,
  /** Characters. */
  maxTagLength: 64,
  /** Excluded paths, and as many excluded addresses. */
  maxExclusions: 50,
  /** Characters. */
  maxExcludedPathLength: 200,
  maxAnnotations: 500,
  /** Characters. */
  maxAnnotationLength: 200,
  /** Days during which a deleted site can be restored. */
  restoreDays: 30,
  /** Bounds of `retentionDays`. Events arrive, and links of customers resolve, within the minimum. */
  minRetentionDays: 30,
  maxRetentionDays: 3_650,
  /** Days until a shorter retention applies. */
  retentionGraceDays: 7,
} as const;

/** Limits of a funnel: its steps, and the hours between its first step and its last. */
export const FUNNEL_LIMITS = { minSteps: 2, maxSteps: 8, minHours: 1, maxHours: 8_760 } as const;

/** Limits of the webhooks of a workspace and of their events. Lengths are characters. */
export const WEBHOOK_LIMITS = {
  maxWebhooks: 20,
  maxUrlLength: 2_000,
  maxDescriptionLength: 200,
  /** Days for which webhook events and deliveries are stored. */
  retentionDays: 30,
} as const;
