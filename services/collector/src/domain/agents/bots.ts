import type { BotReason } from '@headwater/protos/drop-reasons';
import { Crawler } from 'es6-crawler-detect';
import { isbot } from 'isbot';

/*
 * Programs that name themselves. The libraries isbot and es6-crawler-detect know some thousand of them and the usual forms of their
 * names. They also take words of devices for programs: `Catcher4` of Hisense televisions, the phone `M bot 54`. Those words are
 * removed before the libraries read the text.
 */

/** Headless browsers and test drivers that name themselves. */
const HEADLESS =
  /headless|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|cypress|splash\b|\bjsdom\b|\bhtmlunit/i;

/** Programs that neither library knows, and forms of names that both miss. */
const OTHER_PROGRAMS =
  /\bAssetnote|yunjiankong|\bHLB\/|\bLaravel|\bfirefoxversion\b|amazon-kendra|[Ss]creen-?[Ss]hot|\b(?:Terra Cotta|NovaAct|Operator|BrowserUse|Stagehand)\b|\b(?:DebugBear|claude-web|link-resolver)\b|^(?:Dart|GitLab|NetworkingExtension)\/\d|(?:^|[^a-z])(?:bot|crawler|spider|scraper|fetcher|scanner|monitor(?:ing)?|checker|validator|uptime|pingdom)\/\d|-(?:User|Agent|Fetcher|SearchBot|Extended)\/\d|\+https?:\/\//;

/** The form in which programs name themselves, except old browsers that use it, too. */
const PROGRAM_FORM =
  /^Mozilla\/5.*\bcompatible; (?!MSIE|msie|Konqueror|U;|Google Desktop|iCab|OmniWeb|Opera|IBrowse|NetPositive|OffByOne|ANT|Windows|Linux|Android|X11|Mac)\w[\w .-]{0,80}[/;)]/;

/** A name that says what the program is. */
const PROGRAM_WORDS = /(?:bot|crawler|spider|slurp|scraper)(?:$|[^a-z])/i;

/** Televisions, feature phones and old phones, whose agents have forms that the libraries take for those of programs. */
const DEVICE_FORMS =
  /hbbtv|ce-html|nettv|smart-?tv|\bweb0s|vidaa|netrange|tbrowser|\bomi\/|_tv_|, ?(?:wired|wireless) ?[;)]|\bopera tv|\bcrkey|\broku|\bmidp|\bcldc|\bmaui\b|\bmre ?[/\d]|\bbada\/|\bsymb(?:ian|os)|\bup\.browser|wap[- ]browser|\bdv\(i(?:ph|pd)|browser\/applewebkit|\bwv-atv\b|googletv|^[\d.]+ \(linux; u; android|\bmaple \d|\bpolaris|^i(?:phone|pod|pad)\w{0,20}$|^server-bag \[iphone|\bsonyericsson|\bnokia\d|\bbrew[ /]\d|\bteleca|\bnintendo|^sam(?:sung)?-[a-z]*\d|\bblackberry\d|\bwebos\/[12]|\bpalm(?:os|source)|^opera\/9\.80, |^smarttv_|\bsegasaturn|^nook browser|\bfb(?:an|av)[/;]|^mozilla\/\d[.,]0\+?\((?:linux|iphone|ipad|windows)|\bcronet\/|_?mosaic\/|^lynx\/|^amigavoyager\/|^hotjava\/|philipswebkit|\bmobile,gzip|^appletv\d|^watch\d+,\d/i;

/** The first comment of an Android browser: system, model and build. */
const ANDROID_COMMENT =
  /\((?:Linux; |U; |X11; )?(?:arm\w*; |x86\w*; )?(?:U; )?Andr[o0]id(?![^)]*(?:compatible|https?:|[Bb]ot[\w-]*\/|-Google\/|Catchpoint))[^()]*(?:\([^()]*\)[^()]*)?\)/;

/** Words of browsers and apps that the libraries take for programs. */
const BROWSER_WORDS =
  /\bFlock\/\S+|\bGoogle(?:Goggles|Hypersonic)[\w-]*|\bQQDownload \d*|\bchromeframe(?:\/[\d.]+)?|\bGoogle Earth\/|\bGoogle(?: |-)?(?:TV|Nexus|Pixel)|\bGoogleMobile\/|\b(?:Apple|Sohu|\w+)?News(?:Article|day\w*|Break)?\/|\bSogou(?:MSE|MobileBrowser|Search|Explorer)?(?:\/|\b)|\bMApi [\d.]+(?: \([^)]*\))?|\b\d{3,4}x\d{3,4}\b|\bAndroid \(?\d\d\/[\d.]+|\bHybrid\(\)|\bHotJava\/|\bAlphaServer|from: https?:\/\/bsalsa\.com\/?|\bFirePHP\/\S+|\b[Rr]adar\b|\bProxyless\b|\bProcess\/tools|\b(?:air|com|net|org|jp|cn|de|ru)\.[\w.]{3,80}|\bamaya\/\S+ libwww|\bBrowseX|\bWebster Pro|\bCuBot\b|\bCUBOT\w*|\b(?:baidubrowser|zhangbai)\/\S+|\bbaiduboxapp\/.*$|\bHPiPAQ\S*|\bAlipayDefined\([^()]*\)|\bKobo eReader\b/g;

const crawlers = new Crawler();

/** Characters that es6-crawler-detect reads: its time grows with the square of the length, and programs name themselves early. */
const MAX_CRAWLER_TEXT = 300;

/** Returns why a user agent is that of a program; undefined for a person's browser. */
export function botReason(userAgent: string): BotReason | undefined {
  // Every browser sends one.
  if (userAgent.trim() === '') return 'no_user_agent';
  if (HEADLESS.test(userAgent)) return 'headless';
  return isProgram(userAgent) ? 'crawler' : undefined;
}

function isProgram(userAgent: string): boolean {
  const text = userAgent.replace(ANDROID_COMMENT, '(Linux; Android 10; K)').replace(BROWSER_WORDS, '');
  if (OTHER_PROGRAMS.test(text)) return true;
  if (DEVICE_FORMS.test(userAgent)) return PROGRAM_WORDS.test(text);
  return PROGRAM_FORM.test(text) || isbot(text) || crawlers.isCrawler(text.slice(0, MAX_CRAWLER_TEXT));
}
