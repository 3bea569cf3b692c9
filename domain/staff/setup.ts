/** What a new marketplace needs before it opens, in the order in which an administrator goes through it. */
export const setupSteps = [
  'second_step',
  'brand',
  'company',
  'payments',
  'mail',
  'sms',
  'storage',
  'categories',
  'fees',
  'texts',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/**
 * `missing` keeps the market from being a real shop; `waiting` is proposed and not in force yet; `standard` works as it
 * came and only deserves a look.
 */
export const setupStates = ['done', 'standard', 'waiting', 'missing'] as const;
export type SetupState = (typeof setupStates)[number];

/** How many steps are still to be done; a default that works is none. */
export function openSteps(items: readonly { state: SetupState }[]): number {
  return items.filter(({ state }) => state === 'missing' || state === 'waiting').length;
}

/** What administrators can try out, each at their own address or at no cost. */
export const tryOutKinds = ['mail', 'sms', 'pix'] as const;
export type TryOutKind = (typeof tryOutKinds)[number];

/** The amount of the charge that is made and cancelled to try the payment provider out. */
export const tryOutCents = 100;
