import { randomUUID } from 'node:crypto';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';

/** The calls of the support tests, for a person and staff; the tests check refusals themselves. */
export function openSupport(sales: Pick<Sales, 'request'>) {
  const say = (
    person: Person,
    id: number,
    text: string,
    clientId: string = randomUUID(),
    files: number[] = [],
  ) =>
    sales.request('PUT', `/tickets/${id}/messages/${clientId}`, {
      token: person.token,
      body: { text, files },
    });

  const answer = (
    staff: Person,
    id: number,
    text: string,
    { clientId = randomUUID() as string, waitsForUser = true, files = [] as number[] } = {},
  ) =>
    sales.request('PUT', `/staff/tickets/${id}/messages/${clientId}`, {
      token: staff.token,
      body: { text, files, waitsForUser },
    });

  return {
    say,
    answer,
    ask: (person: Person, body: object = {}) =>
      sales.request('POST', '/tickets', {
        token: person.token,
        key: true,
        body: { category: 'other', clientId: randomUUID(), text: 'Preciso de ajuda.', files: [], ...body },
      }),
    see: (person: Person, id: number, after = 0) =>
      sales.request('GET', `/tickets/${id}?after=${after}`, { token: person.token }),
    desk: (staff: Person, id: number) => sales.request('GET', `/staff/tickets/${id}`, { token: staff.token }),
    note: (staff: Person, id: number, text: string, clientId: string = randomUUID()) =>
      sales.request('PUT', `/staff/tickets/${id}/notes/${clientId}`, {
        token: staff.token,
        body: { text },
      }),
    resolve: (staff: Person, id: number, reason = 'solved') =>
      sales.request('POST', `/staff/tickets/${id}/resolution`, {
        token: staff.token,
        key: true,
        body: { reason },
      }),
    judge: (person: Person, id: number, helped: boolean) =>
      sales.request('POST', `/tickets/${id}/${helped ? 'confirmation' : 'reopening'}`, {
        token: person.token,
        key: true,
      }),
    rate: (person: Person, id: number, score: number, comment = '') =>
      sales.request('PUT', `/tickets/${id}/rating`, { token: person.token, body: { score, comment } }),
    merge: (staff: Person, id: number, into: number) =>
      sales.request('POST', `/staff/tickets/${id}/merger`, { token: staff.token, key: true, body: { into } }),
    assign: (staff: Person, id: number, username: string | null) =>
      sales.request('PUT', `/staff/tickets/${id}/assignee`, { token: staff.token, body: { username } }),
    unread: async (person: Person): Promise<number> =>
      (await sales.request('GET', '/user', { token: person.token })).data.in_chat,
    upload: (person: Person, bytes: Buffer, type = 'image/png') =>
      sales.request('POST', '/ticket-files', {
        token: person.token,
        body: bytes,
        headers: { 'content-type': type },
      }),
  };
}
