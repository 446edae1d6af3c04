/** A browser, and its names in an export of Umami. */
interface TestAgent {
  readonly text: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

export const AGENTS: readonly TestAgent[] = [
  {
    text: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    ...{ browser: 'chrome', os: 'Linux', device: 'desktop' },
  },
  {
    text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...{ browser: 'ios', os: 'iOS', device: 'mobile' },
  },
  {
    text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ...{ browser: 'firefox', os: 'Windows 10', device: 'laptop' },
  },
  {
    text: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ...{ browser: 'safari', os: 'iOS', device: 'tablet' },
  },
  {
    text: 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
    ...{ browser: '', os: 'Tizen', device: '' },
  },
  {
    text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 382.0.0.0.0 (iPhone15,2; iOS 18_5; de_DE; de; scale=3.00; 1179x2556)',
    ...{ browser: 'instagram', os: 'iOS', device: 'mobile' },
  },
];

/** Addresses of households in different countries, and one without a country. */
export const ADDRESSES = [
  '91.0.0.1',
  '84.112.0.1',
  '81.2.69.142',
  '2.2.2.2',
  '73.0.0.1',
  '203.0.113.9',
] as const;

/** The columns of Umami's `website_event.csv`. */
export function agentColumns({ browser, os, device }: TestAgent): Record<string, string> {
  return { browser, os, device };
}
