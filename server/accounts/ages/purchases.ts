import { sql } from 'kysely';
import { ageLimitFault, ageLimits, buyerAge } from '#domain/accounts/ages/buyers.ts';
import type { AgeLimits, BuyerAge } from '#domain/accounts/ages/buyers.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { formatCents } from '#server/formats.ts';

type AgeAndLevels = Pick<Rules, 'ages' | 'verification'>;

interface Facts {
  age: BuyerAge;
  /** The account is from before these rules, and its time to prove an age still runs. */
  grace: boolean;
  allowedCents: number | null;
}

async function factsOf(db: Queryable, accountId: number): Promise<Facts> {
  const { rows } = await sql<{ years: number | null; grace: boolean; allowedCents: number | null }>`
    select proven_age(${accountId}) as years, has_age_grace(${accountId}) as grace,
      guardian_allowance(${accountId}) as "allowedCents"`.execute(db);
  const { years, ...rest } = rows[0]!;
  return { age: buyerAge(years), ...rest };
}

/** Whether age sets this account no limits: a proven adult, or one whose time to prove it still runs. */
const isFree = ({ age, grace }: Facts) => age === 'adult' || (age === 'unproven' && grace);

/** The limits that age sets an account, and what its person has bought this month; null without limits (F58). */
export async function ageLimitsOf(
  db: Queryable,
  accountId: number,
  { ages }: AgeAndLevels,
): Promise<(AgeLimits & { spentCents: number }) | null> {
  const facts = await factsOf(db, accountId);
  const limits = ages.enforced && !isFree(facts) ? ageLimits(facts.age, facts.allowedCents, ages) : null;
  return limits && { ...limits, spentCents: await spentThisMonth(db, accountId) };
}

async function spentThisMonth(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{ spent: number }>`select spent_this_month(${accountId}) as spent`.execute(db);
  return rows[0]!.spent;
}

interface Purchase {
  sellerId: number;
  listingId: number;
  totalCents: number;
}

/**
 * F58: refuses an order that the ages of its sides forbid. The buyer learns nothing of the seller's age.
 * @throws `listing_unavailable` · `adults_only` for an account or what chance decides · `limit_reached` with `meta
 *   {kind, limit, used, next}`
 */
export async function refuseByAge(
  tx: Tx,
  viewer: Viewer,
  { sellerId, listingId, totalCents }: Purchase,
  rules: AgeAndLevels,
): Promise<void> {
  if (!rules.ages.enforced) return;
  if (!(await mayOfferByAge(tx, sellerId, rules)))
    fail('listing_unavailable', { detail: 'Quem vende não está vendendo agora. Veja anúncios parecidos.' });
  const facts = await factsOf(tx, viewer.id);
  if (isFree(facts)) return;
  const { rows } = await sql<{ forAdults: boolean }>`
    select is_for_adults(category_path) as "forAdults" from listings where id = ${listingId}`.execute(tx);
  if (rows[0]!.forAdults) fail('adults_only', { detail: adultThings[facts.age], meta: metaOf(facts.age) });
  await sql`select lock_spending(${viewer.id})`.execute(tx);
  const limits = ageLimits(facts.age, facts.allowedCents, rules.ages);
  const spentCents = await spentThisMonth(tx, viewer.id);
  const fault = ageLimitFault(limits, { spentCents, moreCents: totalCents });
  if (fault === null) return;
  if (facts.age === 'child') fail('adults_only', { detail: children });
  const limit = fault === 'order' ? limits!.perOrderCents : limits!.perMonthCents;
  fail('limit_reached', {
    detail: limitText(facts, fault, limit),
    meta: { kind: `age_${fault}`, limit, used: spentCents, next: null, ...metaOf(facts.age) },
  });
}

const children = 'Esta conta não compra. Quem tem menos de 12 anos compra na conta de um responsável.';

const adultThings: Record<BuyerAge, string> = {
  adult: '',
  unproven: 'Contas e itens de conteúdo aleatório são só para quem confirmou ter 18 anos ou mais.',
  minor: 'Contas e itens de conteúdo aleatório são só para maiores de 18 anos.',
  child: children,
};

/** Where the person's page says what to do. */
const metaOf = (age: BuyerAge) => ({ needs: age === 'unproven' ? 'birth' : 'guardian' });

function limitText({ age, allowedCents }: Facts, fault: 'order' | 'month', limit: number): string {
  const most = `${formatCents(limit)} ${fault === 'order' ? 'por compra' : 'por mês'}`;
  if (age === 'unproven')
    return `Sem idade confirmada, você compra até ${most}. Confirme a sua data de nascimento para comprar mais.`;
  return allowedCents === null
    ? `Você compra até ${most}. Com a autorização de um responsável, pode comprar mais.`
    : `Seu responsável autorizou até ${most}. Peça a ele para aumentar, ou espere o próximo mês.`;
}

/** P07, F58: whether an order that ended without payment may come back: its buyer's limits may be used up meanwhile. */
export async function stillFitsAge(
  tx: Tx,
  order: { buyerId: number; totalCents: number },
  rules: AgeAndLevels,
): Promise<boolean> {
  if (!rules.ages.enforced) return true;
  await sql`select lock_spending(${order.buyerId})`.execute(tx);
  const limits = await ageLimitsOf(tx, order.buyerId, rules);
  return (
    limits === null ||
    ageLimitFault(limits, { spentCents: limits.spentCents, moreCents: order.totalCents }) === null
  );
}

/** Whether a person is old enough to sell, by a proof or by the time that accounts of before have for it (F58). */
export async function mayOfferByAge(
  db: Queryable,
  sellerId: number,
  { ages, verification }: AgeAndLevels,
): Promise<boolean> {
  if (!ages.enforced) return true;
  const { rows } = await sql<{ years: number | null; grace: boolean }>`
    select proven_age(${sellerId}) as years, has_age_grace(${sellerId}) as grace`.execute(db);
  const { years, grace } = rows[0]!;
  return years === null ? grace : years >= verification.minAge;
}

/**
 * L02, F58: a seller's birth is proven before anything is offered.
 * @throws `verification_required` with `meta {needs: 'birth'}` · `adults_only` for a proven minor
 */
export async function refuseYoungSeller(tx: Tx, viewer: Viewer, rules: AgeAndLevels): Promise<void> {
  if (await mayOfferByAge(tx, viewer.id, rules)) return;
  const { age } = await factsOf(tx, viewer.id);
  if (age === 'unproven')
    fail('verification_required', {
      detail: 'Confirme a sua data de nascimento com um documento para anunciar. O rascunho fica guardado.',
      meta: { needs: 'birth' },
    });
  fail('adults_only', { detail: `Só quem tem ${rules.verification.minAge} anos ou mais vende aqui.` });
}

/**
 * F58: people who are not of age by a proof write to no strangers: no public questions, only messages of an own order and
 * of support.
 * @throws `adults_only`
 */
export async function refuseYoungAsker(tx: Tx, viewer: Viewer, rules: AgeAndLevels): Promise<void> {
  if (!rules.ages.enforced) return;
  const facts = await factsOf(tx, viewer.id);
  if (isFree(facts)) return;
  fail('adults_only', {
    detail:
      'Perguntas são para quem confirmou ter 18 anos ou mais. Depois de comprar, escreva pelo pedido; o atendimento também responde.',
    meta: metaOf(facts.age),
  });
}
