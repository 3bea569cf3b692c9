import type { PaymentState } from '#domain/payments.ts';
import { Banner } from '#web/ui/banner.tsx';

/** What the team does about a payment that the payer's bank looks at or took back (P26); nothing otherwise. */
export function ContestationBanner({ state }: { state: PaymentState }) {
  if (state === 'contested')
    return (
      <Banner tone="warning" title="O banco de quem pagou analisa este pagamento">
        Só o valor deste pedido está parado, e os prazos dele também. Responda à contestação no painel do
        provedor, com a entrega, a conversa e os acessos do pedido. O resultado chega sozinho; em Pagamentos,
        «Conciliar» pergunta agora.
      </Banner>
    );
  if (state === 'charged_back')
    return (
      <Banner tone="danger" title="O banco de quem pagou pegou o valor de volta">
        O pedido e o saldo de quem vendeu já foram acertados. Não devolva este valor outra vez. O que faltou
        no saldo de quem vendeu virou débito e sai das próximas vendas.
      </Banner>
    );
  return null;
}
