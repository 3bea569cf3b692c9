import { programName } from './command.ts';
import type { Command, Inspection } from './command.ts';
import { exportAudit } from './audit-export.ts';
import { check } from './check.ts';
import { createAdmin } from './create-admin.ts';
import { retryJobs } from './job-retry.ts';
import { rotateKey } from './key-rotation.ts';
import { freezeMoney, unfreezeMoney } from './money-freeze.ts';
import { unlock } from './unlock.ts';

/** Every command of `npm run admin`, in the order of the help. */
export const commands: Readonly<Record<string, Command | Inspection>> = {
  'create-admin': createAdmin,
  check,
  unlock,
  'retry-jobs': retryJobs,
  'freeze-money': freezeMoney,
  'unfreeze-money': unfreezeMoney,
  'rotate-key': rotateKey,
  'export-audit': exportAudit,
};

/** The help: a line for each command. */
export function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length));
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return [`Uso: ${programName} COMANDO`, '', ...lines].join('\n');
}
