import { sql } from 'kysely';
import { fault } from '#db/fault.ts';
import { clearProofAttempts } from '#server/accounts/factors/proof-attempts.ts';
import { currentPasswordKey } from '#server/accounts/passwords/change.ts';
import { clearAttempts } from '#server/accounts/sessions/attempt-limit.ts';
import { clearAccountAttempts } from '#server/accounts/sessions/sign-in-limit.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Command } from './command.ts';
import { recordOperator } from './decision.ts';

/** Ends the pauses of one account after wrong passwords and codes; those of a network stay. */
export const unlock: Command = {
  usage: 'unlock EMAIL|@USUARIO',
  summary: 'Zera as tentativas erradas de senha e de código de uma conta',
  takes: 1,
  async run({ db }, { positionals: [login = ''] }, { say }) {
    const username = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: number; username: string }>`
        select id, username::text from users
        where ${login.startsWith('@') ? sql`username = ${login.slice(1)}::citext` : sql`email = ${login}::citext`}
          and state <> 'closed'
        order by email_verified_at is null, id desc limit 1`.execute(tx);
      const account = rows[0];
      if (!account) throw fault(`Não há conta de ${login}. Diga o e-mail dela, ou o nome com @ na frente.`);
      await clearAccountAttempts(tx, account.id);
      await clearAttempts(tx, [currentPasswordKey(account.id)]);
      await clearProofAttempts(tx, account.id);
      const subject = { kind: 'user', id: account.id } as const;
      const reason = 'npm run admin -- unlock';
      await recordOperator(tx, { kind: 'operator.unlocked', subject, before: null, after: null, reason });
      return account.username;
    });
    await say(`@${username} pode entrar de novo.`);
  },
};
