import { Printer } from '#web/ui/icons/icons.tsx';
import { interleavedBars, maskedLine } from '#domain/payments/boletos.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCents, formatDate, formatDateTime } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Payment } from './payment-texts.ts';

interface BoletoPaymentProps {
  payment: Payment;
  clearsBy: string | null;
  /** True once the due date has passed and only the bank's confirmation may still arrive. */
  pastDue: boolean;
}

/** A pending boleto: digits to copy, bar code, printable document and due date. */
export function BoletoPayment({ payment, clearsBy, pastDue }: BoletoPaymentProps) {
  const { boleto, amountCents, expiresAt } = payment;
  if (pastDue)
    return (
      <Banner tone="warning" title={`O boleto venceu em ${formatDate(expiresAt)}`}>
        Já pagou? O banco ainda pode avisar
        {clearsBy && ` até ${formatDateTime(clearsBy)}, e o item fica reservado até lá`}. Não pagou? Escolha
        outra forma abaixo.
      </Banner>
    );
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-wrap justify-between gap-4">
        <div>
          <dt className="text-sm text-ink-2">Valor do boleto</dt>
          <dd className="text-price-xl">{formatCents(amountCents)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-ink-2">Vence em</dt>
          <dd className="text-h3">{formatDate(expiresAt)}</dd>
        </div>
      </dl>
      {boleto ? (
        <>
          <p className="rounded-md bg-surface-2 px-3 py-2.5 font-mono text-sm break-words text-ink-2">
            {maskedLine(boleto.line)}
          </p>
          <CopyButton
            text={boleto.line}
            label="Copiar código do boleto"
            copiedLabel="Código copiado"
            variant="primary"
            full
          />
          <Bars digits={boleto.barcode} />
          <Button asChild variant="secondary" full>
            <a href={boleto.url}>
              <Printer aria-hidden="true" /> Abrir boleto para imprimir
            </a>
          </Button>
        </>
      ) : (
        <>
          <Skeleton className="h-11 rounded-md" />
          <Skeleton className="h-control rounded-md" />
          <Skeleton className="h-20 rounded-md" />
          <p className="text-sm text-ink-2">Gerando o boleto…</p>
        </>
      )}
      <p className="text-sm text-ink-2">
        O banco avisa em dia útil, depois do pagamento.
        {clearsBy && ` O item fica reservado até ${formatDateTime(clearsBy)}.`}
      </p>
    </div>
  );
}

/** «Interleaved 2 of 5» bars, on white in both themes because readers need the contrast. */
function Bars({ digits }: { digits: string }) {
  const widths = interleavedBars(digits);
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  const totalWidth = starts.at(-1)! + widths.at(-1)!;
  return (
    <div className="rounded-md bg-photo-ink p-3 text-qr-ink">
      <svg
        viewBox={`0 0 ${totalWidth} 50`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Código de barras do boleto"
        className="block h-16 w-full"
        shapeRendering="crispEdges"
        fill="currentColor"
      >
        {widths.map(
          (width, at) => at % 2 === 0 && <rect key={starts[at]} x={starts[at]} width={width} height="50" />,
        )}
      </svg>
    </div>
  );
}
