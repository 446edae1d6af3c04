import { installFindings, type InstallFacts } from './install-findings';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const DAY = 86_400_000;
const MISSING = { code: 'snippet_missing', message: 'm', fix: 'f' };
const BANNER = { code: 'consent_banner', message: 'm', fix: 'f' };
const healthy: InstallFacts = { installed: true, now: NOW, lastEventAt: NOW, drops: [], ofHomePage: [] };
const fresh: InstallFacts = { ...healthy, installed: false, lastEventAt: undefined };
const drop = (reason: string, events = 1) => ({ drops: [{ reason, events }] });

describe('the install doctor', () => {
  it.each<[string, InstallFacts, string[]]>([
    ['nothing of a site that counts', healthy, []],
    ['that nothing came yet', fresh, ['no_event']],
    ['of pages of another host', { ...fresh, ...drop('host_mismatch') }, ['host_mismatch']],
    [
      'of another host beside a site that counts',
      { ...healthy, ...drop('host_mismatch') },
      ['host_mismatch'],
    ],
    ['that only bots came', { ...fresh, ...drop('bot') }, ['bots_only']],
    ['nothing of bots beside people', { ...healthy, ...drop('bot') }, []],
    ['that servers alone send', { ...healthy, installed: false }, ['servers_only']],
    ['nothing of a week of silence', { ...healthy, lastEventAt: NOW - 7 * DAY }, []],
    ['of a longer silence', { ...healthy, lastEventAt: NOW - 7 * DAY - 1 }, ['gone_quiet']],
    ['of an installed site whose events are gone', { ...healthy, lastEventAt: undefined }, ['gone_quiet']],
    ['of a clock ahead', { ...healthy, ...drop('in_future') }, ['wrong_clock']],
    ['of a clock behind', { ...healthy, ...drop('too_old') }, ['wrong_clock']],
    ['of unreadable events', { ...healthy, ...drop('invalid_event') }, ['invalid_events']],
    ['nothing of drops that were none', { ...healthy, ...drop('invalid_event', 0) }, []],
    ['what the home page says first', { ...fresh, ofHomePage: [MISSING] }, ['snippet_missing', 'no_event']],
    [
      'nothing of a snippet that a tag manager placed',
      { ...healthy, ofHomePage: [MISSING, BANNER] },
      ['consent_banner'],
    ],
  ])('tells %s', (_what, facts, codes) => {
    const findings = installFindings(facts);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    for (const { message, fix } of findings) expect([message, fix]).not.toContain('');
  });
});
