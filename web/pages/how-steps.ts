import { durationText } from '#domain/text/durations.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';

export type Side = 'comprar' | 'vender';

export interface Step {
  title: string;
  text: string;
}

/** The four steps of a deal for each side, with the configured deadlines (N08). */
export function stepsOf(
  side: Side,
  settings: Pick<SiteSettings, 'pixExpiryMs' | 'confirmMs' | 'holdMs'>,
): Step[] {
  const confirm = durationText(settings.confirmMs);
  if (side === 'comprar')
    return [
      { title: 'Escolha', text: 'Veja fotos, descrição, prazo de entrega e a reputação de quem vende.' },
      {
        title: 'Pague pelo site',
        text: `Pix em até ${durationText(settings.pixExpiryMs)}. O valor fica guardado.`,
      },
      { title: 'Receba', text: 'Na hora, se a entrega é automática, ou no prazo do anúncio.' },
      { title: 'Confirme', text: `Confira e confirme. Sem reclamação, a compra se conclui em ${confirm}.` },
    ];
  return [
    { title: 'Anuncie', text: 'Publicar não custa nada. A equipe revisa antes de entrar no ar.' },
    { title: 'Venda', text: 'O pagamento entra e fica guardado. Só então você entrega.' },
    { title: 'Entregue', text: 'Cumpra o prazo do anúncio; códigos são entregues automaticamente.' },
    {
      title: 'Receba',
      text: `O valor fica disponível ${durationText(settings.holdMs)} depois da entrega.`,
    },
  ];
}
