import type { DrawingKind } from '#demo/drawings/kinds.ts';
import type { ProductColor } from '#demo/drawings/color.ts';
import { itemAt } from '#demo/random.ts';

/** The colour the title names, else one that such a thing is really sold in. */
export function colorOf(title: string, kind: DrawingKind, position: number): ProductColor {
  if (kind === 'plant') return itemAt(foliage, position);
  const named = namedColors.find(([pattern]) => pattern.test(title));
  return named ? named[1] : itemAt(palettes[kind] ?? lively, position);
}

/** A second colour that is not the first. */
export function accentFor(color: ProductColor, kind: DrawingKind, position: number): ProductColor {
  const palette = accents[kind] ?? lively;
  const choice = itemAt(palette, position);
  return choice === color ? itemAt(palette, position + 1) : choice;
}

const namedColors: readonly (readonly [pattern: RegExp, color: ProductColor])[] = [
  [/azul-marinho|meia-noite/i, 'navy'],
  [/verde-oliva/i, 'olive'],
  [/cinza espacial|grafite|carbono/i, 'graphite'],
  [/azul e vermelho/i, 'cobalt'],
  [/\bazul\b/i, 'cobalt'],
  [/\bverde\b|jardinagem/i, 'green'],
  [/\bvermelh[oa]s?\b/i, 'red'],
  [/\bpret[oa]s?\b|G-Shock/i, 'black'],
  [/\bbranc[oa]s?\b/i, 'white'],
  [/\bprata\b|inox|alumínio|titânio/i, 'silver'],
  [/\brosa\b/i, 'rose'],
  [/\broxo\b/i, 'purple'],
  [/violeta/i, 'lilac'],
  [/coral/i, 'orange'],
  [/couro sintético/i, 'yellow'],
  [/caramelo|couro/i, 'brown'],
  [/mostarda/i, 'mustard'],
  [/dourado|latão/i, 'gold'],
  [/tartaruga|mogno|freijó/i, 'brown'],
  [/madeira|maple|basquete/i, 'wood'],
  [/moldura de corda/i, 'sand'],
  [/\bbordô/i, 'wine'],
  [/AirPods|Orquídea/i, 'white'],
  [/herói/i, 'red'],
  [/linho cinza|\bcinza\b/i, 'gray'],
  [/jeans/i, 'navy'],
  [/vime|linho|palhinha|algodão/i, 'sand'],
  [/barro|cerâmica/i, 'terracotta'],
  [/ferro/i, 'graphite'],
];

const lively: readonly ProductColor[] = [
  'cobalt',
  'terracotta',
  'teal',
  'mustard',
  'wine',
  'sage',
  'orange',
  'navy',
  'rose',
  'purple',
  'green',
  'sky',
];
const devices: readonly ProductColor[] = [
  'graphite',
  'silver',
  'black',
  'white',
  'navy',
  'gray',
  'sand',
  'teal',
];
const foliage: readonly ProductColor[] = ['green', 'olive', 'teal', 'sage'];
const timber: readonly ProductColor[] = ['wood', 'brown', 'beige', 'terracotta', 'sand'];
const metals: readonly ProductColor[] = ['gold', 'silver', 'mustard', 'terracotta'];

const palettes: Partial<Record<DrawingKind, readonly ProductColor[]>> = {
  phone: devices,
  laptop: ['silver', 'graphite', 'gray', 'navy', 'sand', 'black', 'white'],
  monitor: ['graphite', 'black', 'silver', 'white'],
  tv: ['cobalt', 'terracotta', 'teal', 'wine', 'mustard'],
  keyboard: ['graphite', 'sand', 'navy', 'white', 'sage', 'gray'],
  mouse: ['graphite', 'white', 'black', 'silver'],
  tablet: devices,
  smartwatch: devices,
  router: ['white', 'graphite', 'silver', 'navy', 'black'],
  graphicsCard: ['graphite', 'silver', 'black'],
  memory: ['graphite', 'red', 'silver', 'navy', 'teal'],
  processor: ['teal', 'graphite', 'gray', 'navy'],
  gameConsole: ['white', 'graphite', 'gray', 'black', 'silver', 'orange'],
  headphones: ['graphite', 'cobalt', 'beige', 'wine', 'black', 'teal'],
  actionCamera: ['graphite', 'black'],
  camera: ['graphite', 'black', 'brown', 'silver', 'navy', 'olive'],
  lens: ['graphite', 'black', 'gray', 'navy', 'silver'],
  desk: timber,
  shelf: timber,
  chair: ['teal', 'wood', 'graphite', 'terracotta', 'mustard'],
  sofa: ['sage', 'terracotta', 'navy', 'mustard'],
  guitar: ['wood', 'brown', 'beige', 'terracotta', 'wine'],
  drum: ['wine', 'teal', 'cobalt', 'terracotta'],
  plant: foliage,
  wateringCan: ['green', 'teal', 'terracotta'],
  coins: metals,
  trophy: ['gold', 'silver', 'mustard', 'terracotta', 'teal', 'purple', 'cobalt'],
  sword: metals,
  chest: ['brown', 'wood'],
  watch: ['gold', 'silver', 'graphite', 'brown'],
  ball: ['white', 'yellow', 'cobalt'],
  racket: ['cobalt', 'red', 'black'],
  dumbbell: ['graphite', 'navy', 'teal', 'wine', 'black'],
  drill: ['teal', 'yellow', 'navy', 'orange', 'cobalt', 'red'],
  toolbox: ['red', 'graphite', 'cobalt', 'orange'],
  handTools: ['red', 'cobalt', 'orange', 'graphite'],
  coffeeMaker: ['silver', 'graphite', 'red', 'wine', 'teal', 'sand'],
  appliance: ['red', 'graphite', 'white', 'silver', 'teal'],
  robotVacuum: ['white', 'graphite'],
  figure: ['red', 'navy', 'purple', 'green', 'teal'],
  pans: ['red', 'graphite', 'silver', 'teal', 'terracotta', 'mustard'],
  rug: ['sand', 'terracotta', 'navy'],
  knives: ['graphite', 'brown', 'black'],
  speaker: ['graphite', 'cobalt', 'brown', 'silver', 'wood', 'teal'],
};

const accents: Partial<Record<DrawingKind, readonly ProductColor[]>> = {
  chair: ['beige', 'mustard', 'sand', 'rose'],
  sofa: ['mustard', 'terracotta', 'beige', 'sky'],
  desk: ['graphite', 'teal', 'brown', 'terracotta', 'mustard'],
  shelf: ['terracotta', 'teal', 'wine', 'navy'],
  plant: ['terracotta', 'white', 'mustard', 'navy', 'beige', 'rose'],
  knives: ['wood', 'beige', 'brown'],
  camera: ['silver', 'graphite', 'black'],
  lens: ['red', 'gold', 'cobalt'],
  guitar: ['brown', 'white', 'black', 'sand'],
  coffeeMaker: ['graphite', 'brown', 'terracotta'],
  speaker: ['graphite', 'gold', 'terracotta', 'silver'],
  handTools: ['brown', 'navy', 'olive', 'graphite'],
  toyCar: ['white', 'sand'],
  dress: ['white', 'mustard', 'rose', 'sand', 'gold'],
  watch: ['brown', 'navy', 'black', 'wine'],
  bicycle: ['orange', 'sand', 'mustard', 'graphite', 'teal'],
  headphones: ['black', 'brown', 'gray', 'terracotta'],
};
