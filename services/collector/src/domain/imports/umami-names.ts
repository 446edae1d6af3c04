import { visitorIdProblem } from '@headwater/protos/visitor-id';
import type { Device } from '@headwater/protos/vocabulary';
import { cutText } from '../scrub';
import { UNKNOWN_AGENT, type Agent } from '../user-agent';
import { derivedId } from './file-rows';

/** Prefix of all Umami ids: the exports of two sites never share an event, a visitor or a session. */
const umamiPrefix = (siteId: number): string => `umami:${siteId}:`;

/** Returns the id of an Umami session or visit here. An id that is too long with its prefix is hashed. */
export function umamiVisitorId(siteId: number, id: string): string {
  const prefix = umamiPrefix(siteId);
  const own = `${prefix}${id}`;
  return visitorIdProblem(own) === undefined ? own : `${prefix}${derivedId(own)}`;
}

/** Returns the id of an Umami event here. The files of an export refer to each other by it. */
export function umamiEventId(siteId: number, eventId: string): string {
  return derivedId(`${umamiPrefix(siteId)}${eventId}`);
}

/** Umami's browser names that differ from the stored ones. */
const BROWSERS: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  'chromium-webview': 'Chrome',
  crios: 'Chrome',
  'edge-chromium': 'Microsoft Edge',
  'edge-ios': 'Microsoft Edge',
  edge: 'Microsoft Edge',
  firefox: 'Firefox',
  fxios: 'Firefox',
  safari: 'Safari',
  ios: 'Safari',
  'ios-webview': 'Safari',
  opera: 'Opera',
  'opera-mini': 'Opera',
  samsung: 'Samsung Internet for Android',
  android: 'Android Browser',
  yandexbrowser: 'Yandex Browser',
  ie: 'Internet Explorer',
  facebook: 'Facebook',
  instagram: 'Instagram',
};

const SYSTEMS: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  'Mac OS X': 'macOS',
  'Android OS': 'Android',
};

const DEVICES: Readonly<Record<string, Device | ''>> = {
  '': '',
  desktop: 'desktop',
  laptop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  smarttv: 'tv',
  tv: 'tv',
};

/** Longest name stored. */
const MAX_NAME = 64;

/** Converts Umami's names of device, browser and system to the stored ones. Unknown names stay unchanged. */
export function agentOfUmami(device: string, browser: string, os: string): Agent {
  const system = os.startsWith('Windows') ? 'Windows' : renamed(SYSTEMS, os);
  return {
    ...UNKNOWN_AGENT,
    device: Object.hasOwn(DEVICES, device) ? (DEVICES[device] ?? '') : 'other',
    browser: cutText(renamed(BROWSERS, browser), MAX_NAME).toWellFormed(),
    os: cutText(system, MAX_NAME).toWellFormed(),
  };
}

function renamed(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}
