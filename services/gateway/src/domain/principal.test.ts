import { narrowedRightsOf, type Principal, SCOPES } from './principal';

const rights = (scopes: readonly string[], sites: Principal['sites'] = null): object =>
  narrowedRightsOf({ workspaceId: 1, caller: { type: 'token', id: 1 }, scopes, sites });

describe('the rights in the digest of a request', () => {
  it('are left out for a principal with all rights, whose digests equal those of earlier gateways', () => {
    expect(rights(SCOPES)).toEqual({});
    expect(rights(SCOPES.toReversed())).toEqual({});
  });

  it('are equal for equal scopes and sites in another order', () => {
    expect(JSON.stringify(rights(['payments', 'identify'], [7, 3]))).toBe(
      JSON.stringify(rights(['identify', 'payments'], [3, 7])),
    );
  });

  it.each([
    ['some scopes', SCOPES.slice(1), null],
    ['no scope', [], null],
    ['all scopes for some sites', SCOPES, [3]],
    ['all scopes for no site', SCOPES, []],
  ])('are included for %s', (_what, scopes, sites) => {
    expect(rights(scopes, sites)).toEqual({ scopes: [...scopes].sort(), sites });
  });
});
