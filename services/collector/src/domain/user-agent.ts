import type { BotReason, Device } from '@headwater/protos/vocabulary';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { BoundedMemo } from './bounded-memo';

/** What a browser says of itself. Absent headers are `''`. */
export interface AgentHeaders {
  readonly userAgent: string;
  /** `Sec-CH-UA`, `Sec-CH-UA-Mobile` and `Sec-CH-UA-Platform` (User-Agent Client Hints). */
  readonly brands: string;
  readonly mobile: string;
  readonly platform: string;
}

/** What is stored of a user agent; unknown values are `''`. */
export interface Agent {
  readonly device: Device | '';
  readonly browser: string;
  readonly os: string;
}

/** A sender that says nothing of its browser. */
export const NO_AGENT: AgentHeaders = { userAgent: '', brands: '', mobile: '', platform: '' };

/** Longest user agent that is looked at; real ones stay far below. */
const MAX_USER_AGENT = 1_024;

/** Browsers without a screen and the drivers of tests, by what they write themselves. */
const HEADLESS = /headless|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|cypress/i;

const DESKTOP_SYSTEMS: ReadonlySet<string> = new Set([
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'FreeBSD',
  'OpenBSD',
]);

/** Names that bowser or a client hint gives, where ours differ. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  'Chromium OS': 'Chrome OS',
  'Chrome OS': 'Chrome OS',
  ChromeOS: 'Chrome OS',
  'Mac OS': 'macOS',
  'Mac OS X': 'macOS',
};

/** Brands of `Sec-CH-UA` that name a browser more exactly than the user agent does, which may only say Chrome. */
const BRAND_NAMES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Microsoft Edge',
  Opera: 'Opera',
  Brave: 'Brave',
  Vivaldi: 'Vivaldi',
  YaBrowser: 'Yandex Browser',
  Yandex: 'Yandex Browser',
  'Samsung Internet': 'Samsung Internet for Android',
  DuckDuckGo: 'DuckDuckGo',
};

const agents = new BoundedMemo<Agent>(10_000, readUserAgent);
const hinted = new BoundedMemo<Agent>(10_000, correctedAgent);
const bots = new BoundedMemo<BotReason | undefined>(10_000, readBotReason);

/** Device, browser and operating system; client hints, where sent, correct the frozen user agent. */
export function agentOf(headers: AgentHeaders): Agent {
  const { brands, mobile, platform } = headers;
  const userAgent = headers.userAgent.slice(0, MAX_USER_AGENT);
  if (brands === '' && mobile === '' && platform === '') return agents.get(userAgent);
  // Headers hold no line ends.
  return hinted.get(`${brands}\n${mobile}\n${platform}\n${userAgent}`);
}

/** @param key client hints and user agent, a line each */
function correctedAgent(key: string): Agent {
  const [brands = '', mobile, hint = '', userAgent = ''] = key.split('\n');
  const agent = agents.get(userAgent);
  const platform = hint.replace(/"/g, '').trim();
  return {
    device: mobile === '?1' && agent.device === 'desktop' ? 'mobile' : agent.device,
    browser: brandOf(brands) ?? agent.browser,
    os: platform === '' || platform === 'Unknown' ? agent.os : systemName(platform),
  };
}

/** Why a user agent is no person's browser: crawlers, monitors, scripts and headless browsers that say so. */
export function botReasonOf(userAgent: string): BotReason | undefined {
  return bots.get(userAgent.slice(0, MAX_USER_AGENT));
}

function readBotReason(userAgent: string): BotReason | undefined {
  // Every browser names itself.
  if (userAgent.trim() === '') return 'no_user_agent';
  if (HEADLESS.test(userAgent)) return 'headless';
  return isbot(userAgent) ? 'crawler' : undefined;
}

function readUserAgent(userAgent: string): Agent {
  if (userAgent === '') return { device: '', browser: '', os: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = systemName(os.name ?? '');
  return { device: deviceOf(platform.type, system), browser: browser.name ?? '', os: system };
}

function deviceOf(type: string | undefined, system: string): Device {
  if (type === 'desktop' || type === 'mobile' || type === 'tablet' || type === 'tv') return type;
  // Bowser knows no platform of Chrome OS and some Linux desktops.
  return DESKTOP_SYSTEMS.has(system) ? 'desktop' : 'other';
}

function systemName(name: string): string {
  return SYSTEM_NAMES[name] ?? name.slice(0, 64);
}

function brandOf(brands: string): string | undefined {
  for (const [, brand] of brands.matchAll(/"([^"]{1,64})";v=/g)) {
    const name = brand === undefined ? undefined : BRAND_NAMES[brand];
    if (name !== undefined) return name;
  }
  return undefined;
}
