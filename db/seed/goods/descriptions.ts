import type { Random } from '../random.ts';
import { itemAt, seedFrom } from '../random.ts';
import type { AttributeValue, SeedCategory } from '../types.ts';
import type { Condition } from './attributes.ts';
import { type Phrases, phrases } from './phrases.ts';
import type { Row } from './row.ts';

/** What a description is written from. */
export interface Subject {
  category: SeedCategory;
  row: Row;
  sellerUsername: string;
  condition: Condition;
  attributes: Readonly<Record<string, AttributeValue>>;
  random: Random;
}

type Voice = (subject: Subject, phrases: Phrases) => string[];

/** A description as its seller would write it: each seller keeps one voice. 30 to 5,000 characters. */
export function describeItem(subject: Subject): string {
  const known = phrases[subject.category.parentSlug ?? ''];
  if (!known) throw new Error(`no phrases for ${subject.category.slug}`);
  const voice = itemAt(voices, seedFrom(subject.sellerUsername));
  return voice(subject, known).join('\n\n');
}

const brief: Voice = ({ category, row: [, , , detail], condition, random }, { about }) => [
  `${detail} ${conditionLine(category, condition, random)}`.trim(),
  `${random.pick(about)} ${random.pick(category.delivery === 'automatic' ? codeSteps : shipping)}`,
];

const homely: Voice = ({ category, row: [, , , detail], condition, random }, { about }) => {
  const automatic = category.delivery === 'automatic';
  const [first = '', second = ''] = random.sample(about, 2);
  const paragraphs = [
    `${random.pick(automatic ? codeGreetings : greetings)} ${detail}`,
    `${conditionLine(category, condition, random)} ${first}`.trim(),
    second,
    random.pick(automatic ? codeSteps : shipping),
  ];
  return random.chance(0.65) ? [...paragraphs, random.pick(closings)] : paragraphs;
};

const shop: Voice = ({ category, row: [, , , detail], condition, random }, { about, included }) => {
  const automatic = category.delivery === 'automatic';
  return [
    detail,
    `O que você recebe:\n${bullets(included)}`,
    `${conditionLine(category, condition, random)} ${random.sample(about, 2).join(' ')}`.trim(),
    `Entrega: ${lowerFirst(random.pick(automatic ? codeSteps : shipping))}`,
    `Garantia: ${lowerFirst(random.pick(automatic ? codeCare : guarantees))}`,
  ];
};

const sheet: Voice = (subject, { about }) => {
  const { category, row, condition, attributes, random } = subject;
  const lines = category.attributes
    .filter(({ key }) => attributes[key] !== undefined)
    .map(({ key, label }) => `${label}: ${spoken(attributes[key])}`);
  return [
    row[3],
    lines.length > 0 ? bullets(lines) : random.pick(about),
    `${conditionLine(category, condition, random)} ${random.pick(about)}`.trim(),
    random.pick(category.delivery === 'automatic' ? codeSteps : shipping),
  ];
};

const storyteller: Voice = (subject, known) => {
  const { category, random } = subject;
  const automatic = category.delivery === 'automatic';
  const questions = random.sample(automatic ? codeDoubts : doubts, 2);
  return [
    ...homely(subject, known),
    `Antes que perguntem:\n${bullets(questions)}`,
    random.pick(automatic ? codeCare : guarantees),
  ];
};

const voices: readonly Voice[] = [homely, shop, brief, storyteller, sheet];

function conditionLine(
  { delivery, parentSlug, slug }: SeedCategory,
  condition: Condition,
  random: Random,
): string {
  if (delivery === 'automatic' || slug === 'plantas-e-vasos' || parentSlug === 'jardim') return '';
  return random.pick(conditionLines[condition]);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `• ${line}`).join('\n');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function spoken(value: AttributeValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '');
}

const greetings: readonly string[] = [
  'Estou abrindo espaço em casa e este foi para a lista.',
  'Vendo com pena, mas quase não uso mais.',
  'Anúncio sincero: o que está escrito é o que você recebe.',
  'Item bem cuidado, procurando casa nova.',
  'Boa tarde. Segue tudo o que eu gostaria de saber se fosse comprar.',
  'Comprei, usei, gostei e agora passo adiante.',
  'Vai ficar melhor com você do que parado no meu armário.',
];

const codeGreetings: readonly string[] = [
  'Bom dia a quem acorda e a quem ainda não dormiu.',
  'Entrega a qualquer hora, inclusive no feriado.',
  'Sem fila e sem conversa comprida.',
  'Sobrou de um lote que comprei em promoção.',
];

const conditionLines: Readonly<Record<Condition, readonly string[]>> = {
  Novo: [
    'Novo, sem uso.',
    'Produto novo, conferido e embalado por mim.',
    'Nunca usado; abri só para fotografar.',
  ],
  Seminovo: [
    'Parece novo: usei pouco e guardei bem.',
    'Conservação ótima, com uma ou outra marca que só se vê de perto.',
    'Testado antes de anunciar. Tudo funciona como deve.',
  ],
  Usado: [
    'Marcas normais de uso, nada que atrapalhe. As fotos mostram.',
    'Usado e inteiro. Limpo e revisado antes do envio.',
    'Tem a idade que tem, mas foi bem tratado.',
  ],
  'Com defeito': ['Tem o defeito descrito acima e o preço já leva isso em conta. O resto funciona.'],
};

const shipping: readonly string[] = [
  'Embalo com plástico-bolha e caixa firme. Posto no mesmo dia em que o pagamento confirma, até as 16 h.',
  'Entrego em mãos em lugar público ou envio pelos Correios com código de rastreio.',
  'Envio em até um dia útil e ponho o código de rastreio aqui no pedido.',
  'Combino a retirada no fim da tarde ou no sábado de manhã; também posto pelos Correios.',
  'Postagem às terças e sextas, sempre com seguro.',
];

const guarantees: readonly string[] = [
  'Se chegar diferente do anúncio, devolvo sem discussão.',
  'Sete dias para testar em casa. Depois disso, converso e tento ajudar mesmo assim.',
  'O pagamento fica guardado na Praça até você confirmar, então compre tranquilo.',
];

const closings: readonly string[] = [
  'Qualquer dúvida, pergunte antes: respondo rápido.',
  'Não reservo sem pagamento; quem confirma primeiro leva.',
  'Levando duas peças eu melhoro o preço, é só perguntar.',
  'Não faço troca, obrigado pela compreensão.',
  'Responda o pedido quando chegar, para eu saber que deu tudo certo.',
];

const codeSteps: readonly string[] = [
  'O código aparece no seu pedido logo depois do pagamento. Copie e cole na página de resgate, sem espaços.',
  'Pagou, o código já está no pedido. Vale para qualquer hora do dia.',
  'Depois do pagamento, abra o pedido, mostre o código e resgate em seguida.',
];

const codeCare: readonly string[] = [
  'Confira a região da sua conta antes de comprar: código resgatado não tem troca.',
  'Se o código der erro, não tente muitas vezes. Abra uma reclamação no pedido e resolvemos.',
  'Cada código é único e veio de distribuidor oficial; guardo os comprovantes.',
];

const doubts: readonly string[] = [
  'Ainda está disponível? Se o anúncio está no ar, está.',
  'O preço é negociável? Um pouco, para quem paga e retira no mesmo dia.',
  'Aceita troca? Desta vez não.',
  'Envia para todo o Brasil? Envio, com rastreio.',
  'Por que está vendendo? Mudança de casa e pouco espaço.',
];

const codeDoubts: readonly string[] = [
  'Demora? Não, o código entra no pedido sozinho.',
  'Tem validade? Só a da loja, mas resgate logo.',
  'Posso comprar mais de um? Pode, cada unidade vem com o seu código.',
  'Serve em conta de outro país? Não, veja a região na ficha.',
];
