import { sql } from 'kysely';
import { listOwnDecisions, openAppeal } from '#contract/appeals/appeals.ts';
import { decideAppeal } from '#contract/appeals/staff-appeals.ts';
import { giveStrike } from '#contract/accounts/strikes.ts';
import { recordInterview } from '#contract/accounts/counting-contests.ts';
import type { BrokenRule } from '#domain/accounts/strikes/strikes.ts';
import { demoUsername } from '../accounts.ts';
import type { DemoApi } from '../demo-api.ts';
import type { Scene } from '../scene.ts';

/** A strike of a person, and what became of the appeal against it. */
interface Strike {
  username: string;
  daysAgo: number;
  rule: BrokenRule;
  reason: string;
  appeal?: { words: string; decision?: 'uphold' | 'overturn'; grounds?: string };
}

const strikes: readonly Strike[] = [
  {
    username: 'nanda_acessorios',
    daysAgo: 22,
    rule: 'off_platform',
    reason: 'Escreveu o próprio telefone na conversa de dois pedidos e pediu o pagamento por fora.',
  },
  {
    username: 'conserta_cell',
    daysAgo: 9,
    rule: 'misleading_listing',
    reason: 'O anúncio dizia tela original e a foto mostra a etiqueta de outra marca.',
    appeal: {
      words: 'A etiqueta é da película de proteção, que vem colada. Mandei a nota da tela no atendimento.',
      decision: 'overturn',
      grounds: 'A nota confirma a peça original, e a etiqueta é mesmo da película.',
    },
  },
  {
    username: 'trilha_e_fogueira',
    daysAgo: 6,
    rule: 'no_delivery',
    reason: 'Três pedidos sem envio no mesmo mês, com resposta só depois do cancelamento.',
    appeal: {
      words: 'Fiquei sem internet no acampamento e perdi os prazos. Não foi por querer.',
      decision: 'uphold',
      grounds: 'Os prazos venceram em semanas diferentes, e pausar os anúncios evitaria as vendas.',
    },
  },
  {
    username: 'thiago_farias',
    daysAgo: 1.3,
    rule: 'offence',
    reason: 'Ofendeu quem comprou na conversa do pedido, depois de um pedido de troca.',
    appeal: { words: 'A frase era uma brincadeira entre conhecidos do jogo, e quem comprou riu também.' },
  },
];

/** Strikes, appeals in each state (N04), a refused listing that waits for one, and the interview of the highest level. */
export function decisionScenes(api: DemoApi): Scene[] {
  return [
    ...strikes.flatMap((strike) => strikeScenes(api, strike)),
    { daysAgo: 5, play: () => interview(api, 'codigo_na_hora') },
    { daysAgo: 0.2, play: () => appealRefusedListing(api) },
  ];
}

function strikeScenes(api: DemoApi, { username, daysAgo, rule, reason, appeal }: Strike): Scene[] {
  const give = async () => {
    const params = { id: await idOf(api, username) };
    await api.call(demoUsername('admin'), giveStrike, { params, body: { rule, step: 1, reason } });
  };
  if (!appeal) return [{ daysAgo, play: give }];
  const { words, decision, grounds } = appeal;
  let appealId = 0;
  const contest = async () => {
    appealId = await appealNewest(api, username, words);
  };
  const scenes = [
    { daysAgo, play: give },
    { daysAgo: daysAgo - 0.4, play: contest },
  ];
  if (!decision) return scenes;
  const decide = async () => {
    await api.call(demoUsername('admin2'), decideAppeal, {
      params: { id: appealId },
      body: { decision, reason: grounds ?? '' },
    });
  };
  return [...scenes, { daysAgo: daysAgo - 1.6, play: decide }];
}

async function appealNewest(api: DemoApi, username: string, words: string): Promise<number> {
  const { items } = await api.call(username, listOwnDecisions);
  const { id } = items.find(({ canAppeal }) => canAppeal)!;
  return (await api.call(username, openAppeal, { params: { id }, body: { words } })).id;
}

/** The seller of the listing that was refused last appeals. */
async function appealRefusedListing(api: DemoApi): Promise<void> {
  const { rows } = await sql<{ username: string }>`
    select u.username::text as username from events e join listings l on l.id = e.subject_id join users u on u.id = l.seller_id
    where e.kind = 'listing.rejected' order by e.at desc limit 1`.execute(api.ctx.db);
  await appealNewest(
    api,
    rows[0]!.username,
    'O outro anúncio é de outro pacote, com mais itens e outro preço. Peço que vejam os dois lado a lado.',
  );
}

async function interview(api: DemoApi, username: string): Promise<void> {
  await api.call(demoUsername('admin'), recordInterview, {
    params: { id: await idOf(api, username) },
    body: { reason: 'Conversa por vídeo sobre a origem dos códigos, com notas do distribuidor.' },
  });
}

async function idOf({ ctx }: DemoApi, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where username = ${username}`.execute(
    ctx.db,
  );
  return rows[0]!.id;
}
