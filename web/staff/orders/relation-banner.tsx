import { doubtLabels } from '#domain/accounts/reputation.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Banner } from '#web/ui/page/banner.tsx';

/** Signs that the two sides of a sale are related. */
export function RelationBanner({ relation }: Pick<Reply<typeof getStaffOrder>, 'relation'>) {
  if (!relation) return null;
  const reasons = relation.reasons.map((reason) => doubtLabels[reason]).join(', ');
  return (
    <Banner>
      {relation.excluded
        ? `Esta venda não conta para a reputação: ${reasons}.`
        : `Comprador e vendedor têm algo em comum: ${reasons}. A venda conta.`}
    </Banner>
  );
}
