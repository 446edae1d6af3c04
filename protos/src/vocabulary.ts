/** The closed lists that more than one service speaks of. Order is the order in which answers and documents list them. */
import { EVENT_LIMITS } from './limits';

/** Built-in site types, as `GET /api/v1/categories` serves them. */
export const SITE_CATEGORIES = [
  'saas',
  'ecommerce',
  'marketplace',
  'blog',
  'news',
  'documentation',
  'portfolio',
  'agency',
  'education',
  'community',
  'nonprofit',
  'government',
  'healthcare',
  'finance',
  'travel',
  'real-estate',
  'restaurant',
  'events',
  'entertainment',
  'gaming',
  'mobile-app',
  'developer-tools',
  'personal',
  'other',
] as const;
export type SiteCategory = (typeof SITE_CATEGORIES)[number];

/** Acquisition channels of a session. */
export const CHANNELS = [
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'Organic Shopping',
  'Organic Social',
  'Organic Video',
  'AI Assistants',
  'Organic Search',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Mobile Push Notifications',
  'Referral',
  'Direct',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** Version of the collector's channel rules. Stored with each event, to explain old channels by the rules of their time. */
export const RULES_VERSION = 5;

/** The ids of the channel rules of this version, in the order in which they apply, with their channels. */
export const CHANNEL_RULES = {
  'cross-network': 'Cross-network',
  'paid-shopping': 'Paid Shopping',
  'paid-search': 'Paid Search',
  'paid-social': 'Paid Social',
  'paid-video': 'Paid Video',
  display: 'Display',
  'paid-other': 'Paid Other',
  'organic-shopping': 'Organic Shopping',
  'organic-social': 'Organic Social',
  'organic-video': 'Organic Video',
  'ai-assistants': 'AI Assistants',
  'organic-search': 'Organic Search',
  email: 'Email',
  affiliates: 'Affiliates',
  audio: 'Audio',
  sms: 'SMS',
  push: 'Mobile Push Notifications',
  referral: 'Referral',
  direct: 'Direct',
} as const satisfies Readonly<Record<string, Channel>>;

/** The click ids that ad platforms accept with conversions: parameters of landing pages, with their platforms. */
export const CLICK_ID_PLATFORMS = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  msclkid: 'microsoft',
  fbclid: 'meta',
  ttclid: 'tiktok',
  li_fat_id: 'linkedin',
  twclid: 'x',
} as const;
export type ClickIdParameter = keyof typeof CLICK_ID_PLATFORMS;
export type AdPlatform = (typeof CLICK_ID_PLATFORMS)[ClickIdParameter];
/** The ad platforms, each once. */
export const AD_PLATFORMS: readonly AdPlatform[] = [...new Set(Object.values(CLICK_ID_PLATFORMS))];

/** Event columns that can be grouped and filtered by, beside `props.<key>`. */
export const DIMENSION_COLUMNS = [
  'pathname',
  'channel',
  'device',
  'browser',
  'os',
  'country',
  'region',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type DimensionColumn = (typeof DIMENSION_COLUMNS)[number];

/** Dimensions and filters of queries about visits. `entry_page` and `exit_page` are the first and last page of the session. */
export const VISIT_DIMENSIONS = [...DIMENSION_COLUMNS, 'source', 'entry_page', 'exit_page'] as const;
export type VisitDimension = (typeof VISIT_DIMENSIONS)[number];

/** The kinds of goals: an event name or a page path. */
export const GOAL_TYPES = ['event', 'page'] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** Columns for the filters of a goal, beside `props.<key>`: columns of every event. */
export const GOAL_FILTER_COLUMNS = [...DIMENSION_COLUMNS, 'source'] as const;

/** The products whose exports can be imported. */
export const IMPORT_SOURCES = ['umami', 'plausible'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The contents of an export: all events including pageviews, or only pageviews. */
export const EXPORT_TYPES = ['events', 'pageviews'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The earlier window that stats are compared with. */
export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The pages of the dashboard that can be saved as a view, and the pattern of their path; `:id` is the site. */
export const SAVED_PAGES = {
  overview: '/sites/:id',
  events: '/sites/:id/events',
  goals: '/sites/:id/goals',
  journeys: '/sites/:id/journeys',
  quality: '/sites/:id/quality',
  sites: '/',
  revenue: '/revenue',
  acquisition: '/acquisition',
  cohorts: '/cohorts',
  attribution: '/attribution',
} as const;
export type SavedPage = keyof typeof SAVED_PAGES;

/** The pages that a share link can show: one of a site, or one of the workspace with the numbers of the site only. */
export const SHARED_PAGES = [
  'overview',
  'events',
  'goals',
  'journeys',
  'quality',
  'revenue',
  'acquisition',
  'cohorts',
] as const satisfies readonly SavedPage[];
export type SharedPage = (typeof SHARED_PAGES)[number];

/** A property key: after `props.` in dimensions and filters, and in received events. */
export const PROPERTY_KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${EVENT_LIMITS.maxPropKeyLength}}$`);

export const GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

/** `filter[key]=v` is `is`; the others are spelled `filter[key][operator]=v`. */
export const FILTER_OPERATORS = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** The unknown value, in breakdown keys and in filters. */
export const NONE = '(none)';

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;
export type Device = (typeof DEVICES)[number];

/** The event name of a pageview. */
export const PAGEVIEW = 'pageview';

/** A refund's amount is what was given back. */
export const PAYMENT_TYPES = ['sale', 'refund', 'subscription'] as const;

/** What revenue can be grouped and filtered by: what brought the account, and what the account is. */
export const REVENUE_DIMENSIONS = [
  'channel',
  'source',
  'plan',
  'company',
  'site',
  'country',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type RevenueDimension = (typeof REVENUE_DIMENSIONS)[number];

/** Dimensions of customers: where an account came from, and what it is. `campaign` is `utm_campaign`. */
export const CUSTOMER_DIMENSIONS = [
  'channel',
  'source',
  'campaign',
  'landing',
  'referrer',
  'country',
  'device',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'site',
  'plan',
  'company',
] as const;
export type CustomerDimension = (typeof CUSTOMER_DIMENSIONS)[number];

/** The day on which an account counts as a customer. */
export const CUSTOMER_BASES = ['identified', 'first_visit'] as const;
export type CustomerBasis = (typeof CUSTOMER_BASES)[number];

/** The length of a cohort, and of the periods since then. */
export const COHORT_GRAINS = ['month', 'week'] as const;
export type CohortGrain = (typeof COHORT_GRAINS)[number];

/** Grains of the cohorts of visitors, the default first. */
export const RETENTION_GRAINS = ['week', 'day'] as const;
export type RetentionGrain = (typeof RETENTION_GRAINS)[number];

/** The value of a cohort. */
export const COHORT_METRICS = ['net', 'paying', 'mrr'] as const;
export type CohortMetric = (typeof COHORT_METRICS)[number];

/** Whether the channel of an account is recorded, may still be recorded, or neither. */
export const ACCOUNT_STATUSES = ['linked', 'pending', 'unattributed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** How the credit for a payment is divided among the visits of its account. `first_touch` is the recorded attribution. */
export const ATTRIBUTION_MODELS = [
  'first_touch',
  'last_touch',
  'last_non_direct',
  'linear',
  'position_based',
  'time_decay',
] as const;
export type AttributionModel = (typeof ATTRIBUTION_MODELS)[number];

/** The dimensions of revenue by the other models. */
export const MODEL_DIMENSIONS = ['channel', 'source', 'utm_campaign', 'plan', 'company'] as const;
export type ModelDimension = (typeof MODEL_DIMENSIONS)[number];

/** The dimensions of customers and cohorts by the other models. */
export const CUSTOMER_MODEL_DIMENSIONS = [
  'channel',
  'source',
  'campaign',
  'utm_campaign',
  'landing',
  'referrer',
  'plan',
  'company',
] as const;
export type CustomerModelDimension = (typeof CUSTOMER_MODEL_DIMENSIONS)[number];
