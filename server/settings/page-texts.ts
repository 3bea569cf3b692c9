import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Params, Query, Reply } from '#contract/endpoint.ts';
import type { getPageText } from '#contract/settings/page-texts.ts';
import { sellerLevelNames, sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { durationText } from '#domain/text/durations.ts';
import { fail } from '#domain/errors.ts';
import type { AgeRules } from '#domain/accounts/ages/rules.ts';
import type { Cents } from '#domain/money.ts';
import { plans as planSlugs } from '#domain/listings/listings.ts';
import { fillPlaceholders, isAnnounced, pageSlugs } from '#domain/settings/page-texts.ts';
import type { PageSlug, Placeholder } from '#domain/settings/page-texts.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import type { CompanyRules } from '#domain/settings/company.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { formatCents } from '#server/formats.ts';
import { partsOf, sectionTexts } from './page-text-parts.ts';
import { currentRules, rulesOf } from './queries.ts';

/** Stores the default texts in a new installation. Safe when two processes start in parallel. */
export async function ensurePageTexts(db: Queryable): Promise<void> {
  const texts = pageSlugs.map((slug) => ({
    slug,
    markdown: readFileSync(join(import.meta.dirname, 'texts', `${slug}.md`), 'utf8'),
  }));
  await sql`insert into page_texts (slug, version, markdown, starts_at)
    select t.slug, 1, t.markdown, '2026-01-01T12:00:00Z'
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t (slug text, markdown text)
    on conflict do nothing`.execute(db);
}

interface Version {
  version: number;
  markdown: string;
  starts_at: Date;
  started: boolean;
}

/**
 * A text for its page: the current version, or a requested one. Its numbers are those of the current rules; for an old
 * version those of its last day, or of requested rules, such as an order's (N08).
 */
export async function pageText(
  ctx: Ctx,
  { slug, version, rules: rulesId }: Params<typeof getPageText> & Query<typeof getPageText>,
): Promise<Reply<typeof getPageText>> {
  const all = await versionsOf(ctx.db, slug);
  const started = all.filter((one) => one.started);
  const shown = version === undefined ? started.at(-1) : all.find((one) => one.version === version);
  if (!shown) fail('not_found', { detail: 'Este texto ainda não foi publicado.' });
  const follower = started.find((one) => one.version > shown.version);
  const { rules, since } = await numbersFor(ctx, { rulesId, follower });
  const { sections, ...parts } = partsOf(fillPlaceholders(shown.markdown, engineValues(rules)));
  const upToShown = all.filter((one) => one.version <= shown.version);
  const next = all.findLast((one) => !one.started);
  return {
    slug,
    ...parts,
    version: shown.version,
    updatedAt: shown.starts_at.toISOString(),
    next: next ? { version: next.version, startsAt: next.starts_at.toISOString() } : null,
    numbersSince: since?.toISOString() ?? null,
    sections: sections.map((section) => ({ ...section, changedAt: changedAt(upToShown, section.id) })),
    versions: started.map((one) => ({ version: one.version, at: one.starts_at.toISOString() })).toReversed(),
  };
}

/** Oldest first. Versions that start in the future are included only where they are announced. */
async function versionsOf(db: Queryable, slug: PageSlug): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select version, markdown, starts_at, starts_at <= market_now() as started from page_texts
    where slug = ${slug} and (starts_at <= market_now() or ${isAnnounced(slug)}) order by version`.execute(
    db,
  );
  return rows;
}

/** The rules whose numbers a text shows, and when they started; null for the current ones. */
async function numbersFor(
  ctx: Ctx,
  { rulesId, follower }: { rulesId: number | undefined; follower: Version | undefined },
): Promise<{ rules: Rules; since: Date | null }> {
  if (rulesId === undefined && !follower) return { rules: (await currentRules(ctx.db)).rules, since: null };
  const which = rulesId === undefined ? sql`starts_at < ${follower!.starts_at}` : sql`id = ${rulesId}`;
  const { rows } = await sql<{ id: number; starts_at: Date }>`
    select id, starts_at from rule_versions where ${which} and starts_at <= market_now()
    order by starts_at desc, id desc limit 1`.execute(ctx.db);
  const { id, starts_at: since } = rows[0] ?? fail('not_found', { detail: 'Estas regras nunca valeram.' });
  return { rules: await rulesOf(ctx.db, id), since };
}

/** The start of the version that last changed a section; null when it was never changed. */
function changedAt(versions: readonly Version[], sectionId: string): string | null {
  const texts = versions.map(({ markdown }) => sectionTexts(markdown).get(sectionId));
  const since = texts.findLastIndex((text, index) => index > 0 && text !== texts[index - 1]);
  return since < 1 ? null : versions[since]!.starts_at.toISOString();
}

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 });

/** The values of the rules in words (N08), so that a page cannot promise what the system does not do. */
export function engineValues({
  brand,
  company,
  plans,
  timers,
  withdrawal,
  payments,
  card,
  refunds,
  listings,
  codes,
  security,
  privacy,
  verification,
  complaints,
  receipts,
  ages,
  appeals,
  documents,
  ...others
}: Rules): Record<Placeholder, string> {
  const planWords = planSlugs.map(
    (plan) =>
      `${plan[0]!.toUpperCase()}${plan.slice(1)} ${percent.format(plans[plan].commissionBps / 10_000)}`,
  );
  return {
    marca: brand.name,
    'prazo.pix': durationText(timers.pixExpiryMs),
    'prazo.comprovante': durationText(receipts.expiryMs),
    'prazo.complemento': durationText(payments.complementMs),
    'prazo.cartao': durationText(payments.cardExpiryMs),
    'prazo.boleto': businessDays(payments.boletoBusinessDays),
    'prazo.compensacao': businessDays(payments.boletoClearingDays),
    'cartao.parcelas': `${card.maxInstallments}×`,
    'cartao.juros': `${percent.format(card.monthlyInterestBps / 10_000)} ao mês`,
    'prazo.confirmacao': durationText(timers.confirmMs),
    'prazo.codigos': durationText(timers.codeConfirmLimitMs),
    'prazo.conta': durationText(timers.securingMs),
    'prazo.inicio': durationText(timers.startLimitMs),
    'prazo.tolerancia': durationText(timers.lateGraceMs),
    'prazo.atrasado': durationText(timers.latePaymentMs),
    'prazo.cancelamento': durationText(refunds.cancellationAnswerMs),
    'prazo.resposta': durationText(complaints.answerMs),
    'prazo.mediacao': durationText(complaints.mediateAfterMs),
    'prazo.decisao': businessDays(complaints.decisionLimitDays),
    'prazo.recurso': durationText(complaints.appealMs),
    'prazo.liberacao': durationText(timers.holdMs),
    'prazo.arrependimento': durationText(refunds.regretMs),
    'prazo.revisao': durationText(listings.reviewTargetMs),
    'prazo.senha': durationText(codes.passwordResetMs),
    'prazo.exclusao': durationText(security.closureWaitMs),
    'prazo.registros': `${privacy.accessMonths} meses`,
    'prazo.provas': `${privacy.evidenceYears} anos`,
    'prazo.fundo': durationText(complaints.fundAfterMs),
    'prazo.contestar': durationText(appeals.windowMs),
    'prazo.decidir': durationText(appeals.decideMs),
    'prazo.bloqueio': durationText(payments.blockMs),
    'prazo.documento': `${documents.filesDays} dias`,
    'idade.minima': `${verification.minAge} anos`,
    ...ageWords(ages, verification.minAge),
    ...sellerWords(others),
    'tarifas.planos': list.format(planWords),
    'tarifas.minima': formatCents(plans.prata.minCommissionCents),
    'tarifas.maxima': formatCents(plans.prata.maxCommissionCents),
    'saque.minimo': formatCents(withdrawal.minCents),
    'saque.tarifa': formatCents(withdrawal.feeCents),
    'saque.gratis': freeText(withdrawal.freePerMonth),
    ...companyWords(company),
  };
}

const upTo = (order: Cents, month: Cents) =>
  `${formatCents(order)} por pedido e ${formatCents(month)} por mês`;

/** What ages allow (F58), in sentences; without the rules a text promises no check. */
function ageWords(ages: AgeRules, minAge: number) {
  if (!ages.enforced) return { 'idade.compras': 'Este site não confere idades.', 'idade.venda': '' };
  return {
    'idade.compras': [
      `Enquanto a idade não está confirmada, cada pessoa compra até ${upTo(ages.unprovenPerOrderCents, ages.unprovenPerMonthCents)}.`,
      `Quem tem menos de 18 anos compra até ${upTo(ages.minorPerOrderCents, ages.minorPerMonthCents)}, ou até ${formatCents(ages.guardedPerMonthCents)} por mês com a autorização de um responsável, e antes dos 12 anos não compra.`,
      'Contas e conteúdo sorteado são só para quem confirmou ter 18 anos.',
    ].join(' '),
    'idade.venda': `Confirme também, com um documento com foto, que você tem ${minAge} anos ou mais.`,
  };
}

const list = new Intl.ListFormat('pt-BR');

/** What the levels of sellers give (§4.3), in words. */
function sellerWords({ sellerLevels: rules, vacations }: Pick<Rules, 'sellerLevels' | 'vacations'>) {
  const earned = sellerLevels.filter((level) => level !== 'new');
  return {
    'ferias.limite': `${vacations.maxDays} dias em ${vacations.windowDays}`,
    'niveis.liberacao': list.format(
      earned.map(
        (level) =>
          `${rules[level].holdDays} ${rules[level].holdDays === 1 ? 'dia' : 'dias'} no ${sellerLevelNames[level]}`,
      ),
    ),
    'niveis.desconto': list.format(
      earned.map(
        (level) => `${percent.format(rules[level].rebateBps / 10_000)} no ${sellerLevelNames[level]}`,
      ),
    ),
  };
}

/** A text never names the example company. */
function companyWords(company: CompanyRules) {
  const { name, document, address, email } = isEnteredCompany(company) ? company : unknownCompany;
  return {
    'empresa.nome': name,
    'empresa.documento': document,
    'empresa.endereco': address,
    'empresa.email': email,
  };
}

const unknownCompany: CompanyRules = {
  name: 'a empresa que opera este site (ainda não informada)',
  document: '(ainda não informado)',
  address: '(ainda não informado)',
  email: '(ainda não informado)',
};

const businessDays = (days: number) => `${days} ${days === 1 ? 'dia útil' : 'dias úteis'}`;

/** The number of free withdrawals in a month, for the beginning of a sentence. */
function freeText(count: number): string {
  if (count === 0) return 'Nenhum saque é grátis';
  return count === 1
    ? 'O primeiro saque de cada mês é grátis'
    : `Os ${count} primeiros saques de cada mês são grátis`;
}
