import type { Random } from '#demo/random.ts';
import type { PromisedHours, SeedCategory } from '#demo/types.ts';

/** How a thing travels: by the system at once, in a parcel, ventilated, or with a van. */
export type DeliveryKind = 'code' | 'account' | 'file' | 'parcel' | 'plant' | 'bulky';

/** Read from the category, and from the title where a leaf has both small and bulky things. */
export function deliveryKindOf({ slug, parentSlug, delivery }: SeedCategory, title: string): DeliveryKind {
  if (slug === 'contas-de-jogos') return 'account';
  if (parentSlug === 'cursos-e-ebooks' || slug === 'arquivos-e-modelos') return 'file';
  if (delivery === 'automatic') return 'code';
  if (slug === 'plantas-e-vasos') return 'plant';
  return bulkyLeaves.has(slug) || bulkyThings.test(title) ? 'bulky' : 'parcel';
}

/** A parcel goes out the next day or within three, what needs a van or a mild day within three, and a code at once. */
export function promisedHoursOf(kind: DeliveryKind, random: Random): PromisedHours {
  if (kind === 'parcel') return random.pick([24, 72, 72] as const);
  return kind === 'plant' || kind === 'bulky' ? 72 : 0;
}

/** How the seller says it. */
export function deliveryLineOf(kind: DeliveryKind, hours: PromisedHours, random: Random): string {
  return random.pick(kind === 'parcel' && hours === 24 ? nextDay : lines[kind]);
}

/** What the seller stands for. */
export function careLineOf(kind: DeliveryKind, random: Random): string {
  return random.pick(care[kind] ?? guarantees);
}

const bulkyLeaves: ReadonlySet<string> = new Set([
  'sofas-e-cadeiras',
  'mesas-e-estantes',
  'bicicletas',
  'tvs',
]);
const bulkyThings =
  /^(?:Esteira|Banco supino|Escada|Compressor|Berço|Piano digital|Bateria eletrônica|Caixa amplificada)/;

const nextDay: readonly string[] = [
  'Envio em até um dia útil e ponho o código de rastreio aqui no pedido.',
  'Posto no dia seguinte ao pagamento, com seguro e código de rastreio.',
  'Entrego em mãos em lugar público ou envio por Sedex, sempre até o dia seguinte.',
];

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
  parcel: [
    'Embalo com plástico-bolha e caixa firme. Envio em até três dias, com código de rastreio.',
    'Entrego em mãos em lugar público ou envio pelos Correios com código de rastreio.',
    'Combino a retirada no fim da tarde ou no sábado de manhã; também posto pelos Correios.',
    'Envio pelos Correios em até três dias, sempre com seguro.',
  ],
  plant: [
    'Vai em caixa ventilada, com a terra presa e o vaso calçado, em até três dias.',
    'Você retira comigo ou vai por transportadora, em caixa ventilada. Não envio na véspera de feriado.',
  ],
  bulky: [
    'Entrego na cidade com frete combinado na conversa, ou você retira comigo.',
    'Envio por transportadora, com seguro e rastreio. O frete se combina antes, nas perguntas.',
    'A retirada se combina na conversa, no fim da tarde ou no sábado de manhã. Ajudo a carregar.',
    'Levo até 20 km daqui sem cobrar; mais longe, vai por transportadora.',
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
  plant: ['Se chegar machucada, mande a foto no mesmo dia e devolvo o valor.'],
};
