import { tellSkipped } from '@headwater/kit/testing/program';
import { findPgBouncer, startPgBouncer, type PgBouncer, type RunningPgBouncer } from '../src/pgbouncer';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import { describeContract } from '../src/suite/contract';
import { describeVisits } from '../src/suite/visits';
import { describeWebhooks } from '../src/suite/webhooks';

/** Three are held by identity's repairs: all else of identity has two left. */
const POOL_SIZE = 5;

const pgBouncer = findPgBouncer();
const missing = 'there is no PgBouncer on this machine';
if (pgBouncer) describe('Headwater behind PgBouncer in transaction mode', () => describeSystem(pgBouncer));
else {
  tellSkipped(missing);
  it.skip(`Headwater behind PgBouncer in transaction mode (${missing})`, () => undefined);
}

function describeSystem(found: PgBouncer): void {
  let pooler: RunningPgBouncer;
  let system: ProcessSystem;
  beforeAll(async () => {
    const env = found.knowsNames ? {} : { DATABASE_NAMED_STATEMENTS: 'off' };
    system = await startProcesses(env, async (urls) => {
      pooler = await startPgBouncer(found, { urls, poolSize: POOL_SIZE });
      return pooler.urls;
    });
  }, 90_000);
  afterAll(async () => {
    await system.stop();
    // Since 1.23 it stays until its last client has gone.
    await pooler.stop();
  });

  describeVisits(() => system);
  describeContract(() => system);
  describeWebhooks(() => system);
}
