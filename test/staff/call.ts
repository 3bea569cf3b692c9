import type { StaffActions } from '#domain/staff/permissions.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sides, StaffFixtures } from './fixtures.ts';

/** The target of a call, and the arguments of its permission check. */
export interface AttemptedCall<A extends keyof StaffActions> {
  thing: StaffActions[A];
  params?: Record<string, string | number>;
  body?: object;
}

/** The part the viewer has in the thing: none, or one that bars them from deciding. */
export type Part = 'stranger' | 'seller' | 'buyer' | 'self';

export interface Case {
  name: string;
  action: keyof StaffActions;
  parts: readonly Part[];
  make: (things: StaffFixtures, viewer: Person, part: Part) => Promise<AttemptedCall<keyof StaffActions>>;
}

/** A staff endpoint: the action that it requires, with objects near and beyond its limits. */
export function staffCall<A extends keyof StaffActions>(
  action: A,
  make: (things: StaffFixtures, viewer: Person, part: Part) => Promise<AttemptedCall<A>>,
  { parts = ['stranger', 'seller', 'buyer'], name = '' }: { parts?: readonly Part[]; name?: string } = {},
): Case {
  return { name, action, parts, make };
}

/** For objects without an owner. */
export const alone = { parts: ['stranger'] } as const;

/** Makes the viewer a side of the created object. */
export const sides = (viewer: Person, part: Part): Sides =>
  part === 'seller' ? { seller: viewer } : part === 'buyer' ? { buyer: viewer } : {};

/** Both sides of a sale. */
export const involved = ({ buyer, seller }: { buyer: Person; seller: Person }) => [buyer.id, seller.id];

export const note = 'Um motivo escrito em uma frase inteira.';
