import { START_TIMEOUT_MS } from '../src/child-process';
import type { System } from '../src/api';
import { startAllInOne } from '../src/start-all-in-one';
import { describeBadItems } from './suite/bad-items';
import { describeContract } from './suite/contract';
import { describeDefinitionsPage } from './suite/definitions-page';
import {
  describeClient,
  describeDocumentedExamples,
  describeReadme,
  describeReadmeSignup,
} from './suite/documentation';
import { describeFuzz } from './suite/fuzz';
import { describeHostileInput } from './suite/hostile';
import { describeImports } from './suite/imports';
import { describeLimitsPage } from './suite/limits-page';
import { describeNulls } from './suite/nulls';
import { describeVisitorIds } from './suite/visitor-ids';
import { describeVisits } from './suite/visits';
import { describeWebhooks } from './suite/webhooks';

describe('Headwater in one process', () => {
  let system: System;
  beforeAll(async () => {
    system = await startAllInOne();
  }, START_TIMEOUT_MS);
  afterAll(() => system.stop());

  describeVisits(() => system);
  describeImports(() => system);
  describeContract(() => system);
  describeBadItems(() => system);
  describeVisitorIds(() => system);
  describeLimitsPage(() => system);
  describeDefinitionsPage(() => system);
  describeReadme(() => system);
  describeReadmeSignup(() => system);
  describeWebhooks(() => system);
  describeHostileInput(() => system);
  describeFuzz(() => system);
  describeClient(() => system);
  describeDocumentedExamples(() => system);
  describeNulls(() => system);
});
