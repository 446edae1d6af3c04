import { CHANNELS } from '@headwater/protos/vocabulary';
import { campaignLift, firstVisitWeight, SOURCES } from './sources';

test('every source has a channel of the vocabulary and no negative weight', () => {
  for (const source of SOURCES) {
    expect(CHANNELS).toContain(source.channel);
    for (const day of [0, 30, 89, 300]) expect(firstVisitWeight(source, day)).toBeGreaterThanOrEqual(0);
  }
});

test('the history has at least ten channels', () => {
  expect(new Set(SOURCES.map((source) => source.channel)).size).toBeGreaterThanOrEqual(10);
});

test('a campaign adds visitors and takes none from other sources', () => {
  const launch = SOURCES.find((source) => source.name === 'Product Hunt');
  if (!launch) throw new Error('The launch is missing.');
  expect(firstVisitWeight(launch, 65)).toBe(0);
  expect(firstVisitWeight(launch, 66)).toBeGreaterThan(firstVisitWeight(launch, 70));
  expect(campaignLift(66)).toBeGreaterThan(campaignLift(64) + 0.2);
});
