import type { SiteSettings } from '#web/layouts/site-settings.ts';
import { formatCount } from '#web/ui/formats.ts';
import type { Listing } from './use-purchase.ts';

const hourMs = 3_600_000;

/** The three things that follow a purchase, with the engine's own deadlines (product N08). */
export function afterPaying(
  listing: Pick<Listing, 'deliveryType' | 'promisedHours'> & { seller: { username: string } },
  settings: Pick<SiteSettings, 'pixExpiryMs' | 'confirmMs'> | null,
): string[] {
  const seller = `@${listing.seller.username}`;
  const limit = settings ? ` em até ${duration(settings.pixExpiryMs)}` : '';
  return [
    `Você paga o Pix${limit}. O valor fica guardado na praça.`,
    listing.deliveryType === 'automatic'
      ? 'Os códigos aparecem no pedido assim que o pagamento cai.'
      : `${seller} entrega em até ${duration(listing.promisedHours * hourMs)}. Se não entregar, você recebe tudo de volta.`,
    settings
      ? `O valor só vai para ${seller} quando você confirmar, ou ${duration(settings.confirmMs)} depois da entrega.`
      : `O valor só vai para ${seller} quando você confirmar.`,
  ];
}

/** «30 minutos», «72 horas», «7 dias». */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return formatCount(minutes, 'minuto', 'minutos');
  const hours = Math.round(minutes / 60);
  return hours <= 72
    ? formatCount(hours, 'hora', 'horas')
    : formatCount(Math.round(hours / 24), 'dia', 'dias');
}
