import type { Order } from '#contract/orders/orders.ts';
import type { OrderShipment } from '#contract/shipping/shipments.ts';
import { buyLabel } from '#contract/shipping/shipments.ts';
import { Printer } from '#web/ui/icons/icons.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { useLabelPdf } from './use-label-pdf.ts';

/** The seller's label (S14): bought once, then printed as often as needed. */
export function LabelActions({ order, shipment }: { order: Order; shipment: OrderShipment }) {
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      {shipment.labelReady ? (
        <PrintLabel order={order} />
      ) : (
        <MakeLabel order={order} labelCents={shipment.labelCents ?? 0} />
      )}
    </div>
  );
}

function MakeLabel({ order, labelCents }: { order: Order; labelCents: number }) {
  const { send, pending, refusal } = useOrderAction(order.hash);
  return (
    <>
      <p className="text-sm text-ink-2">
        {`A etiqueta custa ${formatCents(labelCents)}, descontados desta venda quando o pacote for postado.`}
      </p>
      <ProblemBanner problem={refusal} />
      <Button loading={pending} onClick={() => void send(buyLabel)}>
        Gerar etiqueta
      </Button>
    </>
  );
}

function PrintLabel({ order }: { order: Order }) {
  const { save, pending, problem } = useLabelPdf();
  return (
    <>
      <p className="text-sm text-ink-2">
        Imprima em 10 × 15 cm, cole no lado maior do pacote e poste numa agência da transportadora.
      </p>
      <ProblemBanner problem={problem} />
      <Button
        loading={pending}
        icon={<Printer aria-hidden="true" />}
        onClick={() => void save([order.hash], `etiqueta-${order.code}`)}
      >
        Imprimir etiqueta
      </Button>
    </>
  );
}
