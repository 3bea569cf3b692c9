import type { Random } from '../random.ts';
import type { SeedCategory } from '../types.ts';
import type { Row } from './row.ts';

const greetings = [
  'Olá! Obrigado pela visita.',
  'Vendo porque quase não uso mais.',
  'Anúncio sincero: o que está escrito é o que você recebe.',
  'Item bem cuidado, procurando casa nova.',
  'Fotos reais, tiradas hoje.',
  'Estou abrindo espaço em casa e este foi para a lista.',
];

const conditions = [
  'Testado antes de anunciar: tudo funciona como deve.',
  'Marcas normais de uso, nada que atrapalhe. As fotos mostram.',
  'Guardado em lugar seco, longe de cheiro e de animais.',
  'Conservação ótima para o tempo de uso.',
  'Limpo e revisado antes do envio.',
];

const shipping = [
  'Embalo com plástico-bolha e caixa firme. Posto no mesmo dia em que o pagamento confirma, até as 16h.',
  'Entrego em mãos em local público ou envio pelos Correios com código de rastreio.',
  'Envio em até um dia útil e mando o código de rastreio aqui pela praça.',
  'Combino a retirada no fim da tarde ou no sábado de manhã; também posto pelos Correios.',
];

const closings = [
  'Qualquer dúvida, pergunte antes: respondo rápido.',
  'Se chegar diferente do combinado, devolvo sem discussão.',
  'Não reservo sem pagamento; quem confirma primeiro leva.',
  'Faço preço melhor em duas peças, é só perguntar.',
];

const codeSteps = [
  'O código aparece no seu pedido logo depois do pagamento. Copie e cole na página de resgate, sem espaços.',
  'Entrega automática, a qualquer hora: pagou, o código já está no pedido.',
  'Depois do pagamento, abra o pedido, toque em «Mostrar» e resgate em seguida.',
];

const codeCare = [
  'Confira a região da sua conta antes de comprar: código resgatado não tem troca.',
  'Se o código der erro, não tente muitas vezes: abra uma reclamação no pedido e resolvemos.',
  'Cada código é único e foi comprado de distribuidor oficial; guardo os comprovantes.',
];

/** A description as a person would write it: three or four short paragraphs around what is particular. */
export function describeItem(category: SeedCategory, [title, , , detail]: Row, random: Random): string {
  const automatic = category.delivery === 'automatic';
  const middle = automatic ? random.pick(codeSteps) : random.pick(conditions);
  const end = automatic ? random.pick(codeCare) : random.pick(shipping);
  const paragraphs = [`${random.pick(greetings)} ${lead(title)}`, detail, middle, end];
  if (random.chance(0.6)) paragraphs.push(random.pick(closings));
  return paragraphs.join('\n\n');
}

function lead(title: string): string {
  const thing = title.split(',')[0]!;
  return `${thing}${/[.!?]$/.test(thing) ? '' : '.'}`;
}
