import { durationText } from '#domain/text/durations.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import type { Listing } from './use-purchase.ts';

const hourMs = 3_600_000;

/** Three steps that follow a purchase, with the engine's own deadlines (N08). */
export function purchaseSteps(
  listing: Pick<Listing, 'deliveryType' | 'promisedHours' | 'handlingDays'> & {
    seller: { username: string };
  },
  settings: Pick<
    SiteSettings,
    'pixExpiryMs' | 'cardExpiryMs' | 'boletoBusinessDays' | 'confirmMs' | 'receipts'
  > | null,
  method: PaymentMethod,
): string[] {
  const seller = `@${listing.seller.username}`;
  return [
    `${paymentText(settings, method)} O valor fica guardado até a entrega.`,
    deliveryText(listing, seller),
    settings
      ? `O valor só vai para ${seller} quando você confirmar, ou ${durationText(settings.confirmMs)} depois da entrega.`
      : `O valor só vai para ${seller} quando você confirmar.`,
  ];
}

function deliveryText(
  {
    deliveryType,
    promisedHours,
    handlingDays,
  }: Pick<Listing, 'deliveryType' | 'promisedHours' | 'handlingDays'>,
  seller: string,
): string {
  switch (deliveryType) {
    case 'automatic':
      return 'Os códigos aparecem no pedido assim que o pagamento cai.';
    case 'manual':
      return `${seller} entrega em até ${durationText(promisedHours * hourMs)}. Se não entregar, você recebe tudo de volta.`;
    case 'shipping': {
      const days = handlingDays === 1 ? '1 dia útil' : `${handlingDays} dias úteis`;
      return `${seller} posta o pacote em até ${days}, e você acompanha até chegar. Sem postagem, você recebe tudo de volta.`;
    }
    case 'pickup':
      return `Você e ${seller} combinam a retirada na conversa do pedido. Sem retirada, você recebe tudo de volta.`;
  }
}

/** How to pay and until when. */
function paymentText(
  settings: Pick<SiteSettings, 'pixExpiryMs' | 'cardExpiryMs' | 'boletoBusinessDays' | 'receipts'> | null,
  method: PaymentMethod,
): string {
  if (method === 'balance') return 'O valor sai do seu saldo agora.';
  if (method === 'manual') {
    const limit = settings ? ` em até ${durationText(settings.receipts.expiryMs)}` : '';
    return `Você transfere, envia o comprovante${limit} e a equipe confere.`;
  }
  if (method === 'boleto') {
    const days = settings?.boletoBusinessDays;
    const limit = days ? ` em até ${days} ${days === 1 ? 'dia útil' : 'dias úteis'}` : '';
    return `Você paga o boleto${limit}.`;
  }
  const span = settings && durationText(method === 'card' ? settings.cardExpiryMs : settings.pixExpiryMs);
  const limit = span ? ` em até ${span}` : '';
  return method === 'card' ? `Você digita o cartão${limit}, na próxima tela.` : `Você paga o Pix${limit}.`;
}
