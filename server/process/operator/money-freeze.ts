import { sql } from 'kysely';
import { fault } from '#db/fault.ts';
import { freezeStatus } from '#server/ledger/reconcile.ts';
import { breaks } from '#server/ledger/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Command } from './command.ts';
import { recordOperator, wholeInstallation } from './decision.ts';

/** Stops every posting in PostgreSQL itself, and so in all processes at once; reading continues. */
export const freezeMoney: Command = {
  usage: 'freeze-money MOTIVO',
  summary: 'Para todo movimento de dinheiro: pagamentos, reembolsos e saques respondem 503',
  takes: 1,
  sentence: true,
  async run({ db }, { positionals: [reason = ''] }, { say }) {
    const frozen = await inTransaction(db, async (tx) => {
      const { rows } = await sql`update money.status set frozen_at = now(), reason = ${reason}
        where frozen_at is null returning 1 as frozen`.execute(tx);
      if (rows.length === 0) return false;
      const [before, after] = [{ frozen: false }, { frozen: true }];
      await recordOperator(tx, {
        kind: 'operator.money_frozen',
        subject: wholeInstallation,
        before,
        after,
        reason,
      });
      return true;
    });
    const status = await freezeStatus(db);
    await say(
      frozen ? `O dinheiro está parado: ${reason}` : `O dinheiro já estava parado: ${status?.reason ?? ''}`,
    );
  },
};

const shownBreaks = 5;

/** Lets money move again, once all of the books balance (docs/money.md). */
export const unfreezeMoney: Command = {
  usage: 'unfreeze-money MOTIVO',
  summary: 'Libera o dinheiro parado, se a contabilidade inteira fecha',
  takes: 1,
  sentence: true,
  async run({ db }, { positionals: [reason = ''] }, { say }) {
    const found = await breaks(db);
    if (found.length > 0) {
      const lines = found
        .slice(0, shownBreaks)
        .map(({ id, subject, subjectId, fault: what }) => `  - ${id} ${subject} ${subjectId ?? ''}: ${what}`);
      throw fault(
        `A contabilidade não fecha em ${found.length} pontos. Corrija-os antes (docs/money.md):\n${lines.join('\n')}`,
      );
    }
    const unfrozen = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ reason: string }>`
        with before as (select reason from money.status where frozen_at is not null for update)
        update money.status s set frozen_at = null, reason = null from before where s.frozen_at is not null
        returning before.reason`.execute(tx);
      if (!rows[0]) return false;
      const [before, after] = [{ frozen: true, reason: rows[0].reason }, { frozen: false }];
      await recordOperator(tx, {
        kind: 'operator.money_unfrozen',
        subject: wholeInstallation,
        before,
        after,
        reason,
      });
      return true;
    });
    await say(unfrozen ? 'O dinheiro voltou a se mover.' : 'O dinheiro não estava parado.');
  },
};
