import {
  answerComplaint,
  escalateComplaint,
  listOrderComplaints,
  openComplaint,
  proposeOutcome,
} from '#contract/complaints.ts';
import type { Stage } from './stage.ts';

/** How far a complaint of the demo goes. */
export const disputeStories = ['complained', 'negotiated', 'mediated'] as const;
export type DisputeStory = (typeof disputeStories)[number];

export function isDispute(story: string): story is DisputeStory {
  return (disputeStories as readonly string[]).includes(story);
}

interface Disputed {
  story: DisputeStory;
  buyer: string;
  seller: string;
  daysAgo: number;
}

const minute = 1 / (24 * 60);

const said = {
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
} as const;

const answers = {
  negotiated:
    'Revi o que enviei e faltou mesmo uma parte, desculpe. Posso devolver um pedaço do valor ou completar o envio.',
  mediated:
    'Enviei exatamente o que está nas fotos do anúncio e testei antes. As funções existem, é preciso ativar como explico no manual.',
};

/** Plays a complaint about a delivered order through the API: opened, answered, with a proposal. */
export async function playComplaint(
  stage: Stage,
  { story, buyer, seller, daysAgo }: Disputed,
  hash: string,
): Promise<void> {
  await stage.goTo(Math.max(0, daysAgo - 60 * minute));
  const { id } = await stage.call(buyer, openComplaint, { params: { hash }, body: said[story] });
  if (story === 'complained') return;
  await stage.goTo(Math.max(0, daysAgo - 90 * minute));
  await stage.call(seller, answerComplaint, { params: { id }, body: { words: answers[story] } });
  if (story === 'mediated') return;
  await stage.call(seller, proposeOutcome, {
    params: { id },
    body: { kind: 'partial', percent: 40, words: 'Devolvo 40% e você fica com o que chegou.' },
  });
}

/** How long a talk lasts before the team may be called, and a little more. */
export const talkDays = 1.05;

/** The next day: they could not agree, and the buyer calls the team. */
export async function callTheTeam(stage: Stage, buyer: string, hash: string): Promise<void> {
  const { items } = await stage.call(buyer, listOrderComplaints, { params: { hash } });
  await stage.call(buyer, escalateComplaint, { params: { id: items[0]!.id } });
}
