import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteSession } from '#contract/accounts/sessions.ts';
import { getUser } from '#contract/accounts/accounts.ts';
import { api, ApiError } from './api.ts';

/** The request messages of specification §8; people read the Portuguese beside them. */
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => void vi.unstubAllGlobals());

async function refused(fetch: () => Promise<unknown>, signal?: AbortSignal): Promise<Error> {
  vi.stubGlobal('fetch', fetch);
  return api(getUser, signal && { signal }).then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  );
}

test('without a connection the message is «Network Error»', async () => {
  const error = await refused(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.message, (error as ApiError).detail]).toEqual([
    'Network Error',
    'Sem conexão com o site. Confira sua internet.',
  ]);
});

test('after a timeout the message is «timeout exceeded»', async () => {
  const error = await refused(() => Promise.reject(new DOMException('signal timed out', 'TimeoutError')));
  expect([error.message, (error as ApiError).code]).toEqual(['timeout exceeded', 'network']);
});

test('an aborted request has the message «Request aborted», and is still an AbortError', async () => {
  const error = await refused(() => Promise.reject(new DOMException('The user aborted', 'AbortError')));
  expect([error.message, error.name]).toEqual(['Request aborted', 'AbortError']);
});

test.each([404, 409, 502])(
  'a refusal has the message «Request failed with status code %i»',
  async (status) => {
    const problem = { code: 'not_found', status, detail: 'Não encontramos.' };
    const error = await refused(async () => ({ status, json: async () => problem }));
    expect([error.message, (error as ApiError).detail]).toEqual([
      `Request failed with status code ${status}`,
      'Não encontramos.',
    ]);
  },
);

test('a reply that is no problem+json has a text for people, too', async () => {
  const error = await refused(async () => ({ status: 502, json: () => Promise.reject(new SyntaxError()) }));
  expect([error.message, (error as ApiError).detail]).toEqual([
    'Request failed with status code 502',
    'Tivemos um problema. Já estamos vendo isso.',
  ]);
});

test('a write names its caller only once the server has confirmed one', async () => {
  const calls: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    calls.push(init);
    return { status: 200, json: async () => ({ data: {} }) };
  });
  await api(deleteSession, { interactive: false });
  expect(Object.keys(calls[0]!.headers!)).not.toContain('X-Caller');
});
