import type { SeedShipping } from '#demo/types.ts';
import { sellerKinds } from '#demo/people/seller-kinds.ts';
import { createRandom, seedFrom } from '#demo/random.ts';
import type { SeedPerson } from '#demo/types.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import { chargedGrams } from '#domain/shipping/tariffs.ts';

/** Grams, and centimetres of length, width and height, packed; null for what no carrier takes. */
type Packed = readonly [grams: number, length: number, width: number, height: number] | null;

/** The packed thing; null where it is too large or too heavy for a parcel and is picked up. */
export function parcelOf(categorySlug: string, title: string): Parcel | null {
  const particular = particulars.find(([pattern]) => pattern.test(title));
  const packed = particular ? particular[1] : byCategory[categorySlug];
  if (packed === undefined) throw new Error(`no parcel for ${categorySlug} (${title})`);
  if (!packed) return null;
  const [weightGrams, lengthCm, widthCm, heightCm] = packed;
  return { weightGrams, lengthCm, widthCm, heightCm };
}

/** Heavy things are often picked up by neighbours; some sellers pay the freight of what is light and not cheap. */
export function shippingOf(
  parcel: Parcel,
  { title, priceCents, seller }: { title: string; priceCents: number; seller: SeedPerson },
): SeedShipping {
  const random = createRandom(seedFrom(`envio ${title}`));
  const isLight = chargedGrams(parcel, defaultShippingRules.limits.pac) <= 2_000;
  return {
    parcel,
    handlingDays: handlingDaysOf(seller),
    freeShipping: isLight && priceCents >= 8_000 && random.chance(0.3),
    alsoPickup: random.chance(isLight ? 0.15 : 0.55),
  };
}

/** Shops post the next day; people when they get to it; who makes things by hand takes longest. */
function handlingDaysOf({ username, kind }: SeedPerson): SeedShipping['handlingDays'] {
  const deals = kind === null ? 'used' : sellerKinds[kind];
  if (deals === 'new') return 1;
  if (deals === 'handmade') return 4;
  return ([1, 2, 3] as const)[seedFrom(username) % 3]!;
}

/** Title → packed thing; the first that fits wins. */
const particulars: readonly (readonly [pattern: RegExp, packed: Packed])[] = [
  [/^Sofá|^Poltrona|^Mesa de jantar|^Estante (?:de ferro|modulada)|^Berço|^Escada|^Compressor/, null],
  [/^Esteira|^Banco supino|20 kg$|^Piano|^Bateria eletrônica|^Baixo|^Palmeira/, null],
  [/^(?:Smart TV|TV) (?!TCL)|^Bicicleta (?:aro 29|urbana|retrô)|^Bike|^Mountain|^Speed/, null],
  [/TCL 32"/, [6_000, 82, 56, 14]],
  [/^Projetor/, [4_500, 46, 36, 22]],
  [/infantil aro 1[26]/, [9_800, 95, 54, 22]],
  [/^Carregador portátil/, [500, 18, 12, 6]],
  [/^Carregador|^Película|^Adaptador/, [250, 18, 12, 6]],
  [/^Anel de luz/, [1_500, 36, 34, 10]],
  [/^Mouse/, [400, 20, 14, 8]],
  [/portátil 15,6"/, [2_200, 44, 32, 10]],
  [/^Monitor .*2[79]"/, [8_200, 76, 52, 18]],
  [/^Placa de vídeo/, [1_800, 40, 25, 12]],
  [/^SSD|^Memória/, [200, 20, 12, 3]],
  [/^Processador/, [500, 16, 14, 10]],
  [/^Placa-mãe/, [1_600, 32, 28, 10]],
  [/^Fonte/, [2_800, 32, 24, 14]],
  [/^Kit mesh/, [1_800, 38, 28, 14]],
  [/^Nintendo Switch/, [1_500, 38, 24, 12]],
  [/^PlayStation 5/, [5_500, 52, 44, 20]],
  [/^Volante/, [9_000, 45, 40, 35]],
  [/^Controle arcade/, [4_500, 48, 32, 20]],
  [/AirPods|Buds|Fones KZ/, [250, 14, 12, 7]],
  [/^Soundbar/, [7_500, 100, 42, 20]],
  [/^Caixa amplificada/, [16_000, 72, 46, 40]],
  [/^Caixa de estante/, [6_500, 44, 32, 30]],
  [/^Caixa retrô/, [2_500, 36, 26, 24]],
  [/70-300/, [1_300, 28, 18, 18]],
  [/^Cadeira de escritório/, [16_000, 75, 62, 34]],
  [/^Cadeira/, [6_500, 90, 48, 48]],
  [/^Puff/, [3_500, 52, 52, 40]],
  [/^Escrivaninha/, [22_000, 105, 55, 16]],
  [/^Mesa de centro/, [14_000, 78, 78, 14]],
  [/^Mesa de apoio/, [9_000, 62, 62, 14]],
  [/^Estante de livros/, [14_000, 95, 40, 16]],
  [/^Luminária de piso/, [5_000, 105, 40, 20]],
  [/^Quadro/, [3_800, 90, 70, 8]],
  [/^Espelho/, [5_500, 68, 68, 10]],
  [/^Tapete de algodão/, [4_500, 62, 50, 22]],
  [/gravuras/, [2_800, 58, 46, 10]],
  [/^Castiçais/, [1_800, 34, 26, 14]],
  [/^Faca/, [500, 38, 12, 5]],
  [/^Jogo de facas/, [2_600, 46, 30, 10]],
  [/^Panela de ferro/, [4_200, 38, 30, 14]],
  [/^Panela de acampamento/, [1_300, 30, 30, 20]],
  [/^Aparelho de jantar/, [11_500, 44, 36, 34]],
  [/italiana|^Moedor|^Prensa|V60/, [1_400, 30, 22, 18]],
  [/^Forno/, [12_500, 66, 52, 44]],
  [/^Batedeira/, [11_500, 46, 38, 34]],
  [/^Ferro a vapor/, [2_200, 40, 22, 20]],
  [/^Caixa (?:de ferr|metálica)/, [8_500, 46, 36, 20]],
  [/^Zamioculca/, [6_000, 80, 34, 34]],
  [/^Alecrim/, [1_200, 32, 18, 18]],
  [/^Vasos/, [5_200, 36, 34, 32]],
  [/infantil com luz/, [700, 28, 20, 12]],
  [/couro legítimo|^Casaco/, [1_800, 44, 36, 12]],
  [/^Jaqueta|^Blazer|^Corta-vento/, [900, 36, 30, 8]],
  [/cargueira/, [2_600, 72, 38, 26]],
  [/^Mala de bordo/, [3_600, 58, 40, 25]],
  [/^Bolsa/, [900, 36, 30, 12]],
  [/^Mochila/, [1_200, 46, 34, 16]],
  [/^Relógio de parede/, [4_500, 62, 38, 18]],
  [/^Relógio/, [400, 16, 14, 10]],
  [/^Óculos|^Armação/, [250, 18, 10, 8]],
  [/^Raquete|beach tennis/, [1_200, 74, 32, 10]],
  [/^Skate/, [3_000, 84, 24, 16]],
  [/^Barraca para 4/, [6_500, 66, 26, 26]],
  [/^Bastões/, [900, 70, 16, 10]],
  [/^Cooler/, [5_500, 54, 40, 42]],
  [/halteres/, [20_600, 36, 30, 22]],
  [/kettlebells/, [24_500, 34, 30, 28]],
  [/^Tapete de (?:yoga|ioga)/, [1_300, 64, 16, 16]],
  [/^Sapatilha/, [1_200, 35, 24, 14]],
  [/^Carrinho de bebê leve/, [7_200, 80, 48, 30]],
  [/^Bebê conforto/, [6_000, 72, 48, 46]],
  [/^Banheira/, [2_600, 84, 50, 26]],
  [/^Casinha/, [6_500, 64, 46, 40]],
  [/^Box|^Coleção|^Kit com 6 livros|volumes 1 a|7 álbuns/, [3_800, 26, 24, 20]],
  [/^Vade mecum|^Atlas|^Cálculo/, [2_500, 28, 22, 8]],
  [/^Guitarra Epiphone/, [9_500, 105, 45, 18]],
  [/^Ukulele|^Cavaquinho/, [1_800, 76, 32, 14]],
  [/^Cajón/, [6_500, 54, 36, 36]],
  [/^Teclado Casio/, [6_000, 99, 36, 14]],
  [/^Estátua/, [2_600, 40, 28, 26]],
  [/^Toca-discos/, [5_200, 44, 42, 18]],
  [/cartas|^Deck/, [500, 22, 16, 8]],
  [/^Xadrez/, [2_600, 44, 24, 10]],
];

/** What the other things of a category are packed in. */
const byCategory: Readonly<Record<string, Packed>> = {
  smartphones: [600, 20, 14, 8],
  'acessorios-de-celular': [250, 22, 16, 4],
  smartwatches: [400, 18, 12, 10],
  notebooks: [3_500, 48, 36, 12],
  'teclados-e-mouses': [1_400, 48, 20, 8],
  monitores: [5_500, 64, 46, 16],
  redes: [900, 30, 24, 10],
  consoles: [4_500, 48, 40, 18],
  controles: [500, 20, 18, 10],
  'jogos-em-disco': [200, 20, 15, 3],
  'fones-de-ouvido': [900, 26, 24, 12],
  'caixas-de-som': [1_000, 26, 16, 14],
  'cameras-digitais': [1_500, 28, 22, 18],
  lentes: [900, 20, 16, 16],
  iluminacao: [2_000, 40, 34, 30],
  'objetos-e-quadros': [3_500, 40, 30, 30],
  'panelas-e-utensilios': [2_500, 38, 32, 22],
  cafeteiras: [4_200, 42, 34, 30],
  eletroportateis: [5_200, 44, 38, 32],
  'ferramentas-eletricas': [3_000, 40, 34, 14],
  'ferramentas-manuais': [1_900, 34, 24, 9],
  'plantas-e-vasos': [2_600, 60, 26, 26],
  jardinagem: [1_400, 46, 26, 26],
  tenis: [1_300, 35, 24, 14],
  'moda-feminina': [450, 32, 26, 5],
  'moda-masculina': [350, 30, 24, 4],
  'bolas-e-quadra': [700, 26, 26, 26],
  'camping-e-trilha': [1_900, 46, 24, 22],
  'acessorios-de-ciclismo': [900, 36, 28, 24],
  'carrinhos-e-passeio': [12_000, 98, 52, 34],
  brinquedos: [1_400, 36, 28, 14],
  ficcao: [500, 24, 17, 4],
  'estudo-e-nao-ficcao': [600, 24, 17, 5],
  'quadrinhos-e-mangas': [700, 27, 19, 5],
  'violoes-e-guitarras': [4_800, 105, 45, 15],
  'teclas-e-percussao': [1_300, 46, 28, 11],
  'bonecos-e-miniaturas': [500, 22, 16, 12],
  'discos-de-vinil': [600, 34, 34, 4],
  'jogos-de-mesa-e-cards': [1_900, 32, 32, 10],
};
