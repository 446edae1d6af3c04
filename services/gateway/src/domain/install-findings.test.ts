import { installFindings, type InstallFacts } from './install-findings';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const DAY = 86_400_000;
const MISSING = { code: 'snippet_missing', message: 'm', fix: 'f' };
const BANNER = { code: 'consent_banner', message: 'm', fix: 'f' };
const healthy: InstallFacts = {
  installed: true,
  now: NOW,
  lastEventAt: NOW,
  drops: [],
  homePageFindings: [],
};
const fresh: InstallFacts = { ...healthy, installed: false, lastEventAt: undefined };
const drop = (reason: string, events = 1) => ({ drops: [{ reason, events }] });

describe('installFindings', () => {
  it.each<[string, InstallFacts, string[]]>([
    ['nothing for a healthy site', healthy, []],
    ['a site without events', fresh, ['no_event']],
    ['events from pages of another host', { ...fresh, ...drop('host_mismatch') }, ['host_mismatch']],
    ['another host beside a healthy site', { ...healthy, ...drop('host_mismatch') }, ['host_mismatch']],
    ['a site with bots only', { ...fresh, ...drop('bot') }, ['bots_only']],
    ['nothing for bots beside people', { ...healthy, ...drop('bot') }, []],
    ['events from servers only', { ...healthy, installed: false }, ['servers_only']],
    ['nothing for 7 days without events', { ...healthy, lastEventAt: NOW - 7 * DAY }, []],
    ['more than 7 days without events', { ...healthy, lastEventAt: NOW - 7 * DAY - 1 }, ['gone_quiet']],
    ['an installed site without stored events', { ...healthy, lastEventAt: undefined }, ['gone_quiet']],
    ['a clock that is ahead', { ...healthy, ...drop('in_future') }, ['wrong_clock']],
    ['a clock that is behind', { ...healthy, ...drop('too_old') }, ['wrong_clock']],
    ['malformed events', { ...healthy, ...drop('invalid_event') }, ['invalid_events']],
    ['nothing for a drop reason with 0 events', { ...healthy, ...drop('invalid_event', 0) }, []],
    [
      'findings of the home page first',
      { ...fresh, homePageFindings: [MISSING] },
      ['snippet_missing', 'no_event'],
    ],
    [
      'nothing about a snippet that a tag manager added',
      { ...healthy, homePageFindings: [MISSING, BANNER] },
      ['consent_banner'],
    ],
  ])('reports %s', (_case, facts, codes) => {
    const findings = installFindings(facts);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    for (const { message, fix } of findings) expect([message, fix]).not.toContain('');
  });
});
