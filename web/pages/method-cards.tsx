import { brandName } from '#web/ui/theme/brand.ts';
import { Barcode, CreditCard, HandCoins, QrCode, ShieldCheck, Wallet } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import type { listPaymentMethods } from '#contract/listings/catalogue.ts';
import type { Reply } from '#contract/endpoint.ts';
import { durationText } from '#domain/text/durations.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { clearingLabel } from '#web/payments/payment-texts.ts';
import { formatBps, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

type Methods = Reply<typeof listPaymentMethods>['items'];

/** A card for each enabled payment method with its current status; `methods` is null when the status is unknown. */
export function MethodCards({ methods }: { methods: Methods | null }) {
  const settings = useSettings();
  if (!settings) return null;
  const open: readonly { method: PaymentMethod; unstableSince?: string | null }[] =
    methods ?? settings.methods.map((method) => ({ method }));
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      {open.map(({ method, unstableSince }) => (
        <MethodCard key={method} {...described[method](settings)} unstableSince={unstableSince} />
      ))}
    </div>
  );
}

interface MethodDescription {
  id: string;
  title: string;
  icon: ReactNode;
  facts: readonly (readonly [string, string])[];
}

const described: Record<PaymentMethod, (settings: SiteSettings) => MethodDescription> = {
  pix: ({ pixExpiryMs, company }) => ({
    id: 'pix',
    title: 'Pix',
    icon: <QrCode aria-hidden="true" className="size-5.5" />,
    facts: [
      ['Confirmação', 'Em segundos'],
      ['Custo', 'Nenhum'],
      ['Quem recebe', receiverOf(company)],
      ['Prazo para pagar', durationText(pixExpiryMs)],
      ['Se precisar voltar', 'Para a conta de onde saiu'],
    ],
  }),
  card: ({ card }) => ({
    id: 'cartao',
    title: 'Cartão de crédito',
    icon: <CreditCard aria-hidden="true" className="size-5.5" />,
    facts: [
      ['Confirmação', 'Na hora, ou depois da análise do banco'],
      [
        'Custo',
        card.monthlyInterestBps === 0
          ? 'Nenhum, nem parcelado'
          : `À vista nenhum; parcelado, ${formatBps(card.monthlyInterestBps)} ao mês de juros do cartão`,
      ],
      ['Parcelas', `Até ${card.maxInstallments}×`],
      ['Se precisar voltar', 'O preço, para a fatura do cartão; os juros quem acerta é o banco dele'],
    ],
  }),
  boleto: ({ boletoClearingDays, boletoBusinessDays, company }) => ({
    id: 'boleto',
    title: 'Boleto',
    icon: <Barcode aria-hidden="true" className="size-5.5" />,
    facts: [
      ['Confirmação', clearingLabel(boletoClearingDays)],
      ['Custo', 'Nenhum'],
      ['Quem recebe', receiverOf(company)],
      ['Prazo para pagar', formatCount(boletoBusinessDays, 'dia útil', 'dias úteis')],
      ['Se precisar voltar', 'Para uma conta de quem pagou'],
    ],
  }),
  balance: () => ({
    id: 'saldo',
    title: 'Saldo',
    icon: <Wallet aria-hidden="true" className="size-5.5" />,
    facts: [
      ['Confirmação', 'Na hora'],
      ['Custo', 'Nenhum'],
      ['De onde vem', 'De vendas liberadas e de reembolsos'],
      ['Se precisar voltar', 'Para o saldo'],
    ],
  }),
  manual: ({ receipts, company }) => ({
    id: 'comprovante',
    title: 'Pix com comprovante',
    icon: <HandCoins aria-hidden="true" className="size-5.5" />,
    facts: [
      ['Confirmação', `A equipe confere em até ${durationText(receipts.answerMs)}`],
      ['Custo', 'Nenhum'],
      ['Quem recebe', receiverOf(company)],
      ['Prazo para enviar o comprovante', durationText(receipts.expiryMs)],
      ['Se precisar voltar', 'Para a conta de quem pagou'],
    ],
  }),
};

const receiverOf = (company: SiteSettings['company']) =>
  company ? `${company.name}, CNPJ ${company.document}` : brandName;

interface MethodCardProps extends MethodDescription {
  /** Undefined when unknown. */
  unstableSince: string | null | undefined;
}

function MethodCard({ id, title, icon, facts, unstableSince }: MethodCardProps) {
  return (
    <section aria-labelledby={`meio-${id}`} className="rounded-xl border border-border bg-surface p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex size-11 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft">
          {icon}
        </span>
        <h2 id={`meio-${id}`} className="text-h2">
          {title}
        </h2>
        {unstableSince === null && <StatusBadge tone="success">Disponível agora</StatusBadge>}
        {unstableSince && (
          <StatusBadge tone="warning">{`Instável desde ${formatDateTime(unstableSince)}`}</StatusBadge>
        )}
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-1">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-3">{term}</dt>
            <dd className="text-ui">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex items-center gap-2 text-sm text-ink-2">
        <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0 text-success" /> O valor fica guardado
        até a entrega dar certo.
      </p>
    </section>
  );
}
