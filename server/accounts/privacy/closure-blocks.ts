import { sql } from 'kysely';
import type { AccountState } from '#domain/accounts/accounts.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Role } from '#domain/accounts/accounts.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Queryable } from '#server/context.ts';
import { balances, hasMoney } from '#server/ledger/queries.ts';
import { formatCents } from '#server/formats.ts';

interface OpenItems {
  role: Role;
  state: AccountState;
  orders: number;
  refunds: number;
}

/** Reasons that block a closure, as Portuguese texts that say what to do (§4.17); empty when nothing does. */
export async function closureBlocks(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await sql<OpenItems>`
    with mine as (select id, state from orders where ${userId} in (buyer_id, seller_id))
    select u.role, u.state,
      (select count(*) from mine where state <> all(${finalOrderStates}::text[]))::int as orders,
      (select count(*) from refunds r join mine on mine.id = r.order_id
        where r.state not in ('completed', 'rejected', 'used'))::int as refunds
    from users u where u.id = ${userId}`.execute(db);
  const open = rows[0]!;
  return [...accountReasons(open), ...(await moneyReasons(db, userId))];
}

function accountReasons({ role, state, orders, refunds }: OpenItems): string[] {
  const reasons: string[] = [];
  if (isStaff(role)) reasons.push('Esta conta é da equipe. Um administrador precisa mudar seu papel antes.');
  if (state === 'suspended') reasons.push('Esta conta está suspensa. Fale com o atendimento.');
  if (orders > 0)
    reasons.push(
      orders === 1
        ? 'Você tem 1 pedido em andamento. Espere que ele termine.'
        : `Você tem ${orders} pedidos em andamento. Espere que eles terminem.`,
    );
  if (refunds > 0) reasons.push('Há um reembolso a caminho. Espere que ele chegue.');
  return reasons;
}

async function moneyReasons(db: Queryable, userId: number): Promise<string[]> {
  const { pendingReleaseCents, withdrawalInTransitCents, ...free } = await balances(db, userId);
  const withdrawableCents = free.availableCents + free.purchaseCreditCents;
  const reasons: string[] = [];
  if (withdrawableCents > 0)
    reasons.push(`Você tem ${formatCents(withdrawableCents)} de saldo. Saque o valor antes.`);
  else if (free.chargebackDebtCents > 0)
    reasons.push(
      `Você deve ${formatCents(free.chargebackDebtCents)} de um reembolso que seu banco pagou de novo. Fale com o atendimento.`,
    );
  else if (await hasMoney(db, userId))
    reasons.push('Há um valor em conferência na sua conta. Fale com o atendimento.');
  if (pendingReleaseCents > 0)
    reasons.push(
      `${formatCents(pendingReleaseCents)} de vendas ainda vão entrar no seu saldo. Espere a liberação.`,
    );
  if (withdrawalInTransitCents > 0)
    reasons.push(
      `Um saque de ${formatCents(withdrawalInTransitCents)} está a caminho. Espere que ele termine.`,
    );
  return reasons;
}
