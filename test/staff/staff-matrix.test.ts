import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { can, staffActions } from '#domain/staff/permissions.ts';
import { allRoutes } from '#server/process/app.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { openCalls } from './open-calls.ts';
import { decisionCalls } from './calls.ts';
import type { Part } from './call.ts';
import { openStaffFixtures } from './fixtures.ts';
import type { StaffFixtures } from './fixtures.ts';

/**
 * What the team may do (§4.15), tried at every door of the contract by everybody, with what is theirs and what
 * is not: the answer of each call is held to the answer of the one permission table.
 */
const doors = allEndpoints.filter(({ auth }) => auth === 'staff');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let things: StaffFixtures;
let team: Record<'user' | 'support' | 'admin', Person>;
beforeAll(async () => {
  const complaints = await openComplaints();
  things = await openStaffFixtures(complaints);
  const { sales } = things;
  const [user, support, admin] = await Promise.all([
    sales.user({ totp: true }),
    sales.user({ role: 'support' }),
    sales.user({ role: 'admin' }),
  ]);
  team = { user, support, admin };
});
afterAll(async () => {
  await things.sales.checkBooks();
  await things.sales.close();
});

const roles = ['visitor', 'user', 'support', 'admin'] as const;
let calls = 0;

function call(endpoint: Endpoint, viewer: Person | undefined, given: { params?: object; body?: object }) {
  calls++;
  const { '?': query, ...params } = (given.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return things.sales.request(endpoint.method, query ? `${path}?${query}` : path, {
    ...(viewer && { token: viewer.token }),
    key: true,
    ip: `10.9.${(calls >> 8) & 255}.${calls & 255}`,
    ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && { body: given.body ?? {} }),
  });
}

const casesOf = (endpoint: Endpoint) => [decisionCalls[nameOf(endpoint)] ?? []].flat();

test('every staff endpoint is in the table, and no other', () => {
  const listed = [...Object.keys(decisionCalls), ...Object.keys(openCalls)];
  expect(listed.toSorted()).toEqual(doors.map(nameOf).toSorted());
  expect(doors.filter((endpoint) => !allRoutes.some((route) => route.endpoint === endpoint))).toEqual([]);
});

test('every action of the permission table is required by some endpoint', () => {
  const asked = doors.flatMap(casesOf).map(({ action }) => action);
  expect(staffActions.filter((action) => !asked.includes(action))).toEqual(['enter_dashboard']);
});

const tries = doors.flatMap((endpoint) =>
  casesOf(endpoint).flatMap((one) =>
    one.parts.map((part) => [`${nameOf(endpoint)} ${one.name}`.trim(), part, endpoint, one] as const),
  ),
);

describe.each(roles)('%s', (role) => {
  test.each(tries)('at %s as %s', async (_name, part: Part, endpoint, { action, make }) => {
    const viewer = role === 'visitor' ? undefined : team[role];
    const tried = await make(things, viewer ?? team.user, part);
    const answer = await call(endpoint, viewer, tried);
    const said = viewer && can(viewer, action, tried.thing as never);
    if (!said) expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    else if (role === 'user') expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    else if (!said.ok) expect([answer.status, answer.body.code]).toEqual([403, said.reason]);
    else expect(answer.status, answer.text).toBeLessThan(300);
    if (part !== 'stranger') expect(answer.status).toBeGreaterThan(400);
  });

  test.each(doors.filter((each) => nameOf(each) in openCalls).map((each) => [nameOf(each), each] as const))(
    'at %s',
    async (name, endpoint) => {
      const viewer = role === 'visitor' ? undefined : team[role];
      const answer = await call(endpoint, viewer, await openCalls[name]!(things));
      if (role === 'visitor') expect(answer.status).toBe(401);
      else if (role === 'user') expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      else expect(answer.status, answer.text).toBeLessThan(300);
    },
  );
});
