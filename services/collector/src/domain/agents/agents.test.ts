import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf, botReasonOf, NO_AGENT } from '../user-agent';
import { BROWSER_NAMES, browserOf } from './browsers';
import { deviceOf } from './devices';
import { SYSTEM_NAMES, systemOf } from './systems';

const android = (model: string, rest = 'Chrome/141.0.0.0 Mobile Safari/537.36') =>
  `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const iphone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${rest}`;

describe('device', () => {
  it.each([
    // Phones with and without the word, phablets, feature phones, players.
    [android('SM-S928N'), 'mobile'],
    [android('M bot 54'), 'mobile'],
    ['Dalvik/2.1.0 (Linux; U; Android 10; RMX2021 Build/QP1A)', 'mobile'],
    ['Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'mobile'],
    ['SonyEricssonF100i/R1x Browser/NetFront/3.4 Profile/MIDP-2.1 Configuration/CLDC-1.1', 'mobile'],
    ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1', 'mobile'],
    // Tablets, some of which say Mobile.
    [android('SM-T220'), 'tablet'],
    [android('Lenovo TB-X606F', 'Chrome/112.0.0.0 Safari/537.36'), 'tablet'],
    [android('Armor Pad Pro'), 'tablet'],
    [android('KOB2K-L09'), 'tablet'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1',
      'tablet',
    ],
    // Wi-Fi variants of Huawei and Honor, a language with a script, the short form `Adr`, `##` between the parts.
    [android('XYZ-W09'), 'tablet'],
    [android('zh-Hans-CN; TGR-W10 Build/HUAWEITGR-W10'), 'tablet'],
    ['UCWEB/2.0 (MIDP-2.0; U; Adr 4.1.2; en-US; GT-P3100) U2/1.0.0 UCBrowser/8.8 Mobile', 'tablet'],
    ['Dalvik/2.1.0 (Linux## U## Android 7.0## SM-T585 Build/NRD90M)', 'tablet'],
    [android('Neon7 8.0 3G'), 'tablet'],
    ['Mozilla/5.0 (X11; U; Linux x86_64; ar-SA) AppleWebKit/537.36 Safari/537.36 Puffin/4.2.1IT', 'tablet'],
    // A model of a public list, and the conventions of phones that are close to those of tablets.
    [android('ARCHM901'), 'tablet'],
    [android('Redmi 10 5G'), 'mobile'],
    [android('Archos 50 Platinum'), 'mobile'],
    [android('E940-2849-00'), 'mobile'],
    // Televisions by word, by size in inches and by family of boxes.
    ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/87.0.4280.88 Safari/537.36', 'tv'],
    [android('BRAVIA 4K VH2', 'Chrome/114.0.0.0 Safari/537.36'), 'tv'],
    [android('AFTSS', 'Silk/112.3 like Chrome/112.0.0.0 Safari/537.36'), 'tv'],
    [android('43LEX-7287TS2C', 'Chrome/90.0.0.0 Safari/537.36'), 'tv'],
    [android('HTV-55U11B-VS'), 'tv'],
    [android('X96Max_Plus2', 'Chrome/90.0.0.0 Safari/537.36'), 'tv'],
    [android('STI6110; wv', 'Version/4.0 Chrome/124.0 YaBrowser/24.10.0 (lite) TV Safari/537.36'), 'tv'],
    ['Opera/9.80 (Linux mips; ) Presto/2.12.407 Version/12.51 MB95/3.3.6 (BUSH, Si2156LG32, wireless)', 'tv'],
    ['Roku/DVP-14.1 (14.1.4.7709)', 'tv'],
    [android('TD55UFGEV1'), 'tv'],
    [android('28LEX-7144/TS2C'), 'tv'],
    ['Opera/9.80 (Linux armv7l) Presto/2.12 Version/12.11 SonyCEBrowser/1.0 (KDL-32W653A; CTV)', 'tv'],
    ['Mozilla/5.0 (Windows; U; Windows NT 5.1; xx;) NX/3.0 (DTV; HTML; R1.0;) Hybridcast/1.0', 'tv'],
    // A build of Android for televisions, a newer code of Fire TV, a television that says iPad.
    ['Dalvik/2.1.0 (Linux; U; Android 11; Any Name Build/RTO2.220913.001)', 'tv'],
    [android('AFT6E0FA', 'Silk/128.3.2 like Chrome/128.0.6613.146 Safari/537.36'), 'tv'],
    [android('BeyondTV5', 'Chrome/97.0 Mobile Safari/537.36'), 'tv'],
    [
      'Mozilla/5.0 (iPad; U; CPU OS 5_0 like Mac OS X) Mobile/9A5248d Safari/6533#2.0#TCL/TCL-ME-MS68-S1/22',
      'tv',
    ],
    // Desktops, also with Android.
    ['Mozilla/5.0 (X11; OpenBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0', 'desktop'],
    ['Mozilla/5.0 (X11; FreeBSD amd64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', 'desktop'],
    [android('Samsung Chromebook 3', 'Chrome/104.0.0.0 Safari/537.36'), 'desktop'],
    ['Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/7.0; Tablet PC 2.0)', 'desktop'],
    [android('Google Pixelbook Go', 'Chrome/114.0 Safari/537.36'), 'desktop'],
    // Cars, consoles, wearables, headsets, speakers.
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/98.0 Safari/537.36 Tesla/develop-2022.12',
      'other',
    ],
    [android('AFTLBT962E2', 'Silk/118.3.1 like Chrome/118.0 Safari/537.36'), 'other'],
    [android('Switch OLED', 'Chrome/140.0 YaBrowser/25.10.1.122.01 Safari/537.36'), 'other'],
    [android('Porsche Rear Seat Entertainment', 'Chrome/55.0 Safari/537.36'), 'other'],
    ['Mozilla/5.0 (PlayStation 5 3.11) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'other'],
    ['Mozilla/5.0 (Nintendo Switch; WebApplet) AppleWebKit/606.4 NF/6.0.1 NintendoBrowser/5.1', 'other'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 Edge/18.19041', 'other'],
    [android('SM-R895F'), 'other'],
    [android('Quest 3', 'OculusBrowser/33.0 Chrome/126.0 VR Safari/537.36'), 'other'],
    [android('AEOAT', 'Chrome/112.0 Safari/537.36'), 'other'],
  ])('of %s is %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

describe('browser', () => {
  it.each([
    [iphone('[FBAN/FBIOS;FBAV/482.0;FBDV/iPhone14,5]'), 'Facebook'],
    [android('Pixel 8', 'Chrome/130.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/489.0;]'), 'Facebook'],
    [iphone('[FBAN/MessengerForiOS;FBAV/482.0]'), 'Messenger'],
    [iphone('Instagram 347.0.0 (iPhone14,5; iOS 18_1)'), 'Instagram'],
    [iphone('Barcelona 379.0.0.26.99 (iPhone18,5; iOS 26_3_1)'), 'Threads'],
    [iphone('musical_ly_37.0.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6'), 'TikTok'],
    [iphone('[LinkedInApp]/9.30.1'), 'LinkedIn'],
    [iphone('MicroMessenger/8.0.54(0x18003631) NetType/WIFI'), 'WeChat'],
    [iphone('Snapchat/13.12.0.40 (like Safari/8618.2.12)'), 'Snapchat'],
    [iphone('[Pinterest/iOS]'), 'Pinterest'],
    [iphone('Safari Line/14.17.1'), 'LINE'],
    [iphone('Twitter for iPhone/10.64'), 'X'],
    [iphone('KAKAOTALK 11.0.5'), 'KakaoTalk'],
    [iphone('GSA/340.3.694717316 Safari/604.1'), 'Google Search'],
    [android('22101316C', 'Chrome/78.0.3904.108 Quark/6.0.8.236 Mobile Safari/537.36'), 'Quark'],
    [android('GRL-AL10', 'Chrome/114.0 HuaweiBrowser/15.0.9.300 Safari/537.36'), 'Huawei Browser'],
    [android('RMX2200', 'Chrome/70.0 Mobile Safari/537.36 HeyTapBrowser/40.7.2.9'), 'HeyTap Browser'],
    [android('CPH1931', 'Chrome/53.0 Mobile Safari/537.36 OppoBrowser/25.5.1.9'), 'Oppo Browser'],
    [android('SM-A015F', 'Chrome/90.0 Mobile Safari/537.36 OPX/1.0'), 'Opera GX'],
    [
      android('MiPad', 'Chrome/120.0 YaSearchBrowser/24.17/apad webOmni SA/3 Mobile Safari/537.36'),
      'Yandex Browser',
    ],
    [
      android('SM-S928N', 'SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36'),
      'Samsung Internet for Android',
    ],
    [android('C55', 'Chrome/98.0 Mobile Safari/537.36 PHX/10.1'), 'Phoenix Browser'],
    [iphone('CriOS/141.0 Safari/604.1'), 'Chrome'],
    [iphone('FxiOS/141.0 Safari/605.1'), 'Firefox'],
    [iphone('EdgiOS/141.0 Safari/605.1'), 'Microsoft Edge'],
    [iphone('Version/18.1 Safari/604.1'), 'Safari'],
    [iphone('Klarna/23.36.223'), 'Klarna'],
    [android('PICO 4', 'PicoBrowser/3.3.22 Chrome/105.0 VR Safari/537.36 OculusBrowser/7.0'), 'PICO Browser'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/109.0.0.0 Safari/537.36 SLBrowser/9.0', 'Smart Lenovo Browser'],
    ['Mozilla/5.0 (X11; Linux x86_64) Cobalt/23.lts.1.0-qa (unlike Gecko) Starboard/15', 'Cobalt'],
    ['Mozilla/5.0 (Windows; U; Win95; de-DE; rv:0.9.2) Gecko/20010726 Netscape6/6.1', 'Netscape'],
  ])('of %s is %s', (userAgent, browser) => {
    expect(browserOf(userAgent)).toBe(browser);
  });

  it('never has a name that the sender made up', () => {
    expect(agentOf({ ...NO_AGENT, userAgent: 'Surprise/1.0 (Strange; System)' })).toEqual({
      device: 'other',
      browser: '',
      os: '',
    });
    const hints = { brands: '"Surprise";v="1"', mobile: '?0', platform: '"Surprise"' };
    expect(agentOf({ userAgent: 'Surprise/1.0', ...hints })).toEqual({
      device: 'other',
      browser: '',
      os: '',
    });
  });
});

describe('system', () => {
  it.each([
    ['Mozilla/5.0 (MeeGo; NokiaN9) AppleWebKit/534.13 NokiaBrowser/8.5.0 Mobile Safari/534.13', 'MeeGo'],
    ['Mozilla/5.0 (Macintosh; Intel Haiku R1 x86) AppleWebKit/602.1.1 WebPositive/1.2', 'Haiku'],
    ['Mozilla/5.0 (Linux; Ubuntu 16.04 like Android 4.4) Chromium/65.0 Mobile Safari/537.36', 'Ubuntu Touch'],
    ['Mozilla/5.0 (TV; rv:44.0) Gecko/44.0 Firefox/44.0', 'Firefox OS'],
  ])('of %s is %s', (userAgent, system) => {
    expect(systemOf(userAgent)).toBe(system);
  });
});

describe('program', () => {
  it.each([
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; NewThing/1.0) Chrome/120.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; NewThing/1.0)',
    'NewThing-User/1.0',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3; Storebot-Google/1.0) AppleWebKit/537.36 Chrome/81.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 TV Safari/537.36 SomeBot/1.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltopdf Safari/534.34',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.21 (KHTML, like Gecko) Some.Screenshot.Service/1.0 Safari/537.21',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X) PowerPoint/14.39.0',
    'SomeCompany/RevealUptime/Frankfurt',
    'Mozilla/5.0 (Windows Phone 8.1; ARM; Trident/7.0; rv:11.0; IEMobile/11.0; NOKIA; Lumia 530) like Gecko BingPreview/1.0b',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36 DebugBear',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/7.0; Microsoft Outlook 14.0.7167; ms-office; MSOffice 14)',
    'AndroidDownloadManager/6.0.1 (Linux; U; Android 6.0.1; SM-G900F Build/MMB29M)',
    'Mail/3445.4.7 CFNetwork/889.9 Darwin/17.2.0 (x86_64)',
    'Dart/3.5 (dart:io)',
    'kubectl/v1.12.0 (linux/amd64) kubernetes/0ed3388',
  ])('is %s', (userAgent) => {
    expect(botReasonOf(userAgent)).toBe('crawler');
  });

  it.each([
    android('M bot 54'),
    android('GM Discovery II'),
    android('Google Nexus 4'),
    'Mozilla/5.0 (Linux; U; Android 4.2.2; it-it; S222 Build/CUBOT) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
    'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.69 Model/Hisense-MT9602 VIDAA/5.0',
    'Opera/9.80 NETTV/4.5.0 Mozilla/5.0 (Linux armv7i; CE-HTML/1.0; U; en) AppleWebKit/537.36 Chrome/49.0.2623.75 Safari/537.36 NETRANGEMMH Tbrowser/2.0 _TV_NT563',
    'smarttv_AFTKA_Build_0017381305986_Chromium_88.0.4324.152',
    'SonyEricssonU10/R1x Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/4.0; QQDownload 691; SLCC2)',
    'Mozilla/5.0 (Linux; U; Android 4.1.2; zh-cn; HS-E912S Build/JZO54K) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30 baiduboxapp/042_8.3_diordna/esnesiH_61_2.1.4_S219E-SH/1000953g/04FF|A1b2/1',
    'Mozilla/5.0 (compatible; Teleca Q7; Brew 3.1.5; U; en) 240X400 LGE LG700',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; radar)',
    'Mozilla/5.0 (compatible; msie 9.0; windows phone os 7.5; trident/5.0; iemobile/9.0; samsung; sgh-i917)',
    'Mozilla/5.0(Linux;U;Android2.2;de-de;GT-P1000Build/FROYO)AppleWebKit/533.1(KHTML,likeGecko)Version/4.0MobileSafari/533.1',
    'Mozilla/5.0+(iPad;+CPU+OS+9_3_1+like+Mac+OS+X)+AppleWebKit/601.1.46+(KHTML,+like+Gecko)+Version/9.0+Mobile/13E238+Safari/601.1',
    'Linux; U; Android 11; en_GB; Box R 4K; Build/RTT0.211009.001; Cronet/114.0.5735.33',
    'Lynx/2.8.8pre.3 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/1.0.1e',
    'Mozilla/5.0 (Windows; U; Windows NT 6.1; pl; rv:1.9.0.16) Gecko/2010021013 Firefox/3.0.16 Flock/2.5.6',
  ])('is not %s', (userAgent) => {
    expect(botReasonOf(userAgent)).toBeUndefined();
  });
});

describe('public sets', () => {
  const lines = (name: string) =>
    readFileSync(join(__dirname, '../../../test/classification', name), 'utf8')
      .trim()
      .split('\n');

  it('has the device of each browser, and takes none for a program', () => {
    for (const line of lines('browsers.tsv')) {
      const [device, userAgent = ''] = line.split('\t');
      expect([deviceOf(userAgent), botReasonOf(userAgent), userAgent]).toEqual([
        device,
        undefined,
        userAgent,
      ]);
    }
  });

  it('knows 99.5 % of the programs', () => {
    const programs = lines('programs.tsv');
    const missed = programs.filter((userAgent) => botReasonOf(userAgent) === undefined);
    expect(missed.length).toBeLessThan(programs.length * 0.005);
  });
});

describe('any user agent', () => {
  const words = fc.constantFrom(
    'Mozilla/5.0 ',
    '(Linux; Android 10; ',
    'compatible; ',
    'Build/',
    ')',
    '(',
    ';',
    ' TV ',
    'Nokia',
    'MApi 1.0 (',
    '_',
    '[FBAN',
    '12x',
    'Opera',
    '(Edition ',
    '\n',
    'iPhone ',
    'a.b.',
    '\u0000',
    '💥',
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 1_024, unit: 'binary' }),
    fc.array(words, { maxLength: 300 }).map((list) => list.join('')),
    fc.tuple(words, fc.integer({ min: 1, max: 1_000 })).map(([word, times]) => word.repeat(times)),
  );

  it('has names of the closed lists, found in bounded time', () => {
    const start = performance.now();
    fc.assert(
      fc.property(texts, (userAgent) => {
        const { device, browser, os } = agentOf({ ...NO_AGENT, userAgent });
        expect(['desktop', 'mobile', 'tablet', 'tv', 'other', '']).toContain(device);
        expect(browser === '' || BROWSER_NAMES.has(browser)).toBe(true);
        expect(os === '' || SYSTEM_NAMES.has(os)).toBe(true);
        botReasonOf(userAgent);
      }),
      { numRuns: 1_000, seed: 18 },
    );
    // About 2 s. A pattern in exponential time would need hours.
    expect(performance.now() - start).toBeLessThan(120_000);
  });

  it('has a system of the list', () => {
    expect(systemOf(android('SM-S928N'))).toBe('Android');
    expect(systemOf('Mozilla/5.0 (X11; OpenBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0')).toBe(
      'OpenBSD',
    );
  });
});
