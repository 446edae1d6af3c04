import { unknownColumns, type ColumnsOf } from '@headwater/eventstore/event-columns';
import type { BotReason } from '@headwater/protos/drop-reasons';
import type { Device } from '@headwater/protos/vocabulary';
import { botReason } from './agents/bots';
import { browserOf, browserOfBrands } from './agents/browsers';
import { deviceOf } from './agents/devices';
import { systemOf, systemOfPlatform } from './agents/systems';
import { cached } from './cached';

/** The request headers that describe a browser. Absent headers are `''`. */
export interface AgentHeaders {
  readonly userAgent: string;
  /** `Sec-CH-UA`, `Sec-CH-UA-Mobile` and `Sec-CH-UA-Platform` (User-Agent Client Hints). */
  readonly brands: string;
  readonly mobile: string;
  readonly platform: string;
}

/** The stored attributes of a user agent. Browser and os are names of the tables in `agents/`; unknown values are `''`. */
export interface Agent extends ColumnsOf<'agent'> {
  readonly device: Device | '';
}

/** The attributes of an absent user agent. */
export const UNKNOWN_AGENT: Agent = { ...unknownColumns('agent'), device: '' };

/** The headers of a sender without a browser. */
export const NO_AGENT: AgentHeaders = { userAgent: '', brands: '', mobile: '', platform: '' };

/** Longest user agent that is parsed, in UTF-16 units; real ones are much shorter. */
const MAX_USER_AGENT = 1_024;

/** Systems that a browser puts into its user agent without being on them. */
const FROZEN_SYSTEMS: ReadonlySet<string> = new Set(['', 'Windows', 'macOS', 'Linux', 'Chrome OS']);

const agents = cached<Agent>(10_000, readUserAgent);
const hintedAgents = cached<Agent>(10_000, correctedAgent);
const botReasons = cached<BotReason>(10_000, botReason);

/** Returns device, browser and operating system. Client hints override the user agent, which browsers have frozen. */
export function agentOf(headers: AgentHeaders): Agent {
  const { brands, mobile, platform } = headers;
  const userAgent = headers.userAgent.slice(0, MAX_USER_AGENT);
  if (brands === '' && mobile === '' && platform === '') return agents(userAgent);
  // Headers contain no line ends.
  return hintedAgents(`${brands}\n${mobile}\n${platform}\n${userAgent}`);
}

/** @param key client hints and user agent, one per line */
function correctedAgent(key: string): Agent {
  const [brands = '', mobile, platform = '', userAgent = ''] = key.split('\n');
  const agent = agents(userAgent);
  const system = systemOfPlatform(platform);
  return {
    ...agent,
    device: mobile === '?1' && agent.device === 'desktop' ? 'mobile' : agent.device,
    browser: browserOfBrands(brands) ?? agent.browser,
    os: system !== undefined && FROZEN_SYSTEMS.has(agent.os) ? system : agent.os,
  };
}

/** Returns why a user agent is that of a bot; undefined for a person's browser. */
export function botReasonOf(userAgent: string): BotReason | undefined {
  return botReasons(userAgent.slice(0, MAX_USER_AGENT));
}

function readUserAgent(userAgent: string): Agent {
  if (userAgent === '') return UNKNOWN_AGENT;
  return {
    ...UNKNOWN_AGENT,
    device: deviceOf(userAgent),
    browser: browserOf(userAgent),
    os: systemOf(userAgent),
  };
}
