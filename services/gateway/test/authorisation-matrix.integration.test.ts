import { SCOPES } from '../src/domain/principal';
import { generateToken, parseToken } from '../src/domain/token-format';
import { openApiDocument } from '../src/http/openapi-document';
import { ENDPOINTS } from '../src/routes/endpoints';
import { insertToken } from '../src/store/tokens';
import { startGateway, type Gateway } from './gateway-fixture';

/** Every operation of the OpenAPI document: the matrix covers new routes automatically. */
const document = openApiDocument(ENDPOINTS, 'https://api.example');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    // A path below a site that is not in the token's list. The check precedes all other parameters.
    url: path.replace('{id}', '999999').replaceAll(/\{\w+\}/g, '1'),
    open: security.length === 0,
    scope: security[0]?.token?.[0],
  })),
);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function tokenOf(scopes: readonly string[], sites?: readonly number[]): Promise<string> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('malformed');
  const { workspaceId } = gateway.ours;
  await insertToken(gateway.database.pool, {
    workspaceId,
    token: parsed,
    name: 'matrix',
    scopes,
    ...(sites ? { sites } : {}),
  });
  return token;
}

describe.each(operations.filter(({ open }) => !open))('$method $path', ({ method, path, url, scope }) => {
  const body = method === 'POST' || method === 'PATCH' || method === 'PUT' ? { json: {} } : {};

  it('requires a token', async () => {
    const answer = await gateway.request(method, url, { ...body, token: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it(`requires ${scope === undefined ? 'no scope' : `the scope ${scope}`}`, async () => {
    if (scope === undefined)
      return expect(['/api/v1/batch', '/api/v1/categories', '/api/v1/explain']).toContain(path);
    const token = await tokenOf(SCOPES.filter((each) => each !== scope));
    const answer = await gateway.request(method, url, { ...body, token });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
  });

  it('restricts a token with a list of sites to these sites', async () => {
    const token = await tokenOf(SCOPES, [1]);
    const answer = await gateway.request(method, url, { ...body, token });
    if (path.startsWith('/api/v1/sites/{id}'))
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 404,
        code: 'site_not_found',
      });
    // They are limited to the views of these sites.
    else if (path.startsWith('/api/v1/saved-views'))
      expect(answer.status).toBe({ GET: 200, POST: 400 }[method] ?? 404);
    else if (
      // Lookups and erasures concern the data of all sites.
      !/^\/api\/v1\/(?:attribution|erasures|accounts|costs|payments\/.+\/credit)/.test(path) &&
      (['identify', 'payments', undefined].includes(scope) || (method === 'GET' && path === '/api/v1/sites'))
    )
      expect(answer.status).not.toBe(403);
    else
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 403,
        code: 'insufficient_scope',
      });
  });
});

it('requires a token for every endpoint of the API', () => {
  expect(operations.filter(({ open, path }) => open && path.startsWith('/api/'))).toEqual([]);
});
