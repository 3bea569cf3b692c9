import type { getPublicSettings } from '#contract/listings/catalogue.ts';
import type { Reply } from '#contract/endpoint.ts';
import { logoAddress } from '#domain/settings/brand.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import { providerOf } from '#domain/settings/credentials.ts';
import { plans } from '#domain/listings/listings.ts';
import { releaseDelayMs } from '#domain/orders/timers.ts';
import { offeredMethods } from '#domain/payments/methods.ts';
import { isProviderMethod } from '#domain/payments/payments.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { categoryTree } from './queries.ts';

/** The current values of the rules, for the pages that show them (N08). */
export async function publicSettings(ctx: Ctx): Promise<Reply<typeof getPublicSettings>> {
  const { rules } = await currentRules(ctx.db);
  const { pixExpiryMs, confirmMs, holdMs } = rules.timers;
  const leaves = (await categoryTree(ctx)).all.filter(({ children }) => children.length === 0);
  return {
    plans: plans.map((slug) => ({ slug, ...rules.plans[slug] })),
    methods: offeredMethods(rules, ctx.payments.methods),
    institution: providerOf('payments', ctx.payments.name)?.label ?? 'banco simulado da demonstração',
    documentMethods: offeredMethods(rules, ctx.payments.methods).filter(
      (method) => isProviderMethod(method) && ctx.payments.asksOfPayer(method) === 'document',
    ),
    pixExpiryMs,
    cardExpiryMs: rules.payments.cardExpiryMs,
    boletoBusinessDays: rules.payments.boletoBusinessDays,
    boletoClearingDays: rules.payments.boletoClearingDays,
    card: { fieldsPath: cardFieldsPath(ctx), ...rules.card },
    confirmMs,
    holdMs,
    longestHoldMs: Math.max(holdMs, ...leaves.map(({ holdDays }) => releaseDelayMs(holdDays, rules.timers))),
    regretMs: rules.refunds.regretMs,
    regretDecisionMs: rules.refunds.regretDecisionMs,
    returns: { days: rules.shipping.clocks.returnDays, checkMs: rules.shipping.clocks.returnCheckMs },
    receipts: { expiryMs: rules.receipts.expiryMs, answerMs: rules.receipts.answerMs },
    priceCents: rules.listings.priceCents,
    withdrawal: { minCents: rules.withdrawal.minCents, feeCents: rules.withdrawal.feeCents },
    reviewTargetMs: rules.listings.reviewTargetMs,
    company: isEnteredCompany(rules.company) ? rules.company : null,
    brand: { ...rules.brand, logo: logoAddress(rules.brand) },
    demo: ctx.config.simulators,
    openToListings: leaves.length > 0,
  };
}

/** A path of the site, or an absolute URL when the card fields have their own origin. */
function cardFieldsPath({ payments, config }: Ctx): string | null {
  return payments.cardFields && `${config.cardFieldsUrl ?? ''}${payments.cardFields.path}`;
}
