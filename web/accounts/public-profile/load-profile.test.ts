import { expect, test, vi } from 'vitest';
import { getProfile } from '#contract/accounts/accounts.ts';
import { ApiError } from '#web/api/api.ts';
import type { Api } from '#web/api/api.ts';
import { loadProfile } from './load-profile.ts';

const refusal = (status: number, code: 'not_found' | 'invalid_request') =>
  new ApiError({ status, code, title: '', detail: '' } as never);

test('an unknown username is a 404, whatever the search replies', async () => {
  const api = vi.fn(async (endpoint: unknown) => {
    if (endpoint !== getProfile) throw refusal(400, 'invalid_request');
    await Promise.resolve();
    throw refusal(404, 'not_found');
  }) as unknown as Api;
  const request = new Request('http://praca.example/perfil/um-nome-longo-demais-para-ser-de-alguem');
  await expect(loadProfile(api, 'um-nome-longo-demais-para-ser-de-alguem', request)).rejects.toMatchObject({
    status: 404,
  });
});
