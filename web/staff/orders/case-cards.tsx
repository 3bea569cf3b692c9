import { RiskCard } from '#web/risk/risk-card.tsx';
import { AnalysisCard } from './analysis-card.tsx';
import { BlockCard } from './block-card.tsx';
import { ForceCard } from './force-card.tsx';
import type { StaffOrder } from './force-card.tsx';
import { RelationBanner } from './relation-banner.tsx';

/** What staff look at and do where something about an order is suspicious. */
export function CaseCards({ order }: { order: StaffOrder }) {
  return (
    <>
      <RelationBanner relation={order.relation} />
      <RiskCard order={order} />
      <AnalysisCard order={order} />
      <BlockCard order={order} />
      <ForceCard order={order} />
    </>
  );
}
