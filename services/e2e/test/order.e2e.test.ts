import {
  callsAsSampled,
  callsInOrder,
  sampleCases,
  type Site,
} from '@headwater/eventstore/testing/visitor-facts';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import { accountAnswersOf, saveAccounts } from './order/accounts';
import { answersOf, define, exportOf, realtimeOf } from './order/queries';
import { PATIENCE_MS, sendAll } from './order/send';

/** Each run prints its seed; `ORDER_SEED` repeats it. `npm run test:order` runs 10,000 cases. */
const SEED = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ORDER_CASES'] ?? 20);
/** Cases that share a pair of sites and run concurrently. */
const ROUND = 250;

let system: ProcessSystem;
let entries: readonly System[];

beforeAll(async () => {
  system = await startProcesses({
    COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
    RATE_LIMIT_EXPORTS_PER_MINUTE: '100000',
    // Touches are collected after this pause.
    LINK_SWEEP_PAUSE_MS: '500',
    // The tests send the address of the visitor as a proxy does.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  entries = [system, { ...system, ...(await system.addCollector()) }];
}, START_TIMEOUT_MS);
afterAll(() => system.stop());

async function createSite(domain: string): Promise<Site> {
  const { body } = await callApi(system, 'POST', '/api/v1/sites', { body: { domain } });
  const key = /data-key="([^"]+)"/.exec(String(body.snippet))?.[1] ?? '';
  return { id: Number(body.id), key, domain };
}

/** Waits until identity has read the sessions of all linked visitors at least once, which includes all events that arrived before. */
const touchesRead = (): Promise<unknown> =>
  waitFor(
    'the touches',
    async () => {
      const [{ unread } = {}] = await system.queryPostgres<{ unread: string }>(
        'SELECT count(*) AS unread FROM identity.links WHERE touches_read_at IS NULL AND linked_at IS NOT NULL',
      );
      return unread === '0';
    },
    PATIENCE_MS,
  );

/** Waits until both sites give the same answers, and compares them. */
async function expectSame(
  sites: readonly Site[],
  what: string,
  read: (site: Site) => Promise<readonly string[]>,
): Promise<void> {
  let [expected, found]: (readonly string[] | undefined)[] = [];
  const isSame = async (): Promise<boolean> => {
    [expected, found] = await Promise.all(sites.map(read));
    return JSON.stringify(found) === JSON.stringify(expected);
  };
  await waitFor(what, isSame, PATIENCE_MS).catch(() =>
    process.stderr.write(`ORDER_SEED=${SEED}: ${what} of ${sites[0]?.domain} differ\n`),
  );
  expect(found).toEqual(expected);
}

it(
  `gives the same answers in any order, with ${CASES} cases of ORDER_SEED=${SEED}`,
  async () => {
    const cases = sampleCases(SEED, CASES);
    for (let from = 0; from < cases.length; from += ROUND) {
      const now = Date.now();
      const round = { cases: cases.slice(from, from + ROUND), firstVisitor: from, now };
      const sites = [await createSite(`a-${from}.example`), await createSite(`b-${from}.example`)] as const;
      const [ordered, sampled] = sites;
      await sendAll(entries, ordered, callsInOrder(round));
      await sendAll(entries, sampled, callsAsSampled(round));
      if (CASES > ROUND) process.stderr.write(`${from + round.cases.length} of ${CASES} cases sent\n`);
      const facts = round.cases.reduce((sum, one) => sum + one.facts.length, 0);
      for (const site of sites)
        await waitFor(
          'all events',
          async () => (await exportOf(system, site, now)).events.length === facts,
          120_000,
        );
      // Sessions are corrected right after the insert.
      await expectSame(sites, 'exports', async (site) => (await exportOf(system, site, now)).events);
      const [expectedNow, foundNow] = await realtimeOf(system, sites);
      expect(foundNow).toEqual(expectedNow);
      await saveAccounts(system, ordered, { round, isShuffled: false });
      await saveAccounts(system, sampled, { round, isShuffled: true });
      const [expected, found] = await Promise.all(
        sites.map(async (site) =>
          answersOf(system, site, { now, definitions: await define(system, site, now) }),
        ),
      );
      expect(found).toEqual(expected);
      await touchesRead();
      await expectSame(sites, 'accounts', (site) => accountAnswersOf(system, site, round));
    }
  },
  6 * 3_600_000,
);
