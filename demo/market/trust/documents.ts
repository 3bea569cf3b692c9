import { decideDocuments, openDocuments, revokeDocuments } from '#contract/accounts/document-checks.ts';
import {
  claimDocument,
  getDocuments,
  sendDocuments,
  uploadDocumentFile,
} from '#contract/accounts/documents.ts';
import type { DocumentLevel, DocumentPart, DocumentRefusal } from '#domain/accounts/documents/checks.ts';
import { people } from '#demo/people.ts';
import type { SeedPerson } from '#demo/types.ts';
import { demoUsername } from '../accounts.ts';
import type { DemoApi } from '../demo-api.ts';
import { drawDocument } from './identity-card.ts';
import type { Scene } from '../scene.ts';

const hour = 1 / 24;

/** A sending of documents and how far it goes. */
interface Sending {
  username: string;
  daysAgo: number;
  level: DocumentLevel;
  /** Days from now until the document's last day; below zero it has expired since. */
  expiresInDays?: number;
  /** Whose document is sent, by an account that declares none. */
  documentOf?: string;
  steps: readonly Step[];
}

type Step =
  | { do: 'open' | 'approve' | 'approve_second' | 'revoke' | 'claim'; daysAgo: number }
  | { do: 'refuse'; daysAgo: number; refusal: DocumentRefusal; note: string };

/** One sending in each state: waiting, open, approved by one of two, approved, refused, expired, revoked, replaced, claimed. */
const sendings: readonly Sending[] = [
  {
    username: 'helo_bastos',
    daysAgo: 41,
    level: 'N2',
    expiresInDays: -9,
    steps: [{ do: 'approve', daysAgo: 40.6 }],
  },
  { username: 'juliana_reis', daysAgo: 31, level: 'N2', steps: [{ do: 'approve', daysAgo: 30.5 }] },
  { username: 'bia_tomaz', daysAgo: 24, level: 'N2', steps: [{ do: 'approve', daysAgo: 23.4 }] },
  {
    username: 'pedro_henrique_1997',
    daysAgo: 17,
    level: 'N2',
    steps: [
      { do: 'approve', daysAgo: 16.5 },
      { do: 'revoke', daysAgo: 4.2 },
    ],
  },
  {
    username: 'loja_da_lu',
    daysAgo: 13,
    level: 'N3',
    steps: [
      { do: 'approve', daysAgo: 12.4 },
      { do: 'approve_second', daysAgo: 12.1 },
    ],
  },
  {
    username: 'juliana_reis',
    daysAgo: 8,
    level: 'N3',
    steps: [
      { do: 'approve', daysAgo: 7.5 },
      { do: 'approve_second', daysAgo: 7.2 },
    ],
  },
  {
    username: 'maria_aparecida_ssc',
    daysAgo: 2.6,
    level: 'N2',
    steps: [
      {
        do: 'refuse',
        daysAgo: 2.1,
        refusal: 'unreadable',
        note: 'O reflexo cobre o número. Fotografe de novo, sem flash e com o documento sobre uma mesa.',
      },
    ],
  },
  {
    username: 'tati_moura',
    daysAgo: 2.4,
    level: 'N2',
    documentOf: 'wanderley_ciclista',
    steps: [
      {
        do: 'refuse',
        daysAgo: 1.8,
        refusal: 'in_use',
        note: 'Este documento já confirma outra conta. Se ele é seu, peça de volta e conte o que aconteceu.',
      },
      { do: 'claim', daysAgo: 0.9 },
    ],
  },
  { username: 'cafe_e_casa', daysAgo: 1.5, level: 'N3', steps: [{ do: 'approve', daysAgo: 0.8 }] },
  { username: 'vo_nair_croche', daysAgo: 7 * hour, level: 'N2', steps: [{ do: 'open', daysAgo: hour }] },
  { username: 'ana_e_os_gemeos', daysAgo: 4 * hour, level: 'N2', steps: [] },
];

/** Documents in every state, sent and decided through the API (§4.14). */
export function documentScenes(api: DemoApi): Scene[] {
  return sendings.flatMap((sending) => [
    { daysAgo: sending.daysAgo, play: () => send(api, sending) },
    ...sending.steps.map((step) => ({
      daysAgo: step.daysAgo,
      play: () => take(api, sending.username, step),
    })),
  ]);
}

const personOf = (username: string): SeedPerson => people.find((person) => person.username === username)!;

async function send(api: DemoApi, { username, level, expiresInDays, documentOf }: Sending): Promise<void> {
  const { name, cpf, birthDate } = personOf(documentOf ?? username);
  const files = {} as Record<DocumentPart, number>;
  for (const part of ['front', 'back', 'selfie'] as const) {
    const body = await drawDocument(part, { name: personOf(username).name, number: cpf });
    files[part] = (await api.call(username, uploadDocumentFile, { query: { part }, body })).id;
  }
  await api.call(username, sendDocuments, {
    body: {
      level,
      kind: 'rg',
      frontId: files.front,
      backId: files.back,
      selfieId: files.selfie,
      ...(expiresInDays !== undefined && { expiresOn: dayFromNow(expiresInDays) }),
      ...(documentOf && { fullName: name, birthDate, document: cpf }),
    },
  });
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function take(api: DemoApi, username: string, step: Step): Promise<void> {
  const { check } = await api.call(username, getDocuments);
  const params = { id: check!.id };
  const first = demoUsername('admin');
  switch (step.do) {
    case 'open':
      return void (await api.call(demoUsername('suporte'), openDocuments, { params }));
    case 'approve':
      return approve(api, first, params);
    case 'approve_second':
      return approve(api, demoUsername('admin2'), params);
    case 'revoke':
      return void (await api.call(first, revokeDocuments, {
        params,
        body: { reason: 'O documento foi comunicado como perdido pelo próprio dono. Envie o novo.' },
      }));
    case 'claim':
      return void (await api.call(username, claimDocument, {
        params,
        body: {
          words: 'Meu cunhado criou a outra conta com o meu documento, sem eu saber. Quero usar o que é meu.',
        },
      }));
    case 'refuse':
      return void (await api.call(first, decideDocuments, {
        params,
        body: { decision: 'refuse', refusal: step.refusal, note: step.note },
      }));
  }
}

async function approve(api: DemoApi, by: string, params: { id: number }): Promise<void> {
  await api.call(by, openDocuments, { params });
  await api.call(by, decideDocuments, {
    params,
    body: { decision: 'approve', note: 'Nome, número e rosto conferem com o cadastro.' },
  });
}
