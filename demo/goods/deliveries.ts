import type { Random } from '#demo/random.ts';
import type { PromisedHours, SeedCategory, SeedShipping } from '#demo/types.ts';
import { parcelOf } from './parcels.ts';

/** How a thing is delivered: by the system at once, by hand, in a parcel, ventilated, or from hand to hand. */
export type DeliveryKind = 'code' | 'account' | 'file' | 'trade' | 'custom' | 'parcel' | 'plant' | 'pickup';

/** Read from the category, and from the title where a leaf has both small and bulky things. */
export function deliveryKindOf({ slug, parentSlug, delivery }: SeedCategory, title: string): DeliveryKind {
  if (slug === 'contas-de-jogos') return 'account';
  if (slug === 'itens-e-skins') return 'trade';
  if (slug === 'artes-e-textos') return 'custom';
  if (parentSlug === 'cursos-e-ebooks' || slug === 'arquivos-e-modelos') return 'file';
  if (delivery === 'automatic') return 'code';
  if (!parcelOf(slug, title)) return 'pickup';
  return slug === 'plantas-e-vasos' ? 'plant' : 'parcel';
}

/** Hours are promised by who delivers by hand: a trade takes less than what is made to order. */
export function promisedHoursOf(kind: DeliveryKind, random: Random): PromisedHours {
  if (kind === 'trade') return random.pick([6, 24] as const);
  return kind === 'custom' ? random.pick([24, 72] as const) : 0;
}

/** What a sentence about the delivery is made of. */
interface Terms {
  city: string;
  promisedHours: PromisedHours;
  shipping: SeedShipping | null;
}

/** How the seller says it. */
export function deliveryLineOf(kind: DeliveryKind, terms: Terms, random: Random): string {
  const { city, promisedHours, shipping } = terms;
  const fill = (line: string) =>
    line
      .replace('{cidade}', city)
      .replace('{horas}', hourWords[promisedHours])
      .replace('{dias}', dayWords[(shipping?.handlingDays ?? 1) - 1]!);
  const line = fill(random.pick(lines[kind]));
  const parts = [
    line,
    shipping?.freeShipping ? 'O frete é por minha conta.' : '',
    shipping?.alsoPickup ? fill('Se preferir, retire comigo em {cidade}.') : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** What the seller stands for. */
export function careLineOf(kind: DeliveryKind, random: Random): string {
  return random.pick(care[kind] ?? guarantees);
}

const dayWords = [
  'um dia útil',
  'dois dias úteis',
  'três dias úteis',
  'quatro dias úteis',
  'cinco dias úteis',
];
const hourWords: Readonly<Record<PromisedHours, string>> = {
  0: '',
  6: 'seis horas',
  24: 'um dia',
  72: 'três dias',
};

const lines: Readonly<Record<DeliveryKind, readonly string[]>> = {
  code: [
    'O código aparece no seu pedido logo depois do pagamento. Copie e cole na página de resgate, sem espaços.',
    'Pagou, o código já está no pedido. Vale para qualquer hora do dia.',
    'Depois do pagamento, abra o pedido, mostre o código e resgate em seguida.',
  ],
  account: [
    'Usuário e senha aparecem no seu pedido logo depois do pagamento. Entre e troque a senha em seguida.',
    'Pagou, os dados de acesso já estão no pedido. Mostre, entre na conta e troque o e-mail.',
  ],
  file: [
    'O link pessoal aparece no seu pedido logo depois do pagamento.',
    'Pagou, o acesso já está no pedido. Guarde o link em lugar seguro.',
  ],
  trade: [
    'Passo o item por troca dentro do jogo em até {horas}. Escreva o seu usuário no pedido.',
    'Depois do pagamento combinamos a troca na conversa do pedido, em até {horas}.',
  ],
  custom: [
    'Depois do pagamento, conte na conversa do pedido o que você quer. Entrego o arquivo em até {horas}.',
    'Faço sob medida e mando o link pronto em até {horas}, com um ajuste incluso.',
  ],
  parcel: [
    'Embalo com plástico-bolha e caixa firme. Posto em até {dias}, com código de rastreio.',
    'Posto em até {dias}, com seguro, e o rastreio aparece no pedido.',
    'Envio para todo o Brasil em até {dias}. Calcule o frete com o seu CEP.',
    'Sai daqui de {cidade} em até {dias}, bem embalado.',
  ],
  plant: [
    'Vai em caixa ventilada, com a terra presa e o vaso calçado, em até {dias}.',
    'Posto em até {dias}, em caixa ventilada. Não envio na véspera de feriado.',
  ],
  pickup: [
    'Não cabe em pacote: você retira comigo em {cidade}. Combinamos o dia na conversa do pedido.',
    'A retirada se combina na conversa, no fim da tarde ou no sábado de manhã, em {cidade}. Ajudo a carregar.',
    'Retirada em {cidade}. Venha com um carro grande, eu ajudo a pôr dentro.',
  ],
};

const guarantees: readonly string[] = [
  'Se chegar diferente do anúncio, devolvo sem discussão.',
  'Sete dias para testar em casa. Depois disso, converso e tento ajudar mesmo assim.',
  'O pagamento fica guardado na Praça até você confirmar, então compre tranquilo.',
];

const care: Partial<Record<DeliveryKind, readonly string[]>> = {
  code: [
    'Confira a região da sua conta antes de comprar: código resgatado não tem troca.',
    'Se o código der erro, não tente muitas vezes. Abra uma reclamação no pedido e resolvemos.',
    'Cada código é único e veio de distribuidor oficial; guardo os comprovantes.',
  ],
  account: [
    'O e-mail da conta vai junto. Se algum dado não entrar, escreva no pedido antes de tentar de novo.',
    'A garantia vale enquanto só você tiver a senha. Troque assim que receber.',
  ],
  file: [
    'Se o link não abrir, escreva no pedido que eu mando outro.',
    'O acesso é pessoal. Se não gostar do material, peça o reembolso em até sete dias.',
  ],
  trade: ['Guardo a gravação da troca até você confirmar o pedido.'],
  custom: ['Se não ficar como você imaginou, ajusto antes de você confirmar.'],
  plant: ['Se chegar machucada, mande a foto no mesmo dia e devolvo o valor.'],
  pickup: ['O pagamento fica guardado na Praça até você me passar o código da retirada.'],
};
