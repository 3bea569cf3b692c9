import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { approveForcedMove, dropForcedMove } from '#contract/refunds/refunds.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { useEndpointAction } from '#web/orders/use-order-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ForceDialog } from './force-dialog.tsx';
import { forcedStateTexts } from './order-labels.ts';

export type StaffOrder = Reply<typeof getStaffOrder>;
type PendingMove = NonNullable<StaffOrder['force']['waiting']>;

/** Lets an admin force an order's state, or confirm one that needs a second person (P27). */
export function ForceCard({ order }: { order: StaffOrder }) {
  const { moves, because, waiting, aloneCents, sumReason } = order.force;
  const [asking, setAsking] = useState(false);
  const reason =
    because ??
    (moves.length === 0
      ? 'Um pedido encerrado não muda mais.'
      : waiting
        ? 'Decida primeiro o que já foi pedido.'
        : undefined);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-h3">Mudar a situação do pedido</h2>
      <p className="text-sm text-ink-2">
        Fora do fluxo normal, com motivo e registro.
        {order.totalCents > aloneCents &&
          ` Acima de ${formatCents(aloneCents)}, outra pessoa precisa aprovar.`}
      </p>
      {sumReason && <p className="text-sm text-ink-2">{sumReason}</p>}
      {waiting && <PendingForce order={order} waiting={waiting} because={because} />}
      <Button variant="secondary" disabledReason={reason} onClick={() => setAsking(true)}>
        Mudar situação
      </Button>
      {asking && <ForceDialog order={order} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function PendingForce({
  order,
  waiting,
  because,
}: {
  order: StaffOrder;
  waiting: PendingMove;
  because: string | null;
}) {
  const { revalidate } = useRevalidator();
  const { send, pending, refusal } = useEndpointAction();
  const withProof = useStepUp();
  const { title } = forcedStateTexts[waiting.event];
  const params = { id: String(waiting.id) as unknown as number };

  async function decide(endpoint: typeof approveForcedMove | typeof dropForcedMove): Promise<void> {
    if (!(await send(endpoint, params, undefined, withProof))) return;
    if (endpoint === approveForcedMove)
      aviso.sucesso('Situação do pedido mudada', `${title}, com duas pessoas.`);
    else aviso.sucesso('Mudança retirada', 'O pedido continua como está.');
    await revalidate();
  }

  const notMine =
    because ??
    (waiting.mine ? 'Você pediu. Outra pessoa precisa aprovar.' : undefined) ??
    (waiting.possible ? undefined : 'O pedido mudou e esta alteração não é mais possível.');
  return (
    <Banner tone="warning" title={`${title}: falta a segunda pessoa`}>
      <p>
        @{waiting.by} pediu em {formatDateTime(waiting.at)}: «{waiting.reason}»
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <AlertDialog
          trigger={<Button disabledReason={notMine}>Aprovar mudança</Button>}
          title={`${title} no pedido ${order.code}?`}
          description={forcedStateTexts[waiting.event].effect(formatCents(order.totalCents))}
          cancelLabel="Manter pedido"
          confirmLabel={title}
          loading={pending}
          onConfirm={() => void decide(approveForcedMove)}
        >
          <ProblemBanner problem={refusal} />
        </AlertDialog>
        <Button
          variant="quiet"
          disabledReason={because ?? undefined}
          loading={pending}
          onClick={() => void decide(dropForcedMove)}
        >
          Retirar mudança
        </Button>
      </div>
      <ProblemBanner problem={refusal} />
    </Banner>
  );
}
