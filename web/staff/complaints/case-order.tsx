import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { ConversationCard } from '../orders/conversation-card.tsx';
import { DeliveryCard } from '../orders/delivery-card.tsx';

/** What was delivered and said on the order of a case, as its two sides see it. */
export function CaseOrder({ found: { id, takenBy, order, buyer, seller } }: { found: StaffComplaint }) {
  return (
    <>
      <DeliveryCard order={order} delivery={order.delivery} buyer={buyer} seller={seller} />
      {/* Taking the case allows the reading, so a refused one is offered again. */}
      <ConversationCard key={`${id} ${takenBy}`} hash={order.hash} messages={order.delivery.messages} />
    </>
  );
}
