import { sql } from 'kysely';
import { askQuestion } from '#contract/community/questions.ts';
import { createReport } from '#contract/community/reports.ts';
import type { DemoApi } from './demo-api.ts';

/** What the team finds under Denúncias: reports of a listing and of a person, and a question that was held. */
export function reportScenes(api: DemoApi): { daysAgo: number; play: () => Promise<void> }[] {
  const offers = async (seller: string) =>
    (
      await sql<{ id: number }>`
        select l.id from listings l join users u on u.id = l.seller_id
        where u.username = ${seller} and l.state = 'published' order by l.id desc limit 3`.execute(api.ctx.db)
    ).rows;
  return [
    {
      daysAgo: 0.4,
      play: async () => {
        const [listing] = await offers('skin_segura');
        if (!listing) return;
        const text = 'No chat ele pede para pagar por fora, direto na chave dele, com desconto.';
        const body = { target: 'listing', id: String(listing.id), reason: 'outside_deal', text } as const;
        await api.call('davi_lucca', createReport, { body });
        await api.call('keiko_n', createReport, {
          body: { ...body, reason: 'fraud', text: 'Mesmo anúncio de um golpe que vi em outro site.' },
        });
      },
    },
    {
      daysAgo: 0.3,
      play: async () => {
        await api.call('rosangela_p', createReport, {
          body: {
            target: 'user',
            id: 'celular_novo_df',
            reason: 'impersonation',
            text: 'Usa o nome e as fotos da loja da minha irmã, que não vende aqui.',
          },
        });
      },
    },
    {
      daysAgo: 0.2,
      // The third with a phone number in a month waits for the team (§4.12).
      play: async () => {
        for (const { id } of await offers('tv_e_som_manaus'))
          await api.call('igor_zanetti', askQuestion, {
            params: { id },
            body: { text: 'Tenho interesse! Me chama no zap 92 98888-7777 que fechamos hoje.' },
          });
      },
    },
  ];
}
