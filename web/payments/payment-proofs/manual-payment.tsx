import { FileCheck2, Upload } from '#web/ui/icons/icons.tsx';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Countdown } from '#web/ui/data/countdown.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCents, formatCount, formatDateTime, formatPlainCents } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { proofModal } from './proof-modal.ts';
import { proofStateLabels, proofRefusalTexts } from './proof-texts.ts';

type Manual = NonNullable<NonNullable<Deal['payment']>['manual']>;
type SentProof = Manual['receipts'][number];

interface ManualPaymentProps {
  order: Order;
  deal: Deal;
  manual: Manual;
  expiresAt: string;
  /** The server's clock minus the browser's, in milliseconds. */
  clockOffsetMs: number;
}

/** Manual payment: the account, the exact amount, and the state of the payment proofs (§4.7). */
export function ManualPayment({ order, deal, manual, expiresAt, clockOffsetMs }: ManualPaymentProps) {
  const { revalidate } = useRevalidator();
  const last = manual.receipts.at(-1);
  const inReview = order.state === 'payment_in_review';
  return (
    <section
      aria-labelledby="pagamento-manual"
      className="flex flex-col gap-5 rounded-lg border border-border bg-surface p-4 md:p-6"
    >
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 id="pagamento-manual" className="text-sm text-ink-2">
            {inReview ? 'Comprovante em análise' : 'Valor exato da transferência'}
          </h2>
          <p className="text-price-xl">{formatCents(deal.totalCents)}</p>
        </div>
        {!inReview && (
          <p className="text-right text-sm text-ink-2">
            Vence em{' '}
            <span className="block text-h3">
              <Countdown
                deadline={expiresAt}
                offsetMs={clockOffsetMs}
                initialMs={Date.parse(expiresAt) - Date.parse(order.now)}
                onEnd={() => void revalidate()}
              />
            </span>
          </p>
        )}
      </header>
      {inReview ? (
        <InReview answerBy={manual.answerBy} />
      ) : (
        <>
          {last?.state === 'rejected' && <Refused last={last} attemptsLeft={manual.sendingsLeft} />}
          <Account account={manual.account} amountCents={deal.totalCents} code={order.code} />
          <Button
            size="lg"
            icon={<Upload aria-hidden="true" />}
            onClick={() => proofModal.open(deal.id)}
            className="self-start max-sm:w-full"
          >
            {last ? 'Enviar outro comprovante' : 'Enviar comprovante'}
          </Button>
        </>
      )}
      {manual.receipts.length > 0 && <SentProofs receipts={manual.receipts} />}
    </section>
  );
}

function InReview({ answerBy }: { answerBy: string | null }) {
  return (
    <div className="flex items-start gap-3 text-body">
      <FileCheck2 aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-brand" />
      <p>
        Recebemos seu comprovante e vamos procurar o pagamento no extrato.
        {answerBy && <> A resposta costuma sair até {formatDateTime(answerBy)}.</>} O item continua reservado
        para você.
      </p>
    </div>
  );
}

function Refused({ last, attemptsLeft }: { last: SentProof; attemptsLeft: number }) {
  return (
    <Banner tone="danger" title="O último comprovante foi recusado">
      {last.refusal && proofRefusalTexts[last.refusal].buyer}
      {last.note && <> «{last.note}»</>} Você ainda pode enviar {formatCount(attemptsLeft, 'vez', 'vezes')}.
    </Banner>
  );
}

function Account({
  account,
  amountCents,
  code,
}: {
  account: Manual['account'];
  amountCents: number;
  code: string;
}) {
  const copied: [label: string, value: string, copy: string, text: string][] = [
    ['Chave Pix', account.pixKey, 'Copiar chave', account.pixKey],
    ['Valor', formatCents(amountCents), 'Copiar valor', formatPlainCents(amountCents)],
    ['Código para a descrição', code, 'Copiar código', code],
  ];
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm text-ink-2 marker:text-ink-3">
        <li>Faça um Pix ou uma transferência com o valor exato e escreva o código na descrição.</li>
        <li>Confira se o banco mostra {account.holder}</li>
        <li>Envie o comprovante. A equipe confere no extrato e libera o pedido.</li>
      </ol>
      <dl className="flex flex-col divide-y divide-border rounded-lg bg-surface-2 px-4">
        {copied.map(([label, value, copy, text]) => (
          <div key={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <dt className="w-full text-sm text-ink-2">{label}</dt>
            <dd className="min-w-0 text-ui font-semibold break-all tabular-nums">{value}</dd>
            <dd>
              <CopyButton text={text} label={copy} variant="quiet" size="sm" />
            </dd>
          </div>
        ))}
        <div className="py-2">
          <dt className="text-sm text-ink-2">Ou por transferência</dt>
          <dd className="text-ui tabular-nums">
            <DotSeparated of={[account.bank, `agência ${account.branch}`, `conta ${account.account}`]} />
            <span className="block text-sm text-ink-2">
              <DotSeparated of={[account.holder, `CNPJ ${account.document}`]} />
            </span>
          </dd>
        </div>
      </dl>
    </div>
  );
}

function SentProofs({ receipts }: { receipts: readonly SentProof[] }) {
  return (
    <div>
      <h3 className="text-h3">Comprovantes enviados</h3>
      <ul className="mt-2 flex flex-col divide-y divide-border">
        {receipts.map((receipt) => (
          <li key={receipt.sending} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <DotSeparated of={[`${receipt.sending}º envio`, formatDateTime(receipt.sentAt)]} />
              {receipt.refusal && (
                <span className="block text-ink-2">{proofRefusalTexts[receipt.refusal].label}</span>
              )}
            </span>
            <StatusBadge tone={proofStateLabels[receipt.state].tone} size="sm">
              {proofStateLabels[receipt.state].label}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  );
}
