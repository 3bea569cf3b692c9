import {
  answerComplaint,
  answerProposal,
  appealDecision,
  escalateComplaint,
  listOrderComplaints,
  openComplaint,
  proposeOutcome,
} from '#contract/complaints/complaints.ts';
import { decideComplaint } from '#contract/complaints/staff-complaints.ts';
import { makeDossier } from '#contract/dossiers/dossiers.ts';
import { demoUsername } from './accounts.ts';
import { type MessageLine, exchangeMessages } from './conversations.ts';
import type { DemoApi } from './demo-api.ts';

/** How far a complaint of the demo goes. */
export const disputeStories = ['complained', 'negotiated', 'mediated'] as const;
/** … and of others' complaints, of which the team has heard. */
export const heardStories = ['agreed', 'decided', 'appealed', 'paid_by_fund'] as const;
export type DisputeStory = (typeof disputeStories)[number] | (typeof heardStories)[number];

export function isDispute(story: string): story is DisputeStory {
  return [...disputeStories, ...heardStories].includes(story as DisputeStory);
}

interface Disputed {
  story: DisputeStory;
  buyer: string;
  seller: string;
  daysAgo: number;
}

const minute = 1 / (24 * 60);

const complaintTexts = {
  complained: {
    reason: 'not_as_described',
    wish: 'partial',
    words:
      'O anúncio dizia três peças e vieram duas. O restante está certo e quero ficar com o que chegou, mas não pelo preço inteiro.',
  },
  negotiated: {
    reason: 'incomplete',
    wish: 'full',
    words:
      'Faltou uma parte do que estava na descrição. Conferi duas vezes e pedi ajuda a um amigo, que viu a mesma coisa.',
  },
  mediated: {
    reason: 'not_as_described',
    wish: 'full',
    words:
      'O que chegou não é o modelo do anúncio: faltam funções que a descrição promete. Mandei mensagem e não chegamos a um acordo.',
  },
  agreed: {
    reason: 'incomplete',
    wish: 'partial',
    words:
      'Veio sem o cabo que aparece na terceira foto. O resto está ótimo e fico com ele por um preço menor.',
  },
  decided: {
    reason: 'not_as_described',
    wish: 'full',
    words:
      'O anúncio diz sem marcas de uso e há um risco fundo na frente. Mandei fotos no mesmo dia e quero devolver.',
  },
  appealed: {
    reason: 'incomplete',
    wish: 'full',
    words:
      'Faltam duas peças do conjunto e sem elas ele não serve para nada. Pedi as peças e não tive resposta clara.',
  },
  paid_by_fund: {
    reason: 'not_as_described',
    wish: 'full',
    words:
      'A cor não é a do anúncio e a medida veio menor. Mandei fotos com a fita métrica ao lado e não quero ficar com ele.',
  },
} as const;

/** What both wrote to each other before the complaint. */
const talks: Partial<Record<DisputeStory, readonly MessageLine[]>> = {
  mediated: [
    ['buyer', 'Oi! Chegou agora. Liguei e faltam duas funções que estão na descrição.'],
    ['seller', 'Oi! Elas existem, mas vêm desligadas. Estão no menu de ajustes, na última página.'],
    ['buyer', 'Procurei lá e não aparecem. Acho que veio o modelo anterior.'],
    ['seller', 'É o mesmo das fotos, testei antes de enviar.'],
    ['buyer', 'Então não vamos concordar por aqui. Vou abrir uma reclamação para a equipe ver.'],
  ],
  decided: [
    ['buyer', 'Chegou, mas tem um risco fundo na frente que não aparece nas fotos.'],
    ['seller', 'Aparece na quinta foto, olhando com calma. Posso explicar onde.'],
  ],
};

const answers = {
  negotiated:
    'Revi o que enviei e faltou mesmo uma parte, desculpe. Posso devolver um pedaço do valor ou completar o envio.',
  mediated:
    'Enviei exatamente o que está nas fotos do anúncio e testei antes. As funções existem, é preciso ativar como explico no manual.',
  agreed: 'Conferi aqui e o cabo ficou mesmo na gaveta. Desculpe a falha, devolvo uma parte do valor.',
  decided: 'O risco já existia e aparece na quinta foto, para quem olhar com calma. Não escondi nada.',
  appealed: 'O conjunto foi completo, pesei a caixa antes de fechar. Posso mandar a foto da balança.',
  paid_by_fund: 'A cor muda com a luz da foto e a medida está na descrição, com a margem de sempre.',
};

/** Plays a complaint about a delivered order through the API: opened, answered, with a proposal. */
export async function playComplaint(
  api: DemoApi,
  { story, buyer, seller, daysAgo }: Disputed,
  hash: string,
): Promise<void> {
  await api.goTo(Math.max(0, daysAgo - 60 * minute));
  const talk = talks[story];
  if (talk) await exchangeMessages(api, { buyer, seller }, hash, { lines: talk });
  const { id } = await api.call(buyer, openComplaint, { params: { hash }, body: complaintTexts[story] });
  if (story === 'complained') return;
  await api.goTo(Math.max(0, daysAgo - 90 * minute));
  await api.call(seller, answerComplaint, { params: { id }, body: { words: answers[story] } });
  if (story !== 'negotiated' && story !== 'agreed') return;
  await api.call(seller, proposeOutcome, {
    params: { id },
    body: { kind: 'partial', percent: 40, words: 'Devolvo 40% e você fica com o que chegou.' },
  });
  if (story !== 'agreed') return;
  const { items } = await api.call(buyer, listOrderComplaints, { params: { hash } });
  await api.call(buyer, answerProposal, {
    params: { id, proposalId: items[0]!.proposals[0]!.id },
    body: { answer: 'accept' },
  });
}

/** What follows days later, each at its own time. */
export function laterScenes(
  api: DemoApi,
  { story, buyer, daysAgo }: { story: string; buyer: string; daysAgo: number },
  hashOf: () => string | null,
): { daysAgo: number; play: () => Promise<void> }[] {
  return (stepsOf[story] ?? []).map((step, place) => ({
    daysAgo: daysAgo - talkDays - place * 0.5,
    play: async () => {
      const hash = hashOf();
      if (hash) await step(api, buyer, hash);
    },
  }));
}

type Step = (api: DemoApi, buyer: string, hash: string) => Promise<void>;

/** Of `paid_by_fund` the team decides nothing until its final deadline, day 30 (N03). */
const stepsOf: Readonly<Record<string, readonly Step[]>> = {
  mediated: [callTheTeam, takeDossier],
  decided: [callTheTeam, decide],
  appealed: [callTheTeam, decide, appeal],
  paid_by_fund: [callTheTeam],
};

/** How long a talk lasts before the team may be called, and a little more. */
const talkDays = 1.05;

/** The next day: they could not agree, and the buyer calls the team. */
async function callTheTeam(api: DemoApi, buyer: string, hash: string): Promise<void> {
  await api.call(buyer, escalateComplaint, { params: { id: await caseOf(api, buyer, hash) } });
}

/** The proof of the order as files, to take elsewhere (N07). */
async function takeDossier(api: DemoApi, buyer: string, hash: string): Promise<void> {
  await api.call(buyer, makeDossier, { params: { hash } });
}

async function decide(api: DemoApi, buyer: string, hash: string): Promise<void> {
  await api.call(demoUsername('suporte'), decideComplaint, {
    params: { id: await caseOf(api, buyer, hash) },
    body: {
      result: 'partial',
      percent: 30,
      grounds:
        'As fotos do anúncio mostram parte do que foi reclamado, mas a descrição não. O desconto cobre a diferença e o item fica com quem comprou.',
      rule: 'CDC, art. 18',
    },
  });
}

async function appeal(api: DemoApi, buyer: string, hash: string): Promise<void> {
  await api.call(buyer, appealDecision, {
    params: { id: await caseOf(api, buyer, hash) },
    body: {
      ground: 'error',
      words: 'A decisão não viu que, sem as duas peças, o conjunto não serve para o que o anúncio promete.',
    },
  });
}

async function caseOf(api: DemoApi, buyer: string, hash: string): Promise<number> {
  const { items } = await api.call(buyer, listOrderComplaints, { params: { hash } });
  return items[0]!.id;
}
