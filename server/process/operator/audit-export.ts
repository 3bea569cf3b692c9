import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Command } from './command.ts';
import { recordOperator, wholeInstallation } from './decision.ts';

const batch = 1_000;

/**
 * Writes the whole audit log as JSON, a line for each decision with its seal. A copy kept elsewhere proves later that
 * no decision was changed or removed (decision 42).
 */
export const exportAudit: Command = {
  usage: 'export-audit > registro.jsonl',
  summary: 'Escreve o registro de decisões inteiro, uma linha de JSON por decisão, com o selo de cada uma',
  takes: 0,
  async run({ db }, _given, { say }) {
    let rows = 0;
    for (let page = await readPage(db, 0); page.length > 0; page = await readPage(db, page.at(-1)!.id)) {
      for (const { line } of page) await say(line);
      rows += page.length;
    }
    const [after, reason] = [{ rows }, 'npm run admin -- export-audit'];
    await inTransaction(db, (tx) =>
      recordOperator(tx, {
        kind: 'operator.audit_exported',
        subject: wholeInstallation,
        before: null,
        after,
        reason,
      }),
    );
  },
};

async function readPage(db: Db, afterId: number): Promise<{ id: number; line: string }[]> {
  const { rows } = await sql<{ id: number; line: string }>`
    select t.id, jsonb_build_object('id', t.id, 'at', t.at, 'kind', t.kind, 'actorId', t.actor_id,
      'actor', a.username, 'role', t.actor_role, 'subject', t.subject_kind, 'subjectId', t.subject_id, 'ip', t.ip,
      'before', t.before, 'after', t.after, 'reason', t.reason,
      'seal', s.n, 'sealHash', encode(s.hash, 'hex'))::text as line
    from audit_log t left join users a on a.id = t.actor_id left join audit_seals s on s.event_id = t.id
    where t.id > ${afterId} order by t.id limit ${batch}`.execute(db);
  return rows;
}
