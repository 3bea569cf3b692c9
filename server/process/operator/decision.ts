import { hostname, userInfo } from 'node:os';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { Decision } from '#server/events/events.ts';

/**
 * Records what a command of the operator changed, in the transaction of the change. Like decisions of the team it is
 * sealed and shown in the audit log (decisions 42, 106), with the login of this machine that ran it.
 */
export function recordOperator(tx: Tx, decision: Omit<Decision, 'actor' | 'ip'>): Promise<void> {
  const data = { ...decision.data, login: `${loginName()}@${hostname()}` };
  return recordDecision(tx, { ...decision, actor: 'operator', data });
}

/** A container may run as a user without a name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '?');
  }
}

/** The subject of what concerns the whole installation. */
export const wholeInstallation = { kind: 'installation', id: 1 } as const;
