import { people } from './people.ts';
import { createRandom } from './random.ts';
import type { SeedListing } from './types.ts';

export interface SeedQuestion {
  listingKey: string;
  askerUsername: string;
  text: string;
  /** null when nobody has answered yet. */
  answer: string | null;
  daysAgo: number;
}

type Exchange = readonly [question: string, answer: string];

const aboutCodes: readonly Exchange[] = [
  [
    'Boa tarde! O código chega na hora mesmo ou demora?',
    'Chega no pedido assim que o pagamento confirma, em segundos.',
  ],
  ['Funciona em conta criada no Brasil?', 'Sim, é para conta brasileira. Outra região não aceita.'],
  [
    'Posso comprar dois de uma vez?',
    'Pode, é só escolher a quantidade. Cada unidade vem com um código diferente.',
  ],
  ['Tem prazo de validade para resgatar?', 'Não tem, mas recomendo resgatar no mesmo dia.'],
  [
    'Se der erro no resgate, como faço?',
    'Abra uma reclamação no pedido com a imagem do erro. Troco ou devolvo.',
  ],
];

const aboutThings: readonly Exchange[] = [
  ['Bom dia, ainda está disponível?', 'Bom dia! Enquanto o anúncio estiver no ar, sim.'],
  ['Qual é o motivo da venda?', 'Comprei outro modelo e este ficou parado.'],
  ['Acompanha a caixa original?', 'Acompanha, com manual e tudo.'],
  [
    'Tem algum defeito ou marca que não aparece nas fotos?',
    'Não. O que existe está nas fotos, pode ampliar.',
  ],
  ['Envia para o interior do Pará?', 'Envio para todo o Brasil, com rastreio.'],
  ['Consegue entregar hoje ainda?', 'Se o pagamento sair até as 16h, posto hoje.'],
  ['Tem nota fiscal?', 'Tenho sim, vai junto.'],
  ['Quanto tempo de uso?', 'Uns oito meses, pouco mesmo.'],
  ['Aceita troca por outro item?', 'No momento só venda mesmo, obrigado.'],
  ['Quais são as medidas certinhas?', 'Medi agora e coloquei na descrição, dá uma olhada.'],
];

const share = 130;

/** Questions that fit what is sold, most of them answered. */
export function questions(seed: number, listings: readonly SeedListing[]): SeedQuestion[] {
  const random = createRandom(seed ^ 0x51ce5);
  const open = listings.filter((listing) => listing.status === 'published' && listing.createdDaysAgo > 1);
  const askers = people.filter((person) => person.sells.length === 0).map((person) => person.username);
  return random.sample(open, share).map((listing) => {
    const [text, answer] = random.pick(listing.deliveryType === 'automatic' ? aboutCodes : aboutThings);
    return {
      listingKey: listing.key,
      askerUsername: random.pick(askers.filter((username) => username !== listing.sellerUsername)),
      text,
      answer: random.chance(0.8) ? answer : null,
      daysAgo: Math.max(0.1, random.next() * Math.min(6, listing.createdDaysAgo - 0.5)),
    };
  });
}
