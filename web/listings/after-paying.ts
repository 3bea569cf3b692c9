import { durationWords } from '#domain/durations.ts';
import type { SiteSettings } from '#web/layouts/site-settings.ts';
import type { Listing } from './use-purchase.ts';

const hourMs = 3_600_000;

/** The three things that follow a purchase, with the engine's own deadlines (product N08). */
export function afterPaying(
  listing: Pick<Listing, 'deliveryType' | 'promisedHours'> & { seller: { username: string } },
  settings: Pick<SiteSettings, 'pixExpiryMs' | 'confirmMs'> | null,
): string[] {
  const seller = `@${listing.seller.username}`;
  const limit = settings ? ` em até ${durationWords(settings.pixExpiryMs)}` : '';
  return [
    `Você paga o Pix${limit}. O valor fica guardado na praça.`,
    listing.deliveryType === 'automatic'
      ? 'Os códigos aparecem no pedido assim que o pagamento cai.'
      : `${seller} entrega em até ${durationWords(listing.promisedHours * hourMs)}. Se não entregar, você recebe tudo de volta.`,
    settings
      ? `O valor só vai para ${seller} quando você confirmar, ou ${durationWords(settings.confirmMs)} depois da entrega.`
      : `O valor só vai para ${seller} quando você confirmar.`,
  ];
}
