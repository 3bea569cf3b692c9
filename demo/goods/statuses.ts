import type { SeedListing, SeedReviewReason } from '#demo/types.ts';

/** What the demo's listing says about itself besides the goods: where it stands and why. */
export interface SeedStatus {
  status: SeedListing['status'];
  review?: { reason: SeedReviewReason; note: string };
  /** A fault left in on purpose for the reviewer to find, and the words that carry it. */
  hiddenFault?: SeedReviewReason;
  extraText?: string;
  priceCents?: number;
  /** Whose it must be, so that the demo's own seller has a draft. */
  sellerUsername?: string;
}

/** Title → standing of the listings that are not simply on sale. Chosen by hand so that every screen has its cases. */
export const seedStatuses: Readonly<Record<string, SeedStatus>> = {
  // What the demo's own seller makes to order.
  ...Object.fromEntries(
    [
      'Convite digital de casamento com os seus dados',
      'Livro de receitas da família, diagramado em PDF',
      'Plano de decoração para um cômodo da casa',
      'Molde de vestido nas suas medidas, em PDF',
      'Etiquetas para potes com os nomes que você quiser',
      'Árvore genealógica ilustrada para imprimir',
      'Cardápio de festa com arte exclusiva',
      'Revisão de texto em português até 20 páginas',
    ].map((title) => [title, { status: 'published', sellerUsername: 'helena_vende' }] as const),
  ),

  // The review queue: most are fine, some hide a reason to stop.
  'Xbox gift card R$ 100 saldo Microsoft': { status: 'in_review' },
  'Conta Clash of Clans CV 13 com heróis altos': { status: 'in_review' },
  'Conta EA FC elenco de 2 milhões, PS5': {
    status: 'in_review',
    hiddenFault: 'contact_data',
    extraText:
      'Para combinar mais rápido, me chama no zap: (11) 90000-0199. Faço desconto se pagar por fora.',
  },
  'Faca Butterfly CS2 pouco usada': { status: 'in_review' },
  'iPhone 14 Pro 256 GB roxo com nota fiscal': {
    status: 'in_review',
    hiddenFault: 'price_suspicious',
    priceCents: 39_900,
    extraText: 'Preço de ocasião, só hoje. Motivo: viagem.',
  },
  'MacBook Pro 14 M2 16 GB 512 GB na garantia': { status: 'in_review' },
  'Lixadeira orbital para marcenaria': { status: 'in_review' },
  'Palmeira ráfia de 1,50 m': { status: 'in_review' },
  'Bolsa de couro caramelo feita à mão': { status: 'in_review' },
  'Mochila de maternidade em algodão': { status: 'in_review' },
  'Tapete de ioga 8 mm antiderrapante': {
    status: 'in_review',
    hiddenFault: 'contact_data',
    extraText: 'Tenho outras cores, veja no meu perfil @tapetes.da.nanda.',
  },
  'Antivírus Kaspersky Plus 3 aparelhos por 1 ano': {
    status: 'in_review',
    hiddenFault: 'forbidden_item',
    extraText: 'Também tenho versão pirata de outros programas, pergunte.',
  },
  'Atlas de anatomia Netter': { status: 'in_review' },
  'Lote de 200 cartas Pokémon com brilho': { status: 'in_review' },
  'Miniatura de dragão para RPG': { status: 'in_review' },

  'Monitor Philips 21,5" simples e confiável': {
    status: 'changes_requested',
    review: {
      reason: 'photos_poor',
      note: 'A foto está escura. Envie uma com boa luz, mostrando a tela ligada.',
    },
  },
  'Corta-vento impermeável azul M': {
    status: 'changes_requested',
    review: {
      reason: 'description_incomplete',
      note: 'Diga as medidas da peça e se o tecido ainda repele água. Quem compra roupa precisa delas antes.',
    },
  },
  'Escaleta 37 teclas com estojo': {
    status: 'changes_requested',
    review: {
      reason: 'title_unclear',
      note: 'Coloque a marca no título, para que encontrem o anúncio na busca.',
    },
  },
  'Repetidor de sinal Intelbras dual band': {
    status: 'changes_requested',
    review: {
      reason: 'price_suspicious',
      note: 'O preço está bem diferente do comum para este modelo. Confira se não faltou um número.',
    },
  },

  'Pacote de 10 caixas de armas CS2': {
    status: 'rejected',
    review: { reason: 'duplicate', note: 'Este pacote já está em outro anúncio seu. Edite o que existe.' },
  },
  'Curso de vendas por WhatsApp para lojistas': {
    status: 'rejected',
    review: {
      reason: 'contact_data',
      note: 'A descrição levava para fora da Praça. A conversa e o pagamento acontecem aqui.',
    },
  },
  'Adaptador USB Wi-Fi 5 com antena': {
    status: 'rejected',
    review: {
      reason: 'wrong_category',
      note: 'O item anunciado nas fotos era outro. Publique na categoria certa.',
    },
  },

  'Puff redondo de crochê mostarda': { status: 'draft' },
  'Vestido midi de linho verde M': { status: 'draft', sellerUsername: 'helena_vende' },
  'Persépolis completo': { status: 'draft' },
  'Deezer Premium 6 meses, cartão digital': { status: 'draft' },
  'Capacete infantil com regulagem': { status: 'draft' },

  'Poltrona de amamentação com balanço': { status: 'paused' },
  'Controle arcade com manche para luta': { status: 'paused' },
  'Kit com 6 livros para o Enem 2026': { status: 'paused' },
  'Pendente de vime para sala de jantar': { status: 'paused' },
  'Parallels Desktop 1 ano para Mac': { status: 'paused' },
  'Berço de madeira com colchão': { status: 'paused' },
};
