import type { StaffPaymentDetail } from '#contract/payments/staff-payments.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { formatCents } from '#web/ui/data/formats.ts';

/** What staff must do about a payment that the payer's bank is disputing or took back (P26); nothing otherwise. */
export function ChargebackBanner({
  payment: { state, taken },
}: {
  payment: Pick<StaffPaymentDetail, 'state' | 'taken'>;
}) {
  if (state === 'contested')
    return (
      <Banner tone="warning" title="O banco de quem pagou analisa este pagamento">
        Só o valor deste pedido está parado, e os prazos dele também. Responda à contestação no painel do
        provedor, com a entrega, a conversa e os acessos do pedido. O resultado chega automaticamente; em
        Pagamentos, «Conciliar» pergunta agora.
      </Banner>
    );
  if (taken)
    return (
      <Banner tone="danger" title="O banco de quem pagou pegou o valor de volta">
        {chargebackText(taken)} Não devolva este valor outra vez.
      </Banner>
    );
  return null;
}

/** Who paid each part of it. */
function chargebackText({
  saleCents,
  againCents,
  debtor,
  owedCents,
}: NonNullable<StaffPaymentDetail['taken']>) {
  const sale =
    saleCents > 0 &&
    `${formatCents(saleCents)} saíram da venda: o que faltou no saldo de quem vendeu virou débito e sai das próximas vendas.`;
  const again =
    againCents > 0 &&
    (debtor
      ? `${formatCents(againCents)} já tinham sido reembolsados: são débito de @${debtor}, que deve agora ${formatCents(owedCents)}.`
      : `${formatCents(againCents)} já tinham voltado a outra pessoa que pagou: saíram do fundo de garantia.`);
  return [sale, again].filter(Boolean).join(' ');
}
