import { categories } from './categories.ts';
import { type Exchange, exchanges, exchangesAboutDelivery } from './goods/exchanges.ts';
import { people } from './people.ts';
import { type Random, createRandom } from './random.ts';
import type { SeedListing } from './types.ts';

export interface SeedQuestion {
  listingKey: string;
  askerUsername: string;
  text: string;
  /** null when unanswered. */
  answer: string | null;
  daysAgo: number;
}

const asked = 96;
const askedTwice = 34;

/** Questions that fit what is sold, four in five answered. Some listings have two. */
export function questions(seed: number, listings: readonly SeedListing[]): SeedQuestion[] {
  const random = createRandom(seed ^ 0x51ce5);
  const open = listings.filter((listing) => listing.status === 'published' && listing.createdDaysAgo > 1);
  return random
    .sample(open, asked)
    .flatMap((listing, index) => questionsAbout(listing, index < askedTwice ? 2 : 1, random));
}

function questionsAbout(listing: SeedListing, count: number, random: Random): SeedQuestion[] {
  const askers = people.filter(
    (person) => person.sells.length === 0 && person.username !== listing.sellerUsername,
  );
  const who = random.sample(askers, count);
  return exchangesFor(listing, count, random).map(([text, answer], index) => ({
    listingKey: listing.key,
    askerUsername: who[index]!.username,
    text,
    answer: random.chance(0.8) ? answer : null,
    daysAgo: Math.max(0.1, random.next() * Math.min(6, listing.createdDaysAgo - 0.5)),
  }));
}

/** What fits the category and the thing itself; questions about delivery only fill what is missing. */
function exchangesFor(listing: SeedListing, count: number, random: Random): Exchange[] {
  const { categorySlug, title, stock } = listing;
  const top = categories.find((category) => category.slug === categorySlug)?.parentSlug ?? '';
  const thing = `${categorySlug} ${title}`;
  const particular = (exchanges[top] ?? []).filter(
    ([text]) => !misfits.some(([word, fit]) => word.test(text) && !fit.test(thing)),
  );
  const general = exchangesAboutDelivery(listing).filter(
    ([text]) => stock > 1 || !text.includes('levando dois'),
  );
  return [...random.shuffle(particular), ...random.shuffle(general)].slice(0, count);
}

/** A question with this word is only asked of this kind of thing. */
const misfits: readonly (readonly [word: RegExp, thing: RegExp])[] = [
  [/bateria hoje|da tela|tela\?|antigo dono|dois chips/, /smartphones/],
  [/carregador/, /smartphones|smartwatches/],
  [/B450/, /Memória|Processador|SSD NVMe/],
  [/Esquenta|minerar/, /Placa de vídeo|Notebook gamer/],
  [/ABNT2/, /^teclados-e-mouses Teclado/],
  [/bateria na prática/, /notebooks/],
  [/analógicos/, /controles/],
  [/quantos controles|barulho|desbloqueado/, /consoles/],
  [/disco está riscado/, /jogos-em-disco (?!.*lacrado)/],
  [/maleta/, /Furadeira|Parafusadeira|Serra|Esmerilhadeira/],
  [/peso total/, /camping|halteres|Kettlebell/],
  [/iPhone também|quanto a bateria/, /fones|caixas-de-som/],
  [/mancha na tela|controle remoto/, /tvs/],
  [/entrada para fone/, /caixas-de-som|tvs/],
  [/cliques|4K\?/, /cameras-digitais/],
  [/fungo|full frame/, /lentes/],
  [/porta de 70|montado\?|medidas/, /sofas|mesas/],
  [/pet em casa|cinza ou para bege/, /sofas|Tapete/],
  [/indução|antiaderente|lava-louças/, /[Pp]anela|Forma/],
  [/110 ou 220/, /cafeteiras|eletroportateis/],
  [/cápsulas/, /Nespresso|V60/],
  [/mandril/, /Furadeira|Parafusadeira/],
  [/obra/, /ferramentas-eletricas/],
  [/viva em|pouca luz|regar|tóxica|O vaso/, /plantas/],
  [/busto|Veste/, /moda-/],
  [/couro/, /couro|Bolsa|Tênis|All Star/],
  [/não servir|fio puxado/, /moda-|tenis/],
  [/barraca/, /Barraca/],
  [/murcha/, /Bola/],
  [/1,78|corrente|montada/, /bicicletas/],
  [/travas|recém-nascido|porta-malas/, /Carrinho|Cadeirinha|Berço/],
  [/Tem grifo|edição e o ano/, /ficcao|estudo/],
  [/volumes separados/, /Box|Coleção|volumes|Lote|lote/],
  [/braço|corda|começando/, /violoes/],
  [/captadores/, /Guitarra|Baixo/],
  [/caixa está amassada/, /bonecos|jogos-de-mesa/],
  [/disco tem risco/, /discos/],
  [/Faltam peças/, /jogos-de-mesa/],
  [/edição nacional/, /bonecos|jogos-de-mesa|discos/],
  [/PC fraco/, /chaves/],
  [/chave é global/, /chaves/],
  [/e-mail e a senha|banimento/, /contas/],
  [/servidor brasileiro/, /contas|moedas/],
  [/para Mac|formatar/, /licencas/],
  [/assinatura ativa|renovação/, /assinaturas/],
  [/imprimir/, /ebooks|Apostila|Moldes/],
  [/certificado/, /cursos/],
  [/saldo soma/, /gift-cards-(jogos|lojas)/],
];
