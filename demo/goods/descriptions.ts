import type { Random } from '#demo/random.ts';
import { itemAt, seedFrom } from '#demo/random.ts';
import { sellerKinds } from '#demo/people/seller-kinds.ts';
import type { AttributeValue, PromisedHours, SeedCategory, SeedPerson, SeedShipping } from '#demo/types.ts';
import type { Condition } from './attributes.ts';
import { careLineOf, deliveryKindOf, deliveryLineOf } from './deliveries.ts';
import { leafPhrases } from './leaf-phrases.ts';
import { type Phrases, phrases } from './phrases.ts';
import type { Row } from './row.ts';

/** What a description is written from. */
export interface Subject {
  category: SeedCategory;
  row: Row;
  seller: SeedPerson;
  condition: Condition;
  promisedHours: PromisedHours;
  shipping: SeedShipping | null;
  attributes: Readonly<Record<string, AttributeValue>>;
  random: Random;
}

type Sayings = Pick<Phrases, 'about' | 'included'>;
type Voice = (subject: Subject, sayings: Sayings) => string[];

/** A description as its seller would write it: each seller keeps one voice. 30 to 5,000 characters. */
export function describeItem(subject: Subject): string {
  const voice = itemAt(isShop(subject) ? shopVoices : voices, seedFrom(subject.seller.username));
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
  const { row, random } = subject;
  const [first = '', second = '', ...rest] = random.shuffle(about);
  return [
    `${greeting(subject)} ${row[3]}`,
    `${conditionLine(subject)} ${first} ${second}`.trim(),
    ...(rest.length > 0 ? [rest.join(' ')] : []),
    `Vai junto:\n${bullets(included)}`,
    `Antes que perguntem:\n${bullets(random.sample(doubtsOf(subject), 3))}`,
    `${deliveryLine(subject)} ${careLine(subject)}`,
    random.pick(closings),
  ];
};

const voices: readonly Voice[] = [homely, brief, storyteller, sheet];
const shopVoices: readonly Voice[] = [shop, sheet, brief];

function conditionLine({ category: { delivery, parentSlug, slug }, condition, random }: Subject): string {
  if (delivery !== 'shipping' || parentSlug === 'jardim') return '';
  const lines = conditionLines[condition];
  const runs = running.has(parentSlug ?? '') && !still.has(slug);
  return random.pick(runs ? [...lines, ...runningLines[condition]] : lines);
}

function deliveryLine({ category, row, seller, promisedHours, shipping, random }: Subject): string {
  const kind = deliveryKindOf(category, row[0]);
  return deliveryLineOf(kind, { city: seller.city, promisedHours, shipping }, random);
}

function careLine({ category, row, random }: Subject): string {
  return careLineOf(deliveryKindOf(category, row[0]), random);
}

/** Shops do not tell of their homes. */
function isShop({ seller: { kind } }: Subject): boolean {
  return kind !== null && sellerKinds[kind] === 'new';
}

function greeting({ category, row, condition, random }: Subject): string {
  const kind = deliveryKindOf(category, row[0]);
  if (kind === 'code' || kind === 'trade') return random.pick(codeGreetings);
  if (category.delivery !== 'shipping') return random.pick(fileGreetings);
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
];

const fileGreetings: readonly string[] = [
  'Boa tarde. Segue tudo o que eu gostaria de saber se fosse comprar.',
  'Anúncio sincero: o que está escrito é o que você recebe.',
];

const conditionLines: Readonly<Record<Condition, readonly string[]>> = {
  Novo: ['Novo, sem uso.', 'Produto novo, conferido antes do envio.'],
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

function doubtsOf({ category, row }: Subject): readonly string[] {
  const kind = deliveryKindOf(category, row[0]);
  if (kind === 'code') return codeDoubts;
  if (kind === 'account' || kind === 'file') return accessDoubts;
  if (kind === 'trade' || kind === 'custom') return handDoubts;
  return kind === 'pickup' ? pickupDoubts : doubts;
}

/** Categories whose things can be switched on or played. */
const running: ReadonlySet<string> = new Set([
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

/** Leaves of those categories whose things only lie there. */
const still: ReadonlySet<string> = new Set([
  'acessorios-de-celular',
  'panelas-e-utensilios',
  'ferramentas-manuais',
  'acessorios-de-ciclismo',
]);

const runningLines: Readonly<Record<Condition, readonly string[]>> = {
  Novo: ['Novo, com a garantia do fabricante.'],
  Seminovo: ['Testado antes de anunciar. Tudo funciona como deve.'],
  Usado: ['Funciona como no primeiro dia.'],
  'Com defeito': [],
};

const closings: readonly string[] = [
  'Qualquer dúvida, pergunte antes: respondo rápido.',
  'Não reservo sem pagamento; quem confirma primeiro leva.',
  'Levando outro anúncio meu junto, eu melhoro o preço.',
  'Não faço troca, obrigado pela compreensão.',
  'Responda o pedido quando chegar, para eu saber que deu tudo certo.',
];

const doubts: readonly string[] = [
  'Ainda está disponível? Se o anúncio está no ar, está.',
  'O preço é negociável? Este já é o melhor que consigo.',
  'Aceita troca? Desta vez não.',
  'Envia para todo o Brasil? Envio, com rastreio.',
  'Tem desconto à vista? O preço já é o do Pix.',
];

const pickupDoubts: readonly string[] = [
  'Ainda está disponível? Se o anúncio está no ar, está.',
  'O preço é negociável? Este já é o melhor que consigo.',
  'Aceita troca? Desta vez não.',
  'Posso ver antes? Na retirada você confere tudo e só então me passa o código.',
  'Tem desconto à vista? O preço já é o do Pix.',
];

const handDoubts: readonly string[] = [
  'Demora? O prazo está no anúncio, e costumo entregar antes.',
  'Como combinamos? Na conversa do pedido, depois do pagamento.',
  'E se eu não gostar? Escreva no pedido que ajusto.',
];

const codeDoubts: readonly string[] = [
  'Demora? Não, o código entra no pedido na hora.',
  'Tem validade? Só a da loja, mas resgate logo.',
  'Posso comprar mais de um? Pode, cada unidade vem com o seu código.',
  'Recebo nota? Recebe o recibo do pedido, com todos os dados.',
];

const accessDoubts: readonly string[] = [
  'Demora? Não, o acesso entra no pedido na hora.',
  'Preciso conversar com você antes? Não, está tudo escrito aqui.',
  'Recebo nota? Recebe o recibo do pedido, com todos os dados.',
];
