import type { Random } from '#demo/random.ts';
import { itemAt, seedFrom } from '#demo/random.ts';
import type { AttributeValue, SeedCategory } from '#demo/types.ts';
import type { Condition } from './attributes.ts';
import { leafPhrases } from './leaf-phrases.ts';
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

type Sayings = Pick<Phrases, 'about' | 'included'>;
type Voice = (subject: Subject, sayings: Sayings) => string[];

/** A description as its seller would write it: each seller keeps one voice. 30 to 5,000 characters. */
export function describeItem(subject: Subject): string {
  const voice = itemAt(voices, seedFrom(subject.sellerUsername));
  return voice(subject, sayings(subject)).join('\n\n');
}

/** What may be said of this thing: a new one has no past. */
function sayings({ category, condition }: Subject): Sayings {
  const known = phrases[category.parentSlug ?? ''];
  if (!known) throw new Error(`no phrases for ${category.slug}`);
  const { about, used = [], included = known.included } = leafPhrases[category.slug] ?? known;
  return { about: condition === 'Novo' ? about : [...used, ...about], included };
}

const brief: Voice = (subject, { about }) => [
  `${subject.row[3]} ${conditionLine(subject)}`.trim(),
  `${subject.random.pick(about)} ${deliveryLine(subject)}`,
];

const homely: Voice = (subject, { about }) => {
  const { row, random } = subject;
  const [first = '', second = ''] = random.sample(about, 2);
  const paragraphs = [
    `${greeting(subject)} ${row[3]}`,
    `${conditionLine(subject)} ${first}`.trim(),
    second,
    deliveryLine(subject),
  ];
  return random.chance(0.65) ? [...paragraphs, random.pick(closings)] : paragraphs;
};

const shop: Voice = (subject, { about, included }) => [
  subject.row[3],
  `O que você recebe:\n${bullets(included)}`,
  `${conditionLine(subject)} ${subject.random.sample(about, 2).join(' ')}`.trim(),
  `Entrega: ${lowerFirst(deliveryLine(subject))}`,
  `Garantia: ${lowerFirst(careLine(subject))}`,
];

const sheet: Voice = (subject, { about }) => {
  const { category, row, attributes, random } = subject;
  const lines = category.attributes
    .filter(({ key }) => attributes[key] !== undefined && attributes[key] !== 'Sem marca')
    .map(({ key, label }) => `${label}: ${spoken(attributes[key])}`);
  return [
    row[3],
    lines.length > 0 ? bullets(lines) : random.pick(about),
    `${conditionLine(subject)} ${random.pick(about)}`.trim(),
    deliveryLine(subject),
  ];
};

const storyteller: Voice = (subject, { about, included }) => {
  const { category, row, random } = subject;
  const automatic = category.delivery === 'automatic';
  const [first = '', second = '', ...rest] = random.shuffle(about);
  return [
    `${greeting(subject)} ${row[3]}`,
    `${conditionLine(subject)} ${first} ${second}`.trim(),
    ...(rest.length > 0 ? [rest.join(' ')] : []),
    `Vai junto:\n${bullets(included)}`,
    `Antes que perguntem:\n${bullets(random.sample(automatic ? codeDoubts : doubts, 3))}`,
    `${deliveryLine(subject)} ${careLine(subject)}`,
    random.pick(closings),
  ];
};

const voices: readonly Voice[] = [homely, shop, brief, storyteller, sheet];

function conditionLine({ category: { delivery, parentSlug }, condition, random }: Subject): string {
  if (delivery === 'automatic' || parentSlug === 'jardim') return '';
  const lines = conditionLines[condition];
  return random.pick(runs.has(parentSlug ?? '') ? [...lines, ...runningLines[condition]] : lines);
}

function deliveryLine({ category, random }: Subject): string {
  if (category.delivery === 'manual') return random.pick(shipping);
  return random.pick(isFile(category) ? linkSteps : codeSteps);
}

function careLine({ category, random }: Subject): string {
  if (category.delivery === 'manual') return random.pick(guarantees);
  return random.pick(isFile(category) ? linkCare : codeCare);
}

/** Courses, books and templates come as a link, not as a code to redeem. */
function isFile({ parentSlug, slug }: SeedCategory): boolean {
  return parentSlug === 'cursos-e-ebooks' || slug === 'arquivos-e-modelos';
}

function greeting({ category, condition, random }: Subject): string {
  if (category.delivery === 'automatic') return random.pick(codeGreetings);
  return random.pick(condition === 'Novo' ? newGreetings : greetings);
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

const newGreetings: readonly string[] = [
  'Anúncio sincero: o que está escrito é o que você recebe.',
  'Boa tarde. Segue tudo o que eu gostaria de saber se fosse comprar.',
  'Poucas unidades, direto comigo.',
  'Tenho pronta entrega.',
];

const codeGreetings: readonly string[] = [
  'Bom dia a quem acorda e a quem ainda não dormiu.',
  'Entrega a qualquer hora, inclusive no feriado.',
  'Sem fila e sem conversa comprida.',
  'Sobrou de um lote que comprei em promoção.',
];

const conditionLines: Readonly<Record<Condition, readonly string[]>> = {
  Novo: ['Novo, sem uso.', 'Produto novo, conferido e embalado por mim.', 'Nunca usado, ainda na embalagem.'],
  Seminovo: [
    'Parece novo: usei pouco e guardei bem.',
    'Conservação ótima, com uma ou outra marca que só se vê de perto.',
    'Conferido antes de anunciar, sem defeito escondido.',
  ],
  Usado: [
    'Marcas normais de uso, nada que atrapalhe. As fotos mostram.',
    'Item usado e inteiro, limpo e revisado antes do envio.',
    'Tem a idade que tem, mas foi bem tratado.',
  ],
  'Com defeito': ['Tem o defeito descrito acima e o preço já leva isso em conta. O resto funciona.'],
};

/** Categories whose things can be switched on or played. */
const runs: ReadonlySet<string> = new Set([
  'celulares',
  'informatica',
  'games',
  'audio-e-tv',
  'cameras',
  'cozinha',
  'ferramentas',
  'ciclismo',
  'instrumentos',
]);

const runningLines: Readonly<Record<Condition, readonly string[]>> = {
  Novo: ['Liguei uma vez para conferir e guardei de novo.'],
  Seminovo: ['Testado antes de anunciar. Tudo funciona como deve.'],
  Usado: ['Funciona como no primeiro dia.'],
  'Com defeito': [],
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

const linkSteps: readonly string[] = [
  'O link pessoal aparece no seu pedido logo depois do pagamento.',
  'Pagou, o acesso já está no pedido. Guarde o link em lugar seguro.',
];

const linkCare: readonly string[] = [
  'Se o link não abrir, escreva no pedido que eu mando outro.',
  'O acesso é pessoal. Se não gostar do material, peça o reembolso em até sete dias.',
];

const doubts: readonly string[] = [
  'Ainda está disponível? Se o anúncio está no ar, está.',
  'O preço é negociável? Um pouco, para quem paga e retira no mesmo dia.',
  'Aceita troca? Desta vez não.',
  'Envia para todo o Brasil? Envio, com rastreio.',
  'Tem desconto à vista? O preço já é o do Pix.',
];

const codeDoubts: readonly string[] = [
  'Demora? Não, o código entra no pedido sozinho.',
  'Tem validade? Só a da loja, mas resgate logo.',
  'Posso comprar mais de um? Pode, cada unidade vem com o seu código.',
  'Recebo nota? Recebe o recibo do pedido, com todos os dados.',
];
