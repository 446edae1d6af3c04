import { describeHostileInput } from '../src/suite/hostile';
import { describeClient } from '../src/suite/client';
import { describeContract } from '../src/suite/contract';
import { describeDocumentedExamples } from '../src/suite/documented-examples';
import { describeFuzz } from '../src/suite/fuzz';
import { describeImports } from '../src/suite/imports';
import { describeReadme } from '../src/suite/readme';
import { describeVisits } from '../src/suite/visits';
import { describeWebhooks } from '../src/suite/webhooks';
import { startAllInOne } from '../src/start-all-in-one';
import type { System } from '../src/system';

describe('Headwater in one process', () => {
  let system: System;
  beforeAll(async () => {
    system = await startAllInOne();
  }, 90_000);
  afterAll(() => system.stop());

  describeVisits(() => system);
  describeImports(() => system);
  describeContract(() => system);
  describeReadme(() => system);
  describeWebhooks(() => system);
  describeHostileInput(() => system);
  describeFuzz(() => system);
  describeClient(() => system);
  describeDocumentedExamples(() => system);
});
