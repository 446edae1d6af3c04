import type { NamePattern } from './browsers';

/** Operating systems. The first row that matches decides: systems that call themselves Android or Linux precede these. */
const SYSTEMS: readonly NamePattern[] = [
  ['Windows Phone', /Windows Phone|Windows Mobile|\bWP7|\bWPDesktop|\bZuneWP/],
  ['Windows CE', /Windows CE|\bWinCE|\bIEMobile/],
  ['Xbox', /\bXbox/i],
  ['Windows', /\bWin(?:dows|32|64|16|NT|9[58])|\(win\d\d/i],
  ['Chromecast', /\bCrKey\//],
  ['VIDAA', /\bVIDAA|\bHisense-(?:MT|MSD|NT)/],
  ['Roku OS', /\bRoku\b|com\.roku/i],
  ['webOS', /\bweb[O0]S\b|\bhpwOS|\bWEBOS\d/i],
  ['Tizen', /\bTizen\b/],
  ['Whale OS', /WHALEOS|\bWhaleTV|\bZeasn/i],
  ['TiVo OS', /\bTiVo(?:OS)?\b/],
  ['KaiOS', /KaiOS/i],
  ['HarmonyOS', /HarmonyOS|OpenHarmony|\bHarmony\//],
  ['Fire OS', /\bAFT[A-Z]|\bAEO[A-Z]{2}\b|\bKF[A-Z]{2,5}[ /);]|\bKindle Fire|\bSilk[/-]/],
  ['Wear OS', /\bWear ?OS/i],
  ['Meta Horizon', /OculusBrowser|\bQuest(?: \d| Pro)?[);]|MetaBrowser/],
  ['tvOS', /AppleTV|Apple TV|\btvOS\b/],
  ['watchOS', /\bwatchOS\b|Apple ?Watch/],
  ['Windows Phone', /\bNokiaN?Lumia|\bEdgA?\/.*Lumia/],
  ['iOS', /\b(?:iPhone|iPad|iPod)|\bdv\(iP|\biOS[ /]\d|iPhone OS|\biPadOS/],
  ['Chrome OS', /\bCrOS\b|Chromebook|\bChromeOS\b|\bFuchsia\b/],
  ['Google TV', /\bGoogleTV\b|\bGoogle TV\b/],
  ['Ubuntu Touch', /\bUbuntu; (?:Mobile|Tablet)\b|\bUbuntu [\d.]+ like Android/],
  ['Android', /Andr[o0]id|^Dalvik\/|\bAdr[ /]|\bU; Adr/i],
  ['Haiku', /\bHaiku\b|\bBeOS\b/],
  ['macOS', /\bMac(?:intosh|_PowerPC| ?OS| OS X|Book|mini|Pro)|\bDarwin\/|\bPPC Mac/i],
  ['BlackBerry OS', /BlackBerry|\bBB10\b|\bPlayBook\b|\bRIM Tablet/],
  ['MeeGo', /\bMeeGo\b|\bMaemo\b/],
  ['Symbian', /Symbi(?:an|OS)|\bSeries ?[46]0|\bS60\b|Nokia(?:N|E|C|X|5|6|7|3|2)\d/],
  ['Bada', /\bBada\b/],
  ['Sailfish OS', /\bSailfish/],
  ['PlayStation', /PlayStation|\bPSP\b|\bPS3\b/i],
  ['Nintendo', /\bNintendo/],
  ['FreeBSD', /FreeBSD|DragonFly|GhostBSD/],
  ['OpenBSD', /OpenBSD/],
  ['NetBSD', /NetBSD/],
  ['Solaris', /SunOS|Solaris/],
  ['Firefox OS', /\((?:Mobile|Tablet|TV);/],
  ['Java ME', /\bMIDP|\bJ2ME|\bCLDC|\bMAUI\b|\bUP\.Browser|\bBREW\b|\bMRE\//],
  ['Linux', /Linux|\bX11\b|Ubuntu|Debian|Fedora|\bWayland\b/i],
];

/** Names in `Sec-CH-UA-Platform`, of which only these are stored. */
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  Android: 'Android',
  'Chrome OS': 'Chrome OS',
  'Chromium OS': 'Chrome OS',
  ChromeOS: 'Chrome OS',
  Fuchsia: 'Chrome OS',
  iOS: 'iOS',
  Linux: 'Linux',
  macOS: 'macOS',
  'Mac OS X': 'macOS',
  Windows: 'Windows',
  FreeBSD: 'FreeBSD',
  OpenBSD: 'OpenBSD',
  HarmonyOS: 'HarmonyOS',
  'Fire OS': 'Fire OS',
  Tizen: 'Tizen',
  webOS: 'webOS',
};

/** Every value of the column `os`, except `''` for an unknown one. Imports may add names. */
export const SYSTEM_NAMES: ReadonlySet<string> = new Set(SYSTEMS.map(([name]) => name));

/** Returns the operating system of a user agent; `''` for an unknown one. */
export function systemOf(userAgent: string): string {
  return SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
}

/** Returns the system that `Sec-CH-UA-Platform` names; undefined for a name that is not in the list. */
export function systemOfPlatform(platform: string): string | undefined {
  const name = platform.replace(/"/g, '').trim();
  return Object.hasOwn(PLATFORM_NAMES, name) ? PLATFORM_NAMES[name] : undefined;
}
