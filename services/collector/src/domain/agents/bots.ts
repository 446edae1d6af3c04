import type { BotReason } from '@headwater/protos/drop-reasons';
import { isbot } from 'isbot';

/*
 * Programs that name themselves. The library isbot knows several hundred of them and the usual forms of their names. It also
 * takes words of devices for programs: `Catcher4` of Hisense televisions, the phone `M bot 54`. Those words are removed before
 * isbot reads the text. Every pattern runs in linear time.
 */

/** Headless browsers and test drivers that name themselves. */
const HEADLESS =
  /headless|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|cypress|splash\b|\bjsdom\b|\bhtmlunit/i;

/** Programs that isbot does not know. */
const OTHER_PROGRAMS =
  /\bGTmetrix|\bMiniature\.io|\bYLT\b|\bTSM-|\bAssetnote|yunjiankong|\bHLB\/|\bLaravel|\bfirefoxversion\b|<\?|\b(?:Amzn|MistralAI)-User|amazon-kendra|\b(?:Terra Cotta|NovaAct|Operator|BrowserUse|Stagehand)\b|\bgenspark|(?:^|[^a-z])(?:bot|crawler|spider|scraper|fetcher|scanner|monitor(?:ing)?|checker|validator|uptime|pingdom)\/\d|-(?:User|Agent|Fetcher|SearchBot|Extended)\/\d|\+https?:\/\//;

/** Programs by their purpose: they draw pages, check or extract them, or load the links of documents. */
const TOOLS =
  /\bwkhtmlto\w+|\bweb-?(?:thumb|snapr?|shot|screenie)|screen-?shot|\bimgsizer|\bwpif\b|uptime\/|-probe\/|\bextractor\b|\b(?:word|excel|powerpoint)\/1\d|\bmicrosoft office\/|zombie\.js/i;

/** The form in which programs name themselves, except old browsers that use it, too. */
const PROGRAM_FORM =
  /^Mozilla\/5.*\bcompatible; (?!MSIE|Konqueror|U;|Google Desktop|iCab|OmniWeb|Opera|IBrowse|NetPositive|OffByOne|ANT|Windows|Linux|Android|X11|Mac)\w[\w .-]{0,80}[/;)]/;

/** A name that says what the program is. */
const PROGRAM_WORDS = /(?:^|[^a-z])\w*(?:bot|crawler|spider|slurp|scraper)(?:$|[^a-z])/i;

/** Televisions, feature phones and old phones, whose agents have forms that isbot takes for those of programs. */
const DEVICE_FORMS =
  /hbbtv|ce-html|nettv|smart-?tv|\bweb0s|vidaa|netrange|tbrowser|\bomi\/|_tv_|, ?(?:wired|wireless) ?[;)]|\bopera tv|\bcrkey|\broku|\bmidp|\bcldc|\bmaui\b|\bmre ?[/\d]|\bbada\/|\bsymb(?:ian|os)|\bup\.browser|wap[- ]browser|\bdv\(i(?:ph|pd)|browser\/applewebkit|\bwv-atv\b|googletv|^[\d.]+ \(linux; u; android|\bmaple \d|\bpolaris|^i(?:phone|pod|pad)\w{0,20}$|^server-bag \[iphone|\bsonyericsson|\bnokia\d|\bbrew[ /]\d|\bteleca|\bnintendo|^sam(?:sung)?-[a-z]*\d|\bblackberry\d|\bwebos\/[12]|\bpalm(?:os|source)|^opera\/9\.80, |^smarttv_|\bsegasaturn|^nook browser|\bfb(?:an|av)[/;]/i;

/** The first comment of an Android browser: system, model and build. */
const ANDROID_COMMENT =
  /\((?:Linux; |U; |X11; )?(?:arm\w*; |x86\w*; )?(?:U; )?Andr[o0]id(?![^)]*(?:compatible|https?:|[Bb]ot[\w-]*\/|-Google\/|Catchpoint))[^()]*(?:\([^()]*\)[^()]*)?\)/;

/** Words of browsers and apps that isbot takes for programs. */
const BROWSER_WORDS =
  /\bQQDownload \d*|\bchromeframe(?:\/[\d.]+)?|\bGoogle Earth\/|\bGoogle(?: |-)?(?:TV|Nexus|Pixel)|\bGoogleMobile\/|\b(?:Apple|Sohu|\w+)?News(?:Article|day\w*|Break)?\/|\bSogou(?:MSE|MobileBrowser|Search|Explorer)?(?:\/|\b)|\bMApi [\d.]+(?: \([^)]*\))?|\b\d{3,4}x\d{3,4}\b|\bAndroid \(?\d\d\/[\d.]+|\bHybrid\(\)|\bHotJava\/|\bAlphaServer|from: https?:\/\/bsalsa\.com\/?|\bFirePHP\/\S+|\b[Rr]adar\b|\bProxyless\b|\bProcess\/tools|\b(?:air|com|net|org|jp|cn|de|ru)\.[\w.]{3,80}|\bamaya\/\S+ libwww|\bBrowseX|\bWebster Pro|\bAndroidDownloadManager|\bCuBot\b|\bCUBOT\w*|\b(?:baidu(?:boxapp|browser)|zhangbai)\/\S+/g;

/** Returns why a user agent is that of a program; undefined for a person's browser. */
export function botReason(userAgent: string): BotReason | undefined {
  // Every browser sends one.
  if (userAgent.trim() === '') return 'no_user_agent';
  if (HEADLESS.test(userAgent)) return 'headless';
  return isProgram(userAgent) ? 'crawler' : undefined;
}

function isProgram(userAgent: string): boolean {
  const text = userAgent.replace(ANDROID_COMMENT, '(Linux; Android 10; K)').replace(BROWSER_WORDS, '');
  if (OTHER_PROGRAMS.test(text) || TOOLS.test(text)) return true;
  if (DEVICE_FORMS.test(userAgent)) return PROGRAM_WORDS.test(text);
  return PROGRAM_FORM.test(text) || isbot(text);
}
