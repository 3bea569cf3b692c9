import type { EventKind } from '#domain/events.ts';

/** Events that send a more detailed letter where they happen. */
const ownLetters: ReadonlySet<EventKind> = new Set([
  'account.restricted',
  'account.suspended',
  'account.banned',
  'account.reinstated',
  'account.sessions_ended_by_staff',
  'account.role_changed',
  'account.password_changed',
  'account.registered',
  'account.email_confirmed',
  'account.new_device',
  'account.second_factor_enabled',
  'account.second_factor_disabled',
  'account.recovery_codes_renewed',
  'account.recovery_code_used',
  'account.passkey_added',
  'account.passkey_removed',
  'account.export_ready',
  'account.closure_asked',
  'account.closure_kept',
  'account.closure_near',
  'account.closure_postponed',
  'account.email_changed',
  'account.phone_confirmed',
  'account.phone_changed',
  'order.regretted',
  'rating.asked',
  'rating.published',
  'rating.replied',
] as const);

/** Whether the notice itself is sent as a letter. */
export function isMailed(kind: EventKind): boolean {
  return !ownLetters.has(kind);
}
