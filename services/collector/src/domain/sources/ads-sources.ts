import type { SourceRow } from './source-row';

/** Advertising networks and ad servers. They have no unpaid visits: the channel is Paid Other, or Display with its mediums. */
export const ADS_SOURCES: readonly SourceRow[] = [
  ['Google Display', 'dv360 doubleclick', 'doubleclick.net googlesyndication.com adsense.google.com'],
  ['Amazon Ads', '', 'amazon-adsystem.com'],
  ['Taboola', 'taboola', 'taboola.com taboolasyndication.com'],
  ['Outbrain', 'outbrain', 'outbrain.com'],
  ['Criteo', 'criteo', 'criteo.com criteo.net'],
  ['AdRoll', 'adroll', 'adroll.com'],
  ['Teads', 'teads', 'teads.tv teads.com'],
  ['The Trade Desk', 'thetradedesk tradedesk ttd', 'adsrvr.org'],
  ['Xandr', 'xandr appnexus', 'adnxs.com'],
  ['RTB House', 'rtbhouse rtb_house', 'creativecdn.com'],
  ['MGID', 'mgid', 'mgid.com'],
  ['Revcontent', 'revcontent', 'revcontent.com'],
  ['PropellerAds', 'propellerads', 'propellerads.com'],
  ['AppLovin', 'applovin', 'applovin.com'],
  ['Unity Ads', 'unityads unity_ads', ''],
  ['ironSource', 'ironsource', 'ironsrc.com'],
  ['Carbon Ads', 'carbonads', 'carbonads.net carbonads.com'],
  ['EthicalAds', 'ethicalads', 'ethicalads.io'],
  ['BuySellAds', 'buysellads', 'buysellads.com'],
];
