import type { SourceRow } from './source-row';

/** Country endings under which Google answers as `google.<ending>`. */
const GOOGLE_ENDINGS =
  'com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn co.ao co.bw co.ck co.cr co.id co.il co.in ' +
  'co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar ' +
  'com.au com.bd com.bh com.bn com.bo com.br com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk ' +
  'com.jm com.kh com.kw com.lb com.ly com.mm com.mt com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk ' +
  'com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee es fi ' +
  'fm fr ga ge gg gl gm gr gy hk hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu ' +
  'pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt us vg vu ws';

/** Country endings under which Yandex answers. */
const YANDEX_ENDINGS = 'com ru by kz ua uz az ee lt lv md tj tm fr eu com.tr com.ge com.am co.il';

const endings = (site: string, list: string): string =>
  list
    .split(' ')
    .map((ending) => `${site}.${ending}`)
    .join(' ');

/** Search engines, after Google's published list of search sources, with the engines that came later. */
export const SEARCH_SOURCES: readonly SourceRow[] = [
  [
    'Google',
    'google google-play googlemybusiness gmb google-my-business',
    `${endings('google', GOOGLE_ENDINGS)} search.google.com com.google.android.googlequicksearchbox com.google.android.apps.searchlite googleadservices.com syndicatedsearch.goog`,
  ],
  ['Bing', 'bing microsoft', 'bing.com com.microsoft.bing cn.bing.com'],
  ['MSN', 'msn', 'msn.com'],
  [
    'Yahoo!',
    'yahoo',
    'yahoo.com yahoo.co.jp yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.com.tw yahoo.com.br yahoo.ca yahoo.in',
  ],
  ['DuckDuckGo', 'duckduckgo ddg', 'duckduckgo.com duck.com com.duckduckgo.mobile.android'],
  ['Ecosia', 'ecosia', 'ecosia.org org.ecosia.android com.ecosia.android'],
  ['Brave Search', 'brave brave-search', 'search.brave.com'],
  ['Startpage', 'startpage', 'startpage.com ixquick.com startpagina.nl'],
  ['Qwant', 'qwant', 'qwant.com com.qwant.liberty'],
  ['Kagi', 'kagi', 'kagi.com'],
  ['Mojeek', 'mojeek', 'mojeek.com mojeek.co.uk'],
  ['Swisscows', 'swisscows', 'swisscows.com swisscows.ch'],
  ['MetaGer', 'metager', 'metager.org metager.de'],
  ['Presearch', 'presearch', 'presearch.com presearch.org'],
  ['Searx', 'searx searxng', 'searx.be searx.me searx.space'],
  ['Gibiru', 'gibiru', 'gibiru.com'],
  ['Lilo', 'lilo', 'lilo.org'],
  ['OceanHero', 'oceanhero', 'oceanhero.today'],
  ['Ekoru', 'ekoru', 'ekoru.org'],
  [
    'Yandex',
    'yandex',
    `${endings('yandex', YANDEX_ENDINGS)} ya.ru com.yandex.browser ru.yandex.searchplugin`,
  ],
  ['Dzen', 'dzen', 'dzen.ru zen.yandex.ru'],
  ['Baidu', 'baidu', 'baidu.com baidu.jp com.baidu.searchbox'],
  ['Sogou', 'sogou', 'sogou.com'],
  ['360 Search', '360 360.cn haosou', 'so.com 360.cn haosou.com'],
  ['Shenma', 'shenma', 'sm.cn'],
  ['Naver', 'naver', 'naver.com com.nhn.android.search'],
  ['Daum', 'daum', 'daum.net net.daum.android.daum'],
  ['Nate', 'nate', 'nate.com'],
  ['Zum', 'zum', 'zum.com'],
  ['Coc Coc', 'coccoc', 'coccoc.com'],
  ['Seznam', 'seznam', 'seznam.cz'],
  ['Centrum', 'centrum', 'centrum.cz'],
  ['Rambler', 'rambler', 'rambler.ru'],
  ['Mail.ru Search', 'mail.ru', 'go.mail.ru search.mail.ru'],
  ['Ukr.net', 'ukr', 'ukr.net'],
  ['Tut.by', 'tut', 'tut.by'],
  ['AOL', 'aol', 'aol.com aol.co.uk aol.de aol.fr'],
  ['Ask', 'ask', 'ask.com'],
  ['Lycos', 'lycos', 'lycos.com lycos.co.uk lycos.de'],
  ['Excite', 'excite', 'excite.com excite.co.jp'],
  ['Dogpile', 'dogpile', 'dogpile.com'],
  ['WebCrawler', 'webcrawler', 'webcrawler.com'],
  ['InfoSpace', 'infospace', 'infospace.com'],
  ['Babylon', 'babylon', 'babylon.com'],
  ['AVG', 'avg', 'search.avg.com mysearch.avg.com'],
  ['Avira Search', 'avira', 'search.avira.com search.avira.net'],
  ['Comcast', 'comcast xfinity', 'search.xfinity.com comcast.net'],
  ['Conduit', 'conduit', 'conduit.com'],
  ['Search.com', 'search-results', 'search.com search-results.com'],
  ['Mamma', 'mamma', 'mamma.com'],
  ['Exalead', 'exalead', 'exalead.com exalead.fr'],
  ['Goo', 'goo', 'goo.ne.jp'],
  ['Biglobe', 'biglobe', 'biglobe.ne.jp biglobe.co.jp'],
  ['docomo', 'docomo', 'search.smt.docomo.ne.jp'],
  ['au one', 'auone', 'auone.jp'],
  ['Rakuten', 'rakuten', 'rakuten.co.jp websearch.rakuten.co.jp'],
  ['PChome', 'pchome', 'pchome.com.tw'],
  ['Onet', 'onet', 'onet.pl'],
  ['Szukacz', 'szukacz', 'szukacz.pl'],
  ['Wirtualna Polska', 'wp.pl', 'szukaj.wp.pl'],
  ['Virgilio', 'virgilio', 'virgilio.it'],
  ['Libero', 'libero', 'arianna.libero.it'],
  ['Alice', 'alice', 'rechercher.aliceadsl.fr'],
  ['Orange', 'orange', 'lemoteur.orange.fr lemoteur.fr'],
  ['Globo', 'globo', 'busca.globo.com'],
  ['Terra', 'terra', 'buscador.terra.es buscador.terra.com.br'],
  ['Sapo', 'sapo', 'pesquisa.sapo.pt'],
  ['Kvasir', 'kvasir', 'kvasir.no'],
  ['Eniro', 'eniro', 'eniro.se'],
  ['Najdi', 'najdi', 'najdi.si'],
  ['Mynet', 'mynet', 'mynet.com'],
  ['Ekolay', 'ekolay', 'ekolay.net'],
  ['T-Online', 't-online', 'suche.t-online.de'],
  ['GMX', 'gmx', 'suche.gmx.net search.gmx.com'],
  ['WEB.DE', 'web.de', 'suche.web.de'],
  ['Petal Search', 'petal', 'petalsearch.com'],
  ['Yep', 'yep', 'yep.com'],
];
