import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { setLevel } from '#contract/staff/people.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { verificationLevel } from '#domain/accounts/verification.ts';
import type { VerifiedFacts } from '#domain/accounts/verification.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { isIdentified } from '#server/accounts/documents/identified.ts';
import { recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

interface Facts extends VerifiedFacts {
  cnpj: boolean;
  /** Two people of the team approved documents, or the rules require none. */
  documented: boolean;
  /** Completed sales without a complaint, counted up to the number that is required. */
  goodSales: number;
}

/**
 * §4.14: an admin who has seen a proof of address grants the last level to a person whose documents two people approved,
 * with a CNPJ or with enough good sales, or withdraws it. A request for the current level changes nothing.
 */
export async function setPersonLevel(
  ctx: Ctx,
  viewer: Viewer,
  { id, granted, reason }: Body<typeof setLevel> & { id: number },
): Promise<Reply<typeof setLevel>> {
  return inTransaction(ctx.db, (tx) => setPersonLevelIn(ctx, tx, viewer, { id, granted, reason }));
}

/** The same as part of a larger decision. */
export async function setPersonLevelIn(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, granted, reason }: Body<typeof setLevel> & { id: number },
): Promise<Reply<typeof setLevel>> {
  const answer = can(viewer, 'grant_level', { id });
  if (!answer.ok) fail(answer.reason, { detail: 'Outro administrador precisa fazer isso.' });
  const { grantSales } = (await currentRules(ctx.db, tx)).rules.verification;
  const facts = await lockFacts(tx, id, grantSales);
  const before = verificationLevel(facts);
  if (facts.granted === granted) return { id, level: before };
  if (granted) refuseUnready(facts, grantSales);
  await sql`update users set level_granted_at = ${granted ? sql`market_now()` : null} where id = ${id}`.execute(
    tx,
  );
  const level = verificationLevel({ ...facts, granted });
  await recordDecision(tx, {
    kind: granted ? 'account.level_granted' : 'account.level_withdrawn',
    actor: viewer,
    subject: { kind: 'user', id },
    before: { level: before },
    after: { level },
    reason,
  });
  return { id, level };
}

async function lockFacts(tx: Tx, id: number, grantSales: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select u.email_verified_at is not null as "emailVerified", u.phone_verified_at is not null as "phoneVerified",
      ${isIdentified('u')} as "identityVerified", u.level_granted_at is not null as granted,
      u.cnpj is not null as cnpj, document_need() = 'none' or exists (select from document_checks c
        where c.user_id = u.id and c.state = 'approved' and c.level = 'N3') as documented,
      (select count(*)::int from (select from orders o where o.seller_id = u.id and o.state = 'completed'
        and not is_excluded_sale(o.id)
        and not exists (select from order_events e where e.order_id = o.id and e.to_state = 'in_complaint')
        limit ${grantSales}) sold) as "goodSales"
    from users u where u.id = ${id} and u.state <> 'closed' for update of u`.execute(tx);
  return rows[0] ?? fail('not_found');
}

function refuseUnready(facts: Facts, grantSales: number): void {
  if (verificationLevel(facts) !== 'N2')
    fail('wrong_state', {
      detail: 'Primeiro a pessoa confirma e-mail, celular e identidade.',
      meta: { allowed: [] },
    });
  if (!facts.documented)
    fail('wrong_state', {
      detail:
        'O nível 3 pede documentos aprovados por duas pessoas da equipe. A pessoa envia em Conta, Documentos.',
      meta: { allowed: [] },
    });
  if (!facts.cnpj && facts.goodSales < grantSales)
    fail('wrong_state', {
      detail: `O nível 3 pede CNPJ ou ${grantSales} vendas sem problema. Esta pessoa tem ${facts.goodSales}.`,
      meta: { allowed: [], sales: facts.goodSales, needed: grantSales },
    });
}
