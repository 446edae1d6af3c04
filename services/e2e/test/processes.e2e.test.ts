import { START_TIMEOUT_MS } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import { describeContract } from './suite/contract';
import { describeReadme } from './suite/documentation';
import { describeHostileConnections } from './suite/hostile-connections';
import { describeImports } from './suite/imports';
import { describeLimits } from './suite/limits';
import { describeVisits } from './suite/visits';
import { describeWebhooks } from './suite/webhooks';

describe('Headwater with one process per service', () => {
  let system: ProcessSystem;
  beforeAll(async () => {
    system = await startProcesses();
  }, START_TIMEOUT_MS);
  afterAll(() => system.stop());

  describeVisits(() => system);
  describeImports(() => system);
  describeContract(() => system);
  describeReadme(() => system);
  describeWebhooks(() => system);
  describeLimits(() => system);
  describeHostileConnections(() => system);
});
