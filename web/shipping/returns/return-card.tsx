import type { Order } from '#contract/orders/orders.ts';
import type { OrderReturn } from '#contract/shipping/returns.ts';
import { returnEventNames, returnStateName } from '#domain/shipping/returns/returns.ts';
import type { ReturnState } from '#domain/shipping/returns/returns.ts';
import { DeliveryProof } from '#web/orders/delivery/delivery-proof.tsx';
import { Quote } from '#web/refunds/quote.tsx';
import { AddressBlock } from '#web/shipping/address-block.tsx';
import { TrackingList } from '#web/shipping/tracking/tracking-list.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import type { Tone } from '#web/ui/data/status-badge.tsx';
import { BuyerReturnActions } from './buyer-return-actions.tsx';
import { SellerReturnActions } from './seller-return-actions.tsx';

const tones: Record<ReturnState, Tone> = {
  to_post: 'warning',
  posted: 'info',
  checking: 'warning',
  contested: 'danger',
  completed: 'success',
  lapsed: 'neutral',
  cancelled: 'neutral',
};

interface Props {
  order: Order;
  back: OrderReturn;
}

/** S11: what comes back to its seller: what to do, until when, where it is, and what was decided. */
export function ReturnCard({ order, back }: Props) {
  const isBuyer = order.viewerIs === 'buyer';
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-h2">Devolução</h2>
        <StatusBadge tone={tones[back.state]}>{returnStateName(back.state, back.parcelState)}</StatusBadge>
      </div>
      {back.nextStep && <p className="text-body text-ink">{back.nextStep}</p>}
      <Deadline back={back} />
      {isBuyer && <PostageNote back={back} />}
      {back.to && <AddressBlock title="Envie para" address={back.to} withPhone />}
      {isBuyer ? (
        <BuyerReturnActions order={order} back={back} />
      ) : (
        <SellerReturnActions order={order} back={back} />
      )}
      {back.trackingCode && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
          <span className="text-ink-2">Código de rastreio</span>
          <span className="font-mono font-semibold wrap-anywhere">{back.trackingCode}</span>
          <CopyButton text={back.trackingCode} label="Copiar código de rastreio" />
        </p>
      )}
      {back.contest && (
        <>
          <Quote
            caption={isBuyer ? `O que @${order.seller} diz do que voltou` : 'O que você disse do que voltou'}
            text={back.contest.words}
          />
          <DeliveryProof hash={order.hash} files={back.files} title="Fotos do que voltou" />
        </>
      )}
      {back.decisionNote && <Quote caption="Motivo da decisão da equipe" text={back.decisionNote} />}
      {back.events.length > 0 && (
        <TrackingList title="Rastreio da devolução" names={returnEventNames} events={back.events} />
      )}
    </Card>
  );
}

/** The date that the sentence above speaks of. */
function Deadline({ back: { state, postBy, dueAt, dueEvent, way } }: { back: OrderReturn }) {
  if (state === 'to_post')
    return (
      <p className="text-body text-ink-2">
        {way === 'hand' ? 'Devolver até ' : 'Postar até '}
        <strong className="font-semibold text-ink">{formatDateTime(postBy)}</strong>
      </p>
    );
  if (dueAt === null) return null;
  return (
    <p className="text-body text-ink-2">
      {dueEvent === 'lose' && 'Sem notícia, conta como extraviada em '}
      {dueEvent === 'arrive' && 'Deve chegar até '}
      {dueEvent === 'accept_by_time' && 'Conferir até '}
      {dueEvent === 'pay_by_fund' && 'Sem decisão, o fundo de garantia paga em '}
      <strong className="font-semibold text-ink">{formatDateTime(dueAt)}</strong>
    </p>
  );
}

/** S06: the way back costs the buyer nothing in the end. */
function PostageNote({ back: { postageCents, state, way } }: { back: OrderReturn }) {
  if (way !== 'own' || postageCents === 0 || (state !== 'to_post' && state !== 'posted')) return null;
  return (
    <p className="text-sm text-ink-2">
      {`Você paga a postagem no balcão, e ${formatCents(postageCents)} por ela entram no seu saldo com o reembolso.`}
    </p>
  );
}
