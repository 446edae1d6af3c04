import { createSiteOn, NO_IDS, OURS, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
let siteId: number;
let testNumber = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(async () => {
  testNumber += 1;
  siteId = (await createSiteOn(sites, `goals${testNumber}.example`, OURS)).id;
});

const FILTERS = [{ key: 'props.plan', operator: 'is', value: 'pro' }];
const SIGNUP = { name: 'Signup', type: 'event', event: 'signup', path: '', filters: FILTERS };
const THANKS = { name: 'Thanks', type: 'page', event: '', path: '/thanks*', filters: [] };
const FUNNEL = { name: 'Trial', steps: [SIGNUP, THANKS], windowHours: 24 };

describe('a goal', () => {
  it('is created, listed by id, read and deleted', async () => {
    const first = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const second = await sites.calls.CreateGoal({ siteId, goal: { ...THANKS, path: '/thanks/' } }, OURS);
    expect(first).toEqual({ ...SIGNUP, id: first.id });
    expect(second.path).toBe('/thanks');
    expect(await sites.calls.ListGoals({ siteId }, OURS)).toEqual({ goals: [first, second] });
    expect(await sites.calls.GetGoal({ siteId, id: first.id }, OURS)).toEqual(first);
    expect(await sites.calls.DeleteGoal({ siteId, id: first.id }, OURS)).toEqual({ id: first.id });
    const deleted = sites.calls.GetGoal({ siteId, id: first.id }, OURS);
    await expect(deleted).rejects.toMatchObject({ kind: 'not_found', code: 'goal_not_found' });
    const again = sites.calls.DeleteGoal({ siteId, id: first.id }, OURS);
    await expect(again).rejects.toMatchObject({ code: 'goal_not_found' });
  });

  it.each([
    [{ ...SIGNUP, name: ' ' }, ['name']],
    [{ ...SIGNUP, name: 'a\nb' }, ['name']],
    [{ ...SIGNUP, type: 'click' }, ['type']],
    [{ ...SIGNUP, event: '' }, ['event']],
    [{ ...SIGNUP, path: '/x' }, ['path']],
    [{ ...THANKS, event: 'signup' }, ['event']],
    [{ ...THANKS, path: 'thanks' }, ['path']],
    [{ ...THANKS, path: '/a*b' }, ['path']],
    [{ ...THANKS, path: '/a?b=c' }, ['path']],
    [{ ...THANKS, path: `/${'a'.repeat(2_000)}` }, ['path']],
    [{ ...SIGNUP, filters: [{ key: 'entry_page', operator: 'is', value: '/' }] }, ['filters[0].key']],
    [{ ...SIGNUP, filters: [{ key: 'os', operator: 'like', value: '/' }] }, ['filters[0].operator']],
    [{ ...SIGNUP, filters: [{ key: 'os', operator: 'is', value: '' }] }, ['filters[0].value']],
    [{ ...SIGNUP, filters: Array.from({ length: 21 }, () => FILTERS).flat() }, ['filters']],
  ])('is refused as %j', async (goal, fields) => {
    const error: unknown = await sites.calls.CreateGoal({ siteId, goal }, OURS).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect((error as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(fields);
  });

  it('is limited to a hundred per site', async () => {
    const make = () => sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    for (let n = 0; n < 100; n++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a funnel', () => {
  it('is created with its steps in order, listed, read and deleted', async () => {
    const made = await sites.calls.CreateFunnel({ siteId, funnel: FUNNEL }, OURS);
    expect(made).toEqual({ id: made.id, ...FUNNEL, steps: FUNNEL.steps.map((step) => ({ id: 0, ...step })) });
    expect(await sites.calls.ListFunnels({ siteId }, OURS)).toEqual({ funnels: [made] });
    expect(await sites.calls.GetFunnel({ siteId, id: made.id }, OURS)).toEqual(made);
    await sites.calls.DeleteFunnel({ siteId, id: made.id }, OURS);
    const deleted = sites.calls.GetFunnel({ siteId, id: made.id }, OURS);
    await expect(deleted).rejects.toMatchObject({ code: 'funnel_not_found' });
  });

  it.each([
    [{ ...FUNNEL, steps: [SIGNUP] }, 'steps'],
    [{ ...FUNNEL, steps: Array.from({ length: 9 }, () => SIGNUP) }, 'steps'],
    [{ ...FUNNEL, windowHours: 0 }, 'windowHours'],
    [{ ...FUNNEL, windowHours: 8_761 }, 'windowHours'],
    [{ ...FUNNEL, steps: [SIGNUP, { ...THANKS, path: '' }] }, 'steps[1].path'],
  ])('is refused as %j', async (funnel, field) => {
    await expect(sites.calls.CreateFunnel({ siteId, funnel }, OURS)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field }],
    });
  });
});

describe('another workspace, a deleted site and an unknown site', () => {
  it('have none of our goals and funnels', async () => {
    const goal = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const funnel = await sites.calls.CreateFunnel({ siteId, funnel: FUNNEL }, OURS);
    const attempts = (site: number | string, options: object) => [
      sites.calls.ListGoals({ siteId: site }, options),
      sites.calls.CreateGoal({ siteId: site, goal: SIGNUP }, options),
      sites.calls.GetGoal({ siteId: site, id: goal.id }, options),
      sites.calls.DeleteGoal({ siteId: site, id: goal.id }, options),
      sites.calls.ListFunnels({ siteId: site }, options),
      sites.calls.CreateFunnel({ siteId: site, funnel: FUNNEL }, options),
      sites.calls.GetFunnel({ siteId: site, id: funnel.id }, options),
      sites.calls.DeleteFunnel({ siteId: site, id: funnel.id }, options),
    ];
    const expectNotFound = async (site: number | string, options: object) => {
      for (const outcome of await Promise.allSettled(attempts(site, options)))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'site_not_found' } });
    };
    await expectNotFound(siteId, { workspaceId: 999 });
    for (const id of NO_IDS) await expectNotFound(id, OURS);
    await sites.calls.DeleteSite({ id: siteId }, OURS);
    await expectNotFound(siteId, OURS);
    await sites.calls.RestoreSite({ id: siteId }, OURS);
    expect(await sites.calls.ListGoals({ siteId }, OURS)).toEqual({ goals: [goal] });
  });

  it('another site of the workspace does not have our goal', async () => {
    const { id } = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const other = (await createSiteOn(sites, `other${testNumber}.example`, OURS)).id;
    await expect(sites.calls.GetGoal({ siteId: other, id }, OURS)).rejects.toMatchObject({
      code: 'goal_not_found',
    });
  });
});
