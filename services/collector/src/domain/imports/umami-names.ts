import type { Device } from '@headwater/protos/vocabulary';
import type { Agent } from '../user-agent';

/** Umami's short names of browsers, where they differ from the names that we store. */
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

/** Device, browser and system as we name them, from the names that Umami has. Unknown names stay as they are. */
export function agentOfUmami(device: string, browser: string, os: string): Agent {
  const system = os.startsWith('Windows') ? 'Windows' : own(SYSTEMS, os);
  return {
    device: Object.hasOwn(DEVICES, device) ? (DEVICES[device] ?? '') : 'other',
    browser: own(BROWSERS, browser).slice(0, MAX_NAME).toWellFormed(),
    os: system.slice(0, MAX_NAME).toWellFormed(),
  };
}

function own(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}
