import { describeContract } from '../src/suite/contract';
import { describeLimits } from '../src/suite/limits';
import { describeReadme } from '../src/suite/readme';
import { describeImports } from '../src/suite/imports';
import { describeVisits } from '../src/suite/visits';
import { describeWebhooks } from '../src/suite/webhooks';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

describe('Headwater as one process a service', () => {
  let system: ProcessSystem;
  beforeAll(async () => {
    system = await startProcesses();
  }, 90_000);
  afterAll(() => system.stop());

  describeVisits(() => system);
  describeImports(() => system);
  describeContract(() => system);
  describeReadme(() => system);
  describeWebhooks(() => system);
  describeLimits(() => system);
});
