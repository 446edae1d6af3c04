import type { Device } from '@headwater/protos/vocabulary';
import publicModels from './public-models.json';

/*
 * The kind of a device, from its user agent. No freely licensed list has every model, but makers follow conventions: the words of
 * televisions, the size in inches at the start of a model, the prefixes of tablets. Every pattern runs in linear time.
 */

/** Words of televisions, set-top boxes and streaming sticks, wherever they stand. */
const TV_WORDS = anyOf(
  /smart-?_? ?(?:tv|box|stick)|\bhbbtv|\bce-html|\bnettv|netcast|\bweb0s\b|\bwebos\.tv|\bwebos\d|\bdtv_|_tv_|\bnetrange/,
  /(?:google|apple|android|beyond|you|fibe|magenta|giga|fire|direc) ?tv\d?\b|\btvos\b|\bappletv\d|\batv\d|[_-]atv\b|\biptv|\bitv\b/,
  /\btv(?:$|[ _/;).-]| ?box|dongle|bro\b|osc\b)|[-_ ]tv\d|\d[-_]?tv\b|_tv[;) ]/,
  /\b(?:bravia|vidaa|viera|aquos-?tv|roku|crkey|chromecast|tbrowser|espial|antgalio|sraf|omi\/|vewd|vizio|vizios|maple\d|sonydtv|kreatv|nexus player|adt-\d)/,
  /\bwhaletv|whaleos|\btivo|\binettv|\bdlnadoc|\bstb[_/ -]|[_ ]stb\b|\bdunehd|\bduneHD|\bmibox|\bmi ?box|\bmi ?tv|\bmitv|\baft(?:[a-z]{1,6}\d*[a-z]?\d*|\d\w{3,6})\b|\btsbnettv|\bopentv|\bnetgem|\bphilipstv|\bott\b|\bset-?top|, ?(?:wired|wireless|ethernet|wifi) ?[;)]|\((?:sky|sagemcom\w*),|\bbrightsign|\bastro;|\bk?stb\d|\bwebtv\/|\bstbapp|\bqtembedded|\bcoolita|\baquos-as|panasonic\.(?:bd|tv)|\b(?:mb9\d|vstvb)|westerndigital/,
  /\b(?:[a-z]{1,3}-?)?(?:qled|oled|nanocell)|[-_ ]led\d\d|\bled ?\d\d/,
  // Builds of Android for televisions, in which the second letter is a T: `PTT1.190716`, `STTC.230104`. Televisions of TCL that say iPad.
  /\bbuild\/[n-z]t[a-z\d]{1,3}\.\d{6}|#tcl\//,
  // Platforms of receivers and disc players, and the processors that Presto runs on only there.
  /sonycebrowser|sonybdp|\bbdplayer|\(dtv;|\bhybridcast|\bohtv\/|\bboxee|\bdirectfb|\bfreebox|\bmbxtwebkit|\bzetakey|\bciscobrowser|\bsunniwell|\bhtmlrenderer|\bdiga\b|\bmaple \d|\bnetbox\/|\bkylo\/|\bxbmc\/|\bkreatel|linux (?:mips|sh4)|^opera\/9\.80 \(linux armv\w+ ?[;)]/,
);

/** The same for models of Android, whose user agents have no such word. */
const TV_MODELS = anyOf(
  // The size in inches, then the letters and number of the series: K40DLM8FS, TD55UFGEV1, RH-LE50DSY-C, 28LEX-7144.
  /^(?:[a-z]{2,5}[- ])?[a-z]{0,6}[- ]?(?:19|22|24|28|32|39|40|42|43|49|50|55|58|60|65|70|75|77|82|85|86|98)(?!tb\d|qc)(?:[a-z]{2,8}[- ]?\d|[a-z]{3,5}-[a-z])/,
  // The size in inches, then one letter: F43F8000Q, SM-LED55, HTV-55U11B, BQ_40FS36B.
  /(?:^|[-_ ])[a-z]{0,4}[-_]?(?:19|20|22|24|28|29|32|39|40|42|43|48|49|50|55|58|60|65|70|75|77|82|85|86|98)(?:[fhu][a-z]{0,4}|l[a-z]{1,4}|g[a-z]{0,2}s|s[a-z]{1,2}|o[vs]f?|dl[a-z]|dlx|dhs|fhdo?|hd[a-z]*|[uhf]f[a-z]{2}v?|tp[a-z]{2,3}|h1ydx|ucy|ue-by|le\d\ddsy|yst|n[a-z]|[pt][a-z]{1,3}|[kyg]ust?|y[a-z]{3}|kd|q|q[a-z]{1,3}|r|g|ev[a-z]|zt[a-z]s|b[sd]|c[sf]|e[ex]?[a-z]?)[-_]?\d{2}/,
  /^(?:[a-z_]+ )?\d\dle[xsa]?[-_\d]|\bshell[ _](?:[a-z]+\d|\d{3}[a-z])|\bpnl |\b\d\ddn\d|led-?\d\d|\b[a-z]?led-\d\d|\b[a-z]\d\ds?g?led|[-_]t2s?c?sm?\b|t2(?:sc)?sm/,
  // Families of boxes that many makers sell under their own names.
  /(?:^|[ _])(?:a95x|x96|x98(?!.*tab| air)|x88|x92|t95|h96|hk1|tx[3569]s?\b|tx3 ?mini|mxq|mx10\b|m8s|minim8s|mk80\d|rkm|neo[-_][uxz]\d|ugoos|vontar|vorke|zidoo|beelink|mecool|k[i1]{1,3} p(?:ro|lus)|kk max|kb2 pro|kd1$|me-?cool|gt-?king|gt1-?mini|nexon|yundoo|xds\d|xdsr\d|as ?4k|as1 hd|evpad|formuler|minix|sdott|sdstb|rombica|ozone ?hd|toucan|tanix|transpeed|alfawise|pendoo|xgody|invin|imaq|netta|selenga|skystream|ip-\d0 max|s[6-9]00 ?max|r-tv|nova? ?box|amigo7|azamerica|htv-|ott[-_ ]|wechip|scishion|magicsee|bqeel|sunvell|leelbox|pvbox|superbox|q\+?plus|z28pro|vmp-?\d|yndx-000[7-9]|yndx-0010|viva home|orbsmart|kant-\d|iconbit (?:movie|x[dl])|perfeo|andowl|vega s9|spc alien|atom-\d|nv\d{3}w|abx-\d|ct-8\d{3}|dream ?star|n5(?:max|nova)|tox\d|pipo x|a5x|matador|gtx-|limez?t?\d|tle-\d|tr99|polaroid tv|b-stream|a-stream|dv[89]\d{3}|nexbox|minim8|t9[56]|hiremco|eagle (?:classic|gold|elite)|gazal|fundroid|topsion|soullink|red \d0$|vip\d{4}|sei\d|ec6108|iron\+|cyclone x|nv-?\d{3}$|gxt[ _]|s[5-9]00 ?pro|xr\d{4}|ipc\d{3}|diw\d|swg\d|h-dmp|dvs |hlq|qk\d|ut8|bb2|q-?box$|lcd|hst \d|bid-at|tesla xt|d21\d0$|and1e$|oppocnm|q[mv]1\d\de|mnbp|i9\d pro|switron|hph\d\d|leap-s|nexus q|hx s9|p281$|mxiii|abox|dscs\d|s70cds|dolamee|savio|tb-(?:g|b|po)0?1|as51\d|gi (?:fly|uni)|tpm1\d|mbox|tx9s|digifors|movix|polar[ -]|polarline|noga ?pc|hiper media|divisat|atom-\d{3}a)/,
  /(?<!d|le|hi|s|bn|^b|cinema)tv(?:$|[^a-z])|^tv|^\w{3,}(?<!d)tv(?:ap|pro)?$|^km\d(?:pro| pro)?$|(?<!\d)4k\b|\b8k\d|uhd|\bstick\b|streamer|\bstreaming|\bbox\b|[a-z]box(?:$|[ _-])|\bstb|stb\d|set-?top|media ?player|\bdvb|[-_]dvb|dvb-?t|matrixtv|t2 wifi|\bpt\d{3}(?!\d)|smarttv/,
);

/** Cars, consoles, wearables, headsets, speakers, displays and tills, wherever their words stand. */
const OTHER_WORDS = anyOf(
  /playstation|\bswitch(?: lite| oled)?[;)]|\bxbox|\bxbox_|nintendo|\bpsp\b|\bps[2-5]\b|\bouya\b|\bgamepad\b|\bgamecube|\bdreamcast|\bsteam ?deck|\bgamestream/,
  /qtcarbrowser|\baft[a-z]{2}t962|\btesla\/|\bcarplay|android auto\b|\brear seat|\bdilink|\bbyd ?auto|\bbenz_|\baivi|\bcar[-_ ]?(?:pad|stereo|radio|play)|\bhead ?unit/,
  /\bwatchos|apple ?watch|\bwear ?os|\bwib\/\d|\bgarmin(?!-asus|fone)|\bfitbit/,
  /oculus|\bquest(?: [23]s?| pro)?[;)]|\bsm-r\d{3}|\bsm-v\d{3}|\bgalaxy watch|\bpicobrowser|\bpico (?:neo|g\d|4)|\bhololens|\bmobile vr\b|\bvive\b/,
  /devicetype\/smart(?:speaker|display)|\baeo[a-z]{2}\b|yandexstation|\bportal(?:\+|go| mini)?[;)]|\bfamily ?hub|\bfridge|\bkiosk/,
);

/** The same for models of Android. */
const OTHER_MODELS = anyOf(
  /watch|\bsm-r\d{3}|\bsm-v\d{3}|\bsm-l\d{3}|\bgear\b|moto 360|\bzenwatch|\bdm\d{2}(?:$|[ _])|\bkw\d{2}|\blemfo|\bx\d{3}-?watch|\bow\d{2}w\d|\bmicrowear|^lem\d\d|^leo-|^vr-\d{4}|\brokid|^res10\d|runiq|^appllp|^thor (?:4|s|pro)|^kidphone|^glass \d|smart ?watch/,
  /\byt\d{4}[a-z]{0,2}$|k2001|\bmpc-?\d\d|quad-core t3|\bmekede|\bteyes|\bcc[23][-_ ]?(?:plus|l)\b|\bcc3\b|\bisudar|\bdasaita|\bpx[56]\b|\bparafar|\buis\d{4}|\bgm?t?\d?-car|\bt3-?p\d|\bac8\d{3}|octa-?core t8|ultraocta|quadcore-|octopus-core|\b\d{4}l demo|^sda-\d|^(?:polestar|volvo)\b|audi(?!o)|\bks\d{3,4}x\d|\bcar\b|kzcar|airtouch perf|^dudu\d|mac audio|^vc8\d|^825x|^f92\d\d|sp9853i|^zq8|^pro 8\d{3}|^roi?k-?\d|[ -]bsp$|\bcar ?pad|hy\d{4}x/,
  /\bretroid|\brg ?(?:cube|28|34|35|40|45|50|55)\w*|\bodin\b|\bayn|\bgpd|\bxd\+?$|\bshield$|\bjxd|\banbernic|\blogitech g|\brazer edge|nintendo|\barchos gamepad/,
  /\bpos\b|multipos|\bodroid|orangepi|orange pi|raspberry|\btinker|\brock ?pi|^c[nt]\d\d$|\bmc\d{4}|\bdt\d\d$|\beft[-_]|\bvantage|\bifp\d{4}|\bxdh-|\bprojector|\bhavit pj|\bavaya|\bdolphin ct|\bhoneywell|\bsunmi|\bpax\b|\bek-g[cn]\d|wizarpos|^wpos|^wisenet|^idata|^nls-|^pm\d\d$|^ps20j|^mc\d\d$|projm|xgimi|^mogo|optoma|neoviu|^\d\dbdl\d|^da\d{3}hl|^telpo|^tps\d|^smart (?:prime|slim|fly)|\bcoolpix|\bdmc-cm/,
);

/** Words of tablets and readers. */
const TABLET_WORDS =
  /\bipad|tablet(?! ?phone| pc)|\bkindle|\bkf[a-z]{2,5}\b|\bplaybook|\btouchpad|\bnook|\bnexus (?:7|9|10)\b|\bpixel (?:c|tablet)\b|\bxoom\b|\btransformer\b|\/apad\b|\bpocketbook\/\d|\bubuntu; tablet|fbid\/tablet|\bdv\(ipd|\bkobo\b|\bebrd\d|\biriver|\bwetab|\bsurftab|\bpuffin\/[\d.]+[ai]t\b/;

/** Models of tablets, by words and by the prefixes and numbers of their makers. */
const TABLET_MODELS = anyOf(
  // Words of any maker.
  /(?:^|[^a-z])e?-?(?:tab|tabs|pad|padd|slate|tbl|tb)(?:$|[^a-z])|tab(?:let)?(?:$|[\d _-]|pro|lite|plus|mini|air|s\d|e\b|a\d)|(?<!cool|kli|tech|game|tele|key|touch)(?:[a-z]tab|pad)\b|(?<!cool|kli|tech|game|tele|key|touch)pad(?:$|[\d _-]|pro|lite|plus|air|mini)|\bpad[- _]?\d|(?:media|mate|idea|think|me|life|flex|omni)pad|\bboox|\bmid[-_ ]?\d|\bmid$|\biplay|\bt-?pad|ebook|e-?reader|\breader\b|\bnote ?air|\biconia|\bslider?\b|\byoga\b|\byt3?-x\d|\bviewpad|\bstreak 7|\bvenue ?\d|\bt(?:ab)?phone|\bursus|\bplane\b|\boptima[ _]\d|\bplatina \d|\bnumy|\bfreetab|\bpico pad|\btwist tab|\bwave i7|\bbqru-[71]|flyer|\bstreak$|visionbook p[789]|^pocketbook|^mc_(?:faust|cristo|darwin|kon)|faust\d|\bt20mini|\bm[789][-_](?:3g|4g)|\btesla (?:gravity|l[78])|\brct6|\bvm\d{4}|\bmt0\d{3}|^(?:sp|jk|km|ht|nt-|lg ?uk|lg ?lk|lguk|lglk|gem-?|ple-|kids|c-|eagle |informer |tel-|nxm|midc|pmid|rmd[- ]|zt|hz|ipa|po|w-|tyd-|lw|dx|mvm)[ -]?(?:7[0-9]\d|8[05]\d|9[0157]\d|10\d\d)[a-z]{0,3}\d?$|^n5100|^s6000$|^a7600|^c0[789]|^ipa\d{4}|^verykoolt|^po\d{3,5}taq|^lg(?:uk|lk)\d|^(?:gem|ple)-70|^km(?:07|10)|^e[bh]?[79]\d\d(?!-)|^rmd|\beducation|\bkids?\b|\bkinder/,
  // Samsung, Sony.
  /\bsm-[tpx]\d{3}|\bgt-p\d{4}|\bgt-n(?:5|8)\d{3}|\bshw-m(?:180|305|380|480|500)|\bsch-(?:i[89]\d\d|p\d{3})|\bsgh-(?:t849|t859|i497|i467|i957|i987|i527)|\bshv-e(?:140|150|230)|\bsc-01[ce]|\bsph-p100|\bsgp\d{3}|\bso-(?:03e|05f|05g)|\bsot\d\d/,
  // Lenovo, Asus, Toshiba, Acer.
  /\btb\d{3}[a-z]{2}|\btb-?[\dx]\w{3,}|\bpb-\d|\bideatab|\blenovo[-_ ](?:a[1357]\d0\d|b[68]\d{3}|s[26]\d{3}|yt|tb|a10-|a7-|a8-|s8-)|\bkt\d{3}|\bp0[012]\w\w?\b|\bk0[01]\w\b|\bme\d{3}[a-z]{0,2}\b|\btf\d{3}[a-z]*\b|\bp(?:01|00)[a-z0-9]\b|\bat\d{3}(?:se)?\b|\b[ab][13]-[a-z0-9]+|^a(?:100|101|110|200|210|211|500|501|510|511|700|701)\b|\bb3-a|\bacerb/,
  // Huawei, Honor.
  /\b(?:ags|agr|agm|ald|bah|btk|btv|bz[akt]|bzw|bzc|bgo|bg2|bgc|cmr|cpn|dby|dbr|fdr|gem|got|hdl|hdn|hez|jdn|jdn2|kjr|kob|kob2k?|krj|lgr|mon|mro|mrr|mrx|mxf|nld|pce|plt|scm|scmr|sht|tgr|vrd|wgr|wgrr|xya|brt|rod|rol|hey2|hey3|eln|dny|gdi|lrt|spn|ste)\d?k?-(?:[lwna]|al|w|l|an|wb|uk|cn)\d{1,2}|\b[mst][1-8]-\d{3}[lwu]|\bmediapad|\bt1[_-]\w+|\bs7-\d{3}|\bs10-\d{3}|\bhoney? v\d|\bhonor v6\b/,
  // Xiaomi, Oppo, OnePlus, Realme, Vivo, LG, Motorola.
  /\b2\d{4}rp[a-z0-9]+|\b2\d{3}cpcf|\b2\d{3}[a-z]{0,2}rpad|\b2[12]0\d{2,3}(?:182|281)[a-z]+|\bm2105k81|\bopd\d{4}|\bopd2\w+|\brmp\d{4}|\bpa\d{4}$|\bdpd\d{4}|\blm-t\d{3}|\blg-(?:v|vk|uk)\d{3}|\bv(?:k)?(?:4[019]0|5[02]0|700|8[15]0)\b|\bxt2(?:153|463|035|261)/,
  // Prestigio, bq, Digma, teXet, 3Q, Irbis, Nomi, Archos and makers who number their models by size.
  /\bpmt\d{4}|\bpmp\d{4}|\bbq[-_ ]?(?:7|8|9|1[0-2])\d{2}|\b[a-z]{2}(?:1[0-2]|[789]\d|18)\d{2}[pmaeqr][glmtw]\b|\btm-?(?:[789]\d{2}|[179]\d{3})\w*|\b3q|\bqs\d{4}|\brc\d{4}\b|\blc\d{4}[a-z]|\btz\d{2,3}|\btt?w\d{2}\b|\bt\d{3}er|\bnomi_?c(?:0[789]|1[0-4])|\bc(?:0[78]0|10[1-3])\d{3}\b|\barchos (?:[789]\d|1[0-3]\d)|\barnova|\b(?:7|8|9|10)(?:\.\d)? ?(?:inch|zoll|"|'')|\bmfc\d{3}|\bpc\d{3,4}[a-z]|\bct\d{3,4}[a-z]\b|\bm1[0-4]\d{2}|\bm7[0-9]\d[a-z]|\bns-(?:p|\d\d)|\bqc\d{2}q|\btpc-\d|\betl-t\d|\bmomo\d|\bnovo\d|\bax\dnano|\bcw-v|\btt\d{3}|\bonda|\bcube|\bchuwi|\bhi\d{1,2} ?(?:pro|plus|air|x)?$|\bteclast|\bt\d\d(?: plus|pro | pro|hd)|\bm\d\dhd|\bp[28]\d(?:hd|t)|\b[mpt]\d\d[a-z]{0,3}(?: t)?[- ](?:eea|row|ea)\b|^m[34]0$|\balldocube|\biwork|\bt(?:8|9|10|11|12) 3g|^rt\d(?:$|[ _-])|\bokt\d/,
  // Huawei and Honor: `W` is the variant with Wi-Fi only, which no phone has.
  /^[a-z]{3,4}\d?-w\d\d|^(?:bach\d?|kobe\d|bgo|bg2|btv|bz[a-z])-(?:d?l|al|u)\d\d/,
  // The size in tenths of inches, then the radio: element 7 3g, jk703 3g.
  /(?<![\da-z])(?:[789]|10)(?:\.\d)? ?3g\b|(?:7|8|9|10)\d\d?[a-z]{0,3}[- ]?3g$|\d{3}tpc\b|^m[789] ?(?:3g|4g|wifi|sqc|s quad)/,
  // Alcatel, Vodafone, TrekStor, Mediacom, and tablets for children.
  /^(?:8\d{3}[a-z]?|9(?!00)\d{3}[a-z])(?: \w+)?$|^9(?:0[1-9]|[124]\d)\d[a-z]|\bone ?touch (?:t|evo|pop [78])|\bot-p\d{3}|\bvfd ?\d{4}|\bsmart tab|\btrekstor|\bsurftab|\bst\d{4,5}-?\d?|\bmediacom|\bm-mp\w+|\bm-sp\w+|\bhannspree|\bhsg\d{4}|\bsn\d+[at]\d|\bimpad|\bi-?buddy|digma (?:pro|plane|optima|hit)|\bidx?[dnqrs][a-z]?\d|\bexplay (?:surfer|hit|art|mini|action|informer)|\bginzzu gt|^gt-[78x]\d|^gt-1\d|\bmystery (?:mid|elf)|\bmid-\d|\bturbo ?x|\bzync|\bkyros|\bdslide|\bxpad|\btpc|\bevoo|\bonn|\b100\d{5,6}$|\bnabi|\bfuhu|\bgtab|\bkurio|\bvtech|\binnotab|\bverizon q|\bqmv7|\bellipsis|\bazpen|\bcraig|\bhipstreet|\bpolaroid|\bdatawind|\biball|\bmicromax p\d{3}|\bkarbonn st|\bsimmtronics/,
);

/** Families of makers who sell phones, too, such as Tecno DroidPad and Itel Pad. The start of the model, tested separately for speed. */
const TABLET_FAMILIES =
  /^(?:tecno (?:dp|p7|7)|itel (?:p10|w7|it17)|infinix x1[01]\d\d|mito t\d|[lpsh][1-5][78]0i?$|(?:mc )?(?:darwin|gama|cristo|faust)\d|ml\d\d-m|arch?m\d|a\d{2,3}[bk]\d|an\d+g\d|archos5$|hope ?[78]|vi1[05]|t\d{2,3}[em]\w{0,4} ?3g|(?:oysters )?t\d\dm\w{0,2} 3g|id ?bot ?5|irulu|biowolf|ruggbo|teox?\d|torex[- ]?(?:ps)?\d|cat ?(?:nova|star)|neon ?[79]$|element ?[789]|ek-[tm]|lg-lk4|lg-p7\d\dl|xr6[mp]|i-mobile i-note|ccit ?a|wave[- ]i\d|bntv|ona\d|viva (?:h8|\d)\d\d|nt-\d{4}|p10\d\dx|lenovo ?a3300|lenovo s5000|mz60\d|sm-n80|gt-?n80|megafon (?:login|v9)|kocaso|pixus (?:touch|arena|deon|joker)|supra m\d|bq sorbonne|mq7\d\d|e?fly ?life|flylife|d-[45]2[ac]\b|nokia t\d\d|m(?:7|8|10)l\b|smart [gw]\d\d|elite octa|plt\d{4}|rc7t|k8[0-9]ca|radar deluxe|eagle \d{3}|net [kr]7|10la\d|z1 eea|bq-[gx]?u?\d{4}r?[gtw]|ama a7|droidpad)/;

/** Makers and families that have tablets only. */
const TABLET_MAKERS =
  /^(?:surf 4|kiano|q7a|e\d[a-z] 3g|itell|pmid\d|vt7|nettab|allview\d|sxz-|midc|ap-\d|alcatel one touch p\d{3}x|navitel|lavi|wo |u5\dgt|it-|superion|readboy|magnet|rc\d{4}f|rc0|t1\d{3}|gta\d|bdf|spng|tel-7|smarty|k9\d|nb\d\d$|informer|finepower [ab]\d$|q\d\ds$|pluri|mobo |ex7|p1\d{1,2}s|mi7|qumo v|iku t\d|\ddy$|x\d\dmt|andromeda|excer|htc a1)/;

/** Agents of desktops only: words of televisions cost most of the time and are not in them. */
const PLAIN_DESKTOP = /^mozilla\/5\.0 \(windows nt 1[01]/;

/** Models of phones whose user agents have no `Mobile`. */
const PHONE_WORDS =
  /\blumia|\bwpdesktop|\bdv\(iph|\bwebos\/[12]\.[^)]*\).*\b(?:pixi|pre|p1\d0\w+)\/|\bmaemo|\bmobile\b|\bphone\b|\biphone|\bipod|\bmobi\b|\bmini\/|\bmidp|\bcldc|\bj2me|\bmaui\b|\bup\.(?:browser|link)|\bbrew\b|\bsymbian|\bsymbos|\bseries ?[46]0|\bs60\b|\bblackberry|\bbb10\b|windows phone|\biemobile|\bwindows ce|\bkaios|\bnokia|\bsonyericsson|\bsamsung-(?:sgh|gt|sph|sch)|\blg[-/]?[a-z]{1,2}\d{3}|\bmot-|\bpalm|\bbada\b|\bnetfront|\bobigo|\bopera (?:mini|mobi)|\bucweb|\bsailfish|\bfennec|\bdocomo|\bkddi|\bwap\b|\bmre\/|\bprofile\/|\bnintendo 3ds|\badr\b|\bzune/;

/** Models of phones, by the prefixes of large makers. */
const PHONE_MODELS =
  /^(?:sm-[acefgjmns]\d|rmx\d|cph\d|v\d{4}b?a|p[a-h][a-z]{2}\d0|xt\d{4}|moto|redmi|mi \d|poco|m2\d{3}j|2\d{4,7}\w{1,6}$|lm-[gqxkvf]|lg-[a-jl-u]|pixel(?: \d|$)|nexus [456s]|galaxy nexus|oneplus|[ikhg][nbdm][12]\d{3}|le21|vivo|oppo|htc|infinix|tecno|itel|nokia|huawei|[a-z]{3}\d?-(?:al|tl|lx|l|nx|an|tn)\d\d|asus_[xzai]|z[abces]\d{3}k|zte|blade|padfone|startrail|videocon)/;

const DESKTOP_WORDS =
  /\(win(?:7|8|10|11) x|\bcygwin|\bsyllable|\bvms_|\bopenvms|\(pc; |\bwindows|\bwin(?:9[58]|nt|32|64)\b|macintosh|mac_powerpc|\bmac os|\bmacbook|\bmacmini|\bmacpro|\bimac\b|\bcros\b|chromebook|\bx11\b|\bwayland\b|bsd\b|\bdragonfly\b|\bsunos|solaris|\bbeos\b|\bhaiku\b|\bos\/2\b|\bamiga|\bmorphos|\brisc ?os|\blinux\b|\bubuntu|\bdebian|\bfedora|\bdarwin\//;

/** Models of public lists that the patterns take for another kind of device. */
const PUBLIC_MODELS: ReadonlyMap<string, Device> = new Map(
  Object.entries(publicModels.models).flatMap(([device, models]) =>
    models.split(' ').map((model) => [model, device as Device] as const),
  ),
);

const APPLE_PHONE_OR_TABLET = /\b(?:iphone|ipad|ipod)(?!.*#tcl\/)/;

/** Returns the kind of device; `other` for cars, consoles, wearables and unknown devices. */
export function deviceOf(userAgent: string): Device {
  // Some proxies write `##` for `;`.
  const text = userAgent.toLowerCase().replaceAll('##', ';');
  if (OTHER_WORDS.test(text)) return 'other';
  if (APPLE_PHONE_OR_TABLET.test(text)) return /\bipad|fbid\/tablet/.test(text) ? 'tablet' : 'mobile';
  if (!PLAIN_DESKTOP.test(text) && TV_WORDS.test(text)) return 'tv';
  if (/andr[o0]id|^dalvik\/|\badr\b/.test(text) && !/windows phone/.test(text)) return androidDevice(text);
  if (TABLET_WORDS.test(text)) return 'tablet';
  if (PHONE_WORDS.test(text)) return 'mobile';
  return DESKTOP_WORDS.test(text) ? 'desktop' : 'other';
}

/** @param text a lower-case user agent of Android */
function androidDevice(text: string): Device {
  const model = modelOf(text);
  if (
    /\bcros\b|chromebook|inspiron|latitude|vostro|travelmate|\baspire|satellite|elitebook|thinkpad(?! ?tablet)|lifebook|probook|pavilion|vivobook|zenbook|\bswift sf|\bprecision|\bx86_64\b|waydroid|vmware|virtualbox|\bremix\b|\bgp70|compaq|notebook(?! note|6)|netbook|macbook|^nuc\d|pixelbook|\baio\b|\b2in1\b/.test(
      model,
    )
  )
    return 'desktop';
  if (OTHER_MODELS.test(model)) return 'other';
  const listed = PUBLIC_MODELS.get(modelKey(model));
  if (listed !== undefined) return listed;
  if (TV_MODELS.test(model)) return 'tv';
  if (TABLET_WORDS.test(text) || isTabletModel(model)) return 'tablet';
  if (/\bmobile\b/.test(text) || PHONE_WORDS.test(text) || PHONE_MODELS.test(model)) return 'mobile';
  // The app runtime never says whether the device is a phone. Browsers of tablets omit `Mobile`.
  return text.startsWith('dalvik/') ? 'mobile' : 'tablet';
}

function isTabletModel(model: string): boolean {
  return TABLET_FAMILIES.test(model) || TABLET_MAKERS.test(model) || TABLET_MODELS.test(model);
}

/** Returns the model in `Linux; Android 14; SM-S928N Build/UP1A; wv)`; `''` if the text has none. */
export function modelOf(text: string): string {
  const found = /(?:andr[o0]id|\badr)[ /-]?[^;()]{0,40};?([^()]{0,160})/.exec(text)?.[1] ?? '';
  const parts = found
    .split(';')
    .map((part) => part.trim())
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:u|wv|arm\w*|x86\w*|k|[a-z]{2}(?:-[a-z]{0,4}){0,2}|[a-z]{2}_[a-z]{2}|hmscore.*|gmscore.*|harmonyos|rv:.*|mobile|tablet)$/.test(
          part,
        ),
    );
  return (parts[0] ?? '')
    .replace(/ ?(?:build[/ ]|applewebkit).*$/, '')
    .replace(/_/g, ' ')
    .trim();
}

/** Returns a model without separators and the suffix of its region, as public-models.json has it. */
export function modelKey(model: string): string {
  return model.replace(/[ _-](?:eea|row|ru|eu|tr|us)$/, '').replace(/[^a-z\d+]/g, '');
}

/** Returns one pattern for all. The text is in lower case, and so are the patterns. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source.toLowerCase()).join('|'));
}
