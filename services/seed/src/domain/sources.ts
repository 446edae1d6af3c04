import { CAMPAIGNS } from './campaigns';
import type { Source } from './source';

// prettier-ignore
const SEARCH = { channel: 'Organic Search', entries: ['article', 'docs', 'home', 'home', 'pricing'], signup: 0.024, stay: 0.66 } as const;
// prettier-ignore
const SOCIAL = { channel: 'Organic Social', entries: ['article', 'article', 'home'], signup: 0.008, stay: 0.45, later: 0.4 } as const;
// prettier-ignore
const ASSISTANT = { channel: 'AI Assistants', entries: ['docs', 'article', 'pricing', 'home'], signup: 0.052, stay: 0.71, later: 0.5, trend: 1.6 } as const;
// prettier-ignore
const REFERRAL = { channel: 'Referral', entries: ['home', 'home', 'article'], signup: 0.022, stay: 0.6, later: 0.5 } as const;

/** Permanent sources. The collector derives their names from the referrer. */
const STEADY: readonly Source[] = [
  {
    channel: 'Direct',
    name: '',
    referrer: '',
    first: 21,
    later: 52,
    entries: ['home', 'home', 'home', 'docs', 'pricing'],
    signup: 0.03,
    stay: 0.67,
    phones: 0.9,
  },
  { ...SEARCH, name: 'Google', referrer: 'www.google.com', first: 30, later: 19, phones: 1.1 },
  { ...SEARCH, name: 'Bing', referrer: 'www.bing.com', first: 3.6, later: 2.2, phones: 0.3 },
  { ...SEARCH, name: 'DuckDuckGo', referrer: 'duckduckgo.com', first: 2.1, later: 1.6, phones: 0.8 },
  { ...SEARCH, name: 'Ecosia', referrer: 'www.ecosia.org', first: 0.8, later: 0.5, phones: 0.7 },
  { ...ASSISTANT, name: 'ChatGPT', referrer: 'chatgpt.com', first: 3.2, phones: 0.6 },
  { ...ASSISTANT, name: 'Perplexity', referrer: 'www.perplexity.ai', first: 1.1, phones: 0.6 },
  { ...ASSISTANT, name: 'Claude', referrer: 'claude.ai', first: 0.9, phones: 0.4 },
  { ...ASSISTANT, name: 'Gemini', referrer: 'gemini.google.com', first: 0.6, phones: 0.9 },
  { ...SOCIAL, name: 'LinkedIn', referrer: 'www.linkedin.com', first: 3.1, signup: 0.014, phones: 1.2 },
  { ...SOCIAL, name: 'X', referrer: 't.co', first: 2.4, trend: -0.3, phones: 1.6 },
  { ...SOCIAL, name: 'Reddit', referrer: 'www.reddit.com/r/selfhosted', first: 2.6, phones: 1.3 },
  { ...SOCIAL, name: 'Bluesky', referrer: 'bsky.app', first: 0.8, trend: 0.8, phones: 1.2 },
  {
    channel: 'Organic Video',
    name: 'YouTube',
    referrer: 'www.youtube.com',
    first: 1.3,
    later: 0.4,
    entries: ['home', 'campaign'],
    signup: 0.017,
    stay: 0.58,
    phones: 1.3,
  },
  {
    ...REFERRAL,
    name: 'GitHub',
    referrer: 'github.com',
    first: 3.4,
    later: 3.5,
    entries: ['docs', 'home'],
    phones: 0.3,
  },
  {
    ...REFERRAL,
    name: 'G2',
    referrer: 'www.g2.com/products/demo',
    first: 1.2,
    entries: ['pricing', 'home'],
    signup: 0.06,
    phones: 0.4,
  },
  { ...REFERRAL, name: 'DEV', referrer: 'dev.to', first: 1.1, entries: ['article', 'docs'], phones: 0.7 },
  {
    ...REFERRAL,
    name: 'blog.partner.example',
    referrer: 'blog.partner.example/integrations',
    first: 1.4,
    phones: 0.7,
  },
];

/** All sources: permanent sources and campaigns. */
export const SOURCES: readonly Source[] = [...STEADY, ...CAMPAIGNS];

/** Weight of a source among the first visits of a day; 0 for inactive campaigns. */
export function firstVisitWeight(source: Source, dayIndex: number): number {
  return source.first * (1 + (source.trend ?? 0) * Math.min(dayIndex / 90, 2)) * running(source, dayIndex);
}

/** Weight of a source among the later visits of a day. */
export function laterVisitWeight(source: Source, dayIndex: number): number {
  return source.later * running(source, dayIndex);
}

/** Traffic of a day relative to that of the permanent sources alone. */
export function campaignLift(dayIndex: number): number {
  const weigh = (sources: readonly Source[]): number =>
    sources.reduce((sum, source) => sum + firstVisitWeight(source, dayIndex), 0);
  return weigh(SOURCES) / weigh(STEADY);
}

function running({ run }: Source, dayIndex: number): number {
  if (!run) return 1;
  if (dayIndex < run.from || dayIndex > run.to) return 0;
  return (run.fade ?? 1) ** (dayIndex - run.from);
}
