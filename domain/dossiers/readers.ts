/** For whom a dossier is made (N07). `authority`: a court, PROCON or the bank that decides a contestation. */
export const dossierReaders = ['buyer', 'seller', 'staff', 'authority'] as const;
export type DossierReader = (typeof dossierReaders)[number];

/** Readers whose dossier the team makes. */
export const teamReaders = ['staff', 'authority'] as const;
export type TeamReader = (typeof teamReaders)[number];

export const readerNames: Record<DossierReader, string> = {
  buyer: 'quem comprou',
  seller: 'quem vendeu',
  staff: 'a equipe',
  authority: 'uma autoridade',
};

/** What a reader may see beyond what both sides see. */
export interface Sight {
  /** Network addresses of the sides. */
  networks: boolean;
  /** Civil names and documents of the sides. */
  identities: boolean;
  /** The text of a manual delivery, which may hold the access that was sold. */
  deliveryText: boolean;
  /** Messages that the filter held or the team removed, and what masked ones said. */
  hiddenMessages: boolean;
  /** What the seller pays for the sale, and receives. */
  fees: boolean;
  /** The number by which banks know a Pix. */
  bankNumbers: boolean;
}

/** Decision 135. Codes, card data, addresses of the sides and the reader's own password are in no dossier. */
export const sights: Readonly<Record<DossierReader, Sight>> = {
  buyer: {
    networks: false,
    identities: false,
    deliveryText: false,
    hiddenMessages: false,
    fees: false,
    bankNumbers: true,
  },
  seller: {
    networks: false,
    identities: false,
    deliveryText: false,
    hiddenMessages: false,
    fees: true,
    bankNumbers: false,
  },
  staff: {
    networks: true,
    identities: false,
    deliveryText: true,
    hiddenMessages: true,
    fees: true,
    bankNumbers: true,
  },
  authority: {
    networks: true,
    identities: true,
    deliveryText: false,
    hiddenMessages: true,
    fees: true,
    bankNumbers: true,
  },
};

/** What the reader's dossier leaves out, in sentences that it prints. */
export function omissionsFor(reader: DossierReader): string[] {
  const sight = sights[reader];
  return [
    'Códigos vendidos, senhas e dados de cartão não entram em nenhum dossiê. Cada código aparece pelo seu SHA-256.',
    'Endereços de entrega, e-mails e telefones dos cadastros não entram.',
    ...(sight.deliveryText
      ? []
      : ['O texto da entrega aparece só pelo seu SHA-256: quem tem o texto prova com ele que é o mesmo.']),
    ...(sight.networks ? [] : ['Os endereços de rede (IP) ficam guardados e só vão a uma autoridade.']),
    ...(sight.identities ? [] : ['Nome civil e documento das partes só vão a uma autoridade.']),
    ...(sight.hiddenMessages
      ? []
      : [
          'Telefones, e-mails e links que a outra parte escreveu estão cobertos, e as mensagens dela que a equipe reteve ou retirou não aparecem.',
        ]),
    ...(sight.fees ? [] : ['As tarifas entre quem vendeu e o site não aparecem.']),
    'Os arquivos enviados não estão dentro do dossiê. Os de entrega e de reclamação aparecem com o SHA-256 de cada um.',
  ];
}
