import type { SourceKind, SourceRow } from './source-row';

/*
 * The rest of the sources that Google lists for its default channel group, by the kind that Google gives them. The tables of the kinds
 * have the sources with more tags and hosts, and precede these. CLASSIFICATION.md lists the exceptions.
 *
 * Sources are separated by commas. A source is an optional display name, its tags and its hosts; the default name is its first host.
 */

const SOCIAL = `
  43things 43things.com, 51.com, ImageShack: imageshack imageshack.com imageshack.us, Academia.edu: academia.edu, activerain
  activerain.com, activeworlds activeworlds.com, addthis addthis.com, airg.ca, allnurses.com, Allrecipes: allrecipes.com,
  alumniclass alumniclass.com, americantowns americantowns.com, Ancestry: ancestry.com, anobii anobii.com, answerbag
  answerbag.com, aolanswers aolanswers.com, ArtStation: artstation.com, askubuntu, asmallworld.com, athlinks athlinks.com, awe.sm,
  baby-gaga baby-gaga.com, babyblog.ru, beforeitsnews beforeitsnews.com, bharatstudent bharatstudent.com, biip.no, biswap.org,
  Bitly: bit.ly, blackcareernetwork.com, blackplanet, blip.fm, blog.com, blog.feedspot.com, blog.goo.ne.jp, blog.yahoo.co.jp,
  blogg.no, bloggang.com, blogher blogher.com, bloglines bloglines.com, blogs.com, blogsome blogsome.com, blogster blogster.com,
  blurtit blurtit.com, bookmarks.yahoo.co.jp, bookmarks.yahoo.com, brightkite brightkite.com, brizzly brizzly.com, BuzzFeed:
  buzzfeed buzzfeed.com, buzznet, cafemom cafemom.com, camospace camospace.com, canalblog.com, Care.com: care.com, care2
  care2.com, CaringBridge: caringbridge.org, catster catster.com, cbnt.io, cellufun cellufun.com, centerblog.net, Chegg:
  chegg.com, chicagonow chicagonow.com, Classmates: classmates, classquest classquest.com, cocolog-nifty cocolog-nifty.com,
  copainsdavant.linternaute.com, Couchsurfing: couchsurfing.org, cozycot cozycot.com, cross.tv, Crunchyroll: crunchyroll
  crunchyroll.com, Cyworld: cyworld cyworld.com, dailystrength.org, deluxe.com, Dianping: dianping dianping.com, Diigo: diigo
  diigo.com, discover.hubpages.com, dogster dogster.com, dol2day dol2day.com, doostang doostang.com, dopplr dopplr.com, Draugiem:
  draugiem.lv, drugs-forum drugs-forum.com, DZone: dzone dzone.com, edublogs.org, elftown elftown.com, Epicurious: epicurious.com,
  everforo.com, exblog.jp, extole extole.com, faceparty faceparty.com, Fandom: fandom.com, fanpop fanpop.com, FC2: fc2 fc2.com,
  feedspot, feministing feministing.com, FilmAffinity: filmaffinity filmaffinity.com, folkdirect folkdirect.com, foodservice
  foodservice.com, forums.androidcentral.com, forums.crackberry.com, forums.imore.com, forums.nexopia.com, forums.webosnation.com,
  forums.wpcentral.com, fotki fotki.com, fotolog, friendfeed friendfeed.com, fruehstueckstreff.org, fubar fubar.com, Gaia Online:
  gaiaonline, gamerdna gamerdna.com, gather.com, glassboard glassboard.com, Glassdoor: glassdoor glassdoor.com, godtube
  godtube.com, goldenline.pl, goldstar goldstar.com, Google URL Shortener: goo.gl, gooblog, govloop govloop.com, gowalla
  gowalla.com, gree.jp, gulli.com, gutefrage: gutefrage.net, Habbo: habbo, hi5, Houzz: houzz houzz.com, hoverspot hoverspot.com,
  hr.com, hubculture hubculture.com, HubPages: hubpages.com, hyves.net, ibibo ibibo.com, IMVU: imvu imvu.com, insanejournal
  insanejournal.com, InterNations: internations.org, interpals.net, intherooms intherooms.com, irc-galleria.net, is.gd, italki
  italki.com, jammerdirect jammerdirect.com, jappy.com jappy.de, kaboodle.com, kakaocorp.com, kaneva kaneva.com, kin.naver.com,
  LibraryThing: librarything librarything.com, lifestream.aol.com, listal listal.com, listography listography.com, livedoor.com,
  livedoorblog, m.kin.naver.com, mbga.jp, Medium: medium.com, meetin.org, meinvz.net, Menéame: meneame.net, menuism.com, mix.com,
  mocospace mocospace.com, mouthshut mouthshut.com, movabletype movabletype.com, MUBI: mubi mubi.com, my.opera.com, MyAnimeList:
  myanimelist.net, MyHeritage: myheritage, mylife mylife.com, mymodernmet mymodernmet.com, Netvibes: netvibes netvibes.com,
  newsshowcase, nexopia, ngopost.org, nightlifelink nightlifelink.com, Ning: ning ning.com, okwave.jp, oneworldgroup.org,
  onstartups onstartups.com, opendiary opendiary.com, oshiete.goo.ne.jp, over-blog.com, overblog.com, partyflock.nl, Photobucket:
  photobucket photobucket.com, Pinboard: pinboard pinboard.in, pingsta pingsta.com, pixiv: pixiv.net, playahead.se, pocket.co,
  posterous posterous.com, pro.homeadvisor.com, pulse.yahoo.com, qapacity qapacity.com, quechup quechup.com, Ravelry: ravelry
  ravelry.com, redux redux.com, ResearchGate: researchgate.net, reunion reunion.com, ReverbNation: reverbnation reverbnation.com,
  RTL: rtl.de, ryze ryze.com, salespider salespider.com, Scoop.it: scoop.it, Screen Rant: screenrant screenrant.com, Scribd:
  scribd scribd.com, scvngr scvngr.com, Second Life: secondlife secondlife.com, serverfault, shareit, sharethis sharethis.com,
  shvoong.com, Skyrock: skyrock, SlideShare: slideshare.net, SmartNews: smartnews.com, social, sociallife.com.br, socialvibe
  socialvibe.com, spaces.live.com, spoke spoke.com, spruz spruz.com, ssense.com, stackapps, stardoll.com, stickam stickam.com,
  Suomi24: suomi24.fi, superuser, sweeva sweeva.com, taggedmail taggedmail.com, talkbiznow talkbiznow.com, Techmeme: techmeme
  techmeme.com, Tencent: tencent tencent.com, TinyURL: tinyurl tinyurl.com, toolbox toolbox.com, travellerspoint
  travellerspoint.com, trombi trombi.com, Trustpilot: trustpilot, Tudou: tudou tudou.com, tuenti, tweetdeck tweetdeck.com,
  twoo.com, Typepad: typepad typepad.com, unblog.fr, urbanspoon.com, ushareit.com, ushi.cn, vampirefreaks vampirefreaks.com,
  vampirerave vampirerave.com, VG: vg.no, video.ibm.com, wakoopa wakoopa.com, Webshots: webshots webshots.com, Weebly: weebly
  weebly.com, wer-weiss-was.de, weread weread.com, wiki.answers.com, wikiHow: wikihow.com, Wikitravel: wikitravel.org, woot.com,
  wordpress.org, Xanga: xanga, yahoo-mbga.jp, youroom.in, zoo.gr, zooppa zooppa.com
`;

const SEARCH = `
  CNN: cnn, Firmy.cz: firmy.cz, IncrediMail: incredimail, play.google.com, Startsiden: startsiden
`;

const SHOPPING = `
  google%20shopping
`;

const VIDEO = `
  id.twitch.tv
`;

/** Sources of Google's list, in the form of the other tables. */
export const PUBLISHED_SOURCES: readonly (readonly [SourceKind, readonly SourceRow[]])[] = [
  ['social', rowsOf(SOCIAL)],
  ['search', rowsOf(SEARCH)],
  ['shopping', rowsOf(SHOPPING)],
  ['video', rowsOf(VIDEO)],
];

function rowsOf(text: string): readonly SourceRow[] {
  return text.split(',').map((source) => {
    const [, name, words = ''] = /^\s*(?:([^:]+):)?([^]*)$/.exec(source) ?? [];
    const all = words.trim().split(/\s+/);
    const hosts = all.filter((word) => /\.[a-z]{2,}$/.test(word));
    const tags = all.filter((word) => !hosts.includes(word));
    return [name?.trim() ?? hosts[0] ?? tags[0] ?? '', tags.join(' '), hosts.join(' ')];
  });
}
