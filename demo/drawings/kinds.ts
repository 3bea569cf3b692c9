import { trekkingPoles } from './gym.ts';
import { orchid } from './yard.ts';
import { actionCamera, camera, instantCamera, lens } from './photo.ts';
import { chest, coins, gem, sword } from './treasure.ts';
import { controller, gameBox, gameConsole, trophy } from './gaming.ts';
import { documents, giftCard, keyCard, playWindow, softwareBox } from './papers.ts';
import { graphicsCard, memory, router, tablet } from './components.ts';
import { keyboard, laptop, monitor, mouse } from './computers.ts';
import { charger, phone, phoneCase, smartwatch } from './phones.ts';
import { earbuds, headphones, speaker, tv } from './sound.ts';
import { chair, desk, shelf, sofa } from './furniture.ts';
import { lamp, pictureFrame, vase } from './decor.ts';
import { appliance, coffeeMaker, knives, pans } from './kitchen.ts';
import { drill, handTools, plant, toolbox, wateringCan } from './workshop.ts';
import { backpack, glasses, handbag, watch } from './accessories.ts';
import { ball, dumbbell, racket, skate, tent } from './outdoors.ts';
import { bicycle, helmet, stroller, toyBlocks } from './riding.ts';
import { boardGame, puzzle } from './tabletop.ts';
import { book, comics } from './reading.ts';
import { drumPads, guitar, piano, vinyl } from './music.ts';
import { dress, jacket, shirt, skirt, sneakers } from './fashion.ts';
import { drum, figure, robotVacuum, sewingMachine, toyCar } from './playroom.ts';
import { candlesticks, mirror, ringLight, rug, wallClock } from './household.ts';
import { processor } from './processor.ts';
import type { Drawing } from './product.ts';

/** Every kind of product the studio can draw. */
export const drawings = {
  giftCard,
  keyCard,
  documents,
  softwareBox,
  playWindow,
  trophy,
  coins,
  sword,
  gem,
  chest,
  phone,
  phoneCase,
  charger,
  smartwatch,
  laptop,
  tablet,
  keyboard,
  mouse,
  monitor,
  graphicsCard,
  memory,
  router,
  gameConsole,
  controller,
  gameBox,
  headphones,
  earbuds,
  speaker,
  tv,
  camera,
  lens,
  sofa,
  chair,
  desk,
  shelf,
  lamp,
  vase,
  pictureFrame,
  pans,
  coffeeMaker,
  appliance,
  knives,
  drill,
  toolbox,
  handTools,
  plant,
  wateringCan,
  sneakers,
  dress,
  jacket,
  shirt,
  backpack,
  handbag,
  watch,
  glasses,
  ball,
  racket,
  skate,
  dumbbell,
  tent,
  bicycle,
  helmet,
  stroller,
  toyBlocks,
  book,
  comics,
  vinyl,
  boardGame,
  guitar,
  piano,
  drum,
  figure,
  toyCar,
  robotVacuum,
  sewingMachine,
  processor,
  rug,
  mirror,
  wallClock,
  orchid,
  trekkingPoles,
  actionCamera,
  instantCamera,
  ringLight,
  candlesticks,
  skirt,
  drumPads,
  puzzle,
} as const satisfies Record<string, Drawing>;

export type DrawingKind = keyof typeof drawings;
