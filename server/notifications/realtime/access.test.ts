import { expect, test } from 'vitest';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { mayJoin } from './access.ts';

const viewer = (id: number, role: Viewer['role']) =>
  ({ id, role, asStaff: role !== 'user', username: 'a', emailVerified: true, sessionId: 1 }) as Viewer;

test('a person may join only their own channels, staff also those of staff', () => {
  expect(mayJoin(viewer(7, 'user'), 'private-user-7')).toBe(true);
  expect(mayJoin(viewer(7, 'user'), 'messageEvent_7')).toBe(true);
  for (const name of [
    'private-user-8',
    'private-user-77',
    'private-staff',
    'presence-staff-review',
    'private-staff-support',
    'presence-staff-ticket-7',
    'private-support-8',
    'private-x',
    '',
  ])
    expect(mayJoin(viewer(7, 'user'), name)).toBe(false);
  expect(mayJoin(viewer(1, 'support'), 'private-staff')).toBe(true);
  expect(mayJoin(viewer(1, 'admin'), 'presence-staff-review')).toBe(true);
  expect(mayJoin(viewer(1, 'admin'), 'private-user-7')).toBe(false);
});

test('a person with the staff role but without staff rights may join none of the staff channels (T113)', () => {
  const without = { ...viewer(1, 'admin'), asStaff: false };
  for (const name of ['private-staff', 'presence-staff-ticket-7', 'private-support-8'])
    expect(mayJoin(without, name)).toBe(false);
  expect(mayJoin(without, 'private-support-1')).toBe(true);
});

test('a support channel is for its person and staff', () => {
  expect(mayJoin(viewer(7, 'user'), 'private-support-7')).toBe(true);
  expect(mayJoin(viewer(1, 'support'), 'private-support-7')).toBe(true);
  expect(mayJoin(viewer(1, 'support'), 'presence-staff-ticket-12')).toBe(true);
  expect(mayJoin(viewer(1, 'support'), 'private-support-7x')).toBe(false);
});
