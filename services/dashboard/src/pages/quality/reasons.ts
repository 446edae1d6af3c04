const WORDS: Readonly<Record<string, string>> = {
  no_user_agent: 'Says nothing of itself',
  headless: 'A browser without a window',
  crawler: 'Says that it is a crawler',
  webdriver: 'Steered by a program',
  datacenter: 'From a data centre',
  impossible_rate: 'Faster than a person',
  unknown_site: 'Unknown site or key',
  host_mismatch: 'Sent from another site',
  bot: 'Bots',
  invalid_event: 'Not readable',
  too_old: 'Too old',
  in_future: 'From the future',
};

/** What a reason means; one that is not known here is told as the API spells it. */
export const formatReason = (reason: string): string => WORDS[reason] ?? reason.replaceAll('_', ' ');
