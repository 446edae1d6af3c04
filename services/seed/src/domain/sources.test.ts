import { CHANNELS } from '@headwater/protos/vocabulary';
import { campaignLift, firstVisitWeight, SOURCES } from './sources';

test('every source names a channel of the vocabulary and draws by a weight that is never negative', () => {
  for (const source of SOURCES) {
    expect(CHANNELS).toContain(source.channel);
    for (const day of [0, 30, 89, 300]) expect(firstVisitWeight(source, day)).toBeGreaterThanOrEqual(0);
  }
});

test('at least ten channels are shown', () => {
  expect(new Set(SOURCES.map((source) => source.channel)).size).toBeGreaterThanOrEqual(10);
});

test('a campaign adds visitors while it runs and takes none from others', () => {
  const launch = SOURCES.find((source) => source.name === 'Product Hunt');
  if (!launch) throw new Error('The launch is missing.');
  expect(firstVisitWeight(launch, 65)).toBe(0);
  expect(firstVisitWeight(launch, 66)).toBeGreaterThan(firstVisitWeight(launch, 70));
  expect(campaignLift(66)).toBeGreaterThan(campaignLift(64) + 0.2);
});
