import { itemAt } from '#demo/random.ts';
import { colorDistance, lightness, mix } from './color.ts';
import type { Pen } from './pen.ts';

/** A studio: the wall, the floor it stands on and the shape between them. */
export interface Studio {
  wall: string;
  floor: string;
  shape: string;
}

export const studios: readonly Studio[] = [
  { wall: '#f3eee5', floor: '#e6ddcd', shape: '#e0d2ba' },
  { wall: '#dfe9f7', floor: '#c8d8ef', shape: '#b9cfee' },
  { wall: '#fae6b8', floor: '#f0d088', shape: '#f3c767' },
  { wall: '#dfe8da', floor: '#c6d4be', shape: '#b5c9ab' },
  { wall: '#f1dccf', floor: '#e1c0ac', shape: '#dcb097' },
  { wall: '#2b57b3', floor: '#204692', shape: '#3c6dcb' },
  { wall: '#e9e2f2', floor: '#d3c7e3', shape: '#c6b6dc' },
  { wall: '#eceef1', floor: '#d9dee4', shape: '#cfd6de' },
  { wall: '#f8e3e0', floor: '#ebc8c6', shape: '#e7b9b8' },
  { wall: '#273149', floor: '#1d2539', shape: '#37445f' },
  { wall: '#d8ece7', floor: '#b9d9d1', shape: '#a5cdc3' },
  { wall: '#3f5c4d', floor: '#33493e', shape: '#527463' },
  { wall: '#f5d9b8', floor: '#e8bd8d', shape: '#eaa96a' },
  { wall: '#6c3147', floor: '#572538', shape: '#87435c' },
  { wall: '#cfe0ea', floor: '#aecbdb', shape: '#9bbfd4' },
  { wall: '#1f6f6d', floor: '#185856', shape: '#348a86' },
  { wall: '#f2cdb6', floor: '#e2a98a', shape: '#e59a75' },
  { wall: '#54447f', floor: '#433568', shape: '#6c5b9b' },
  { wall: '#ebe4c8', floor: '#d6cc9f', shape: '#cfc186' },
  { wall: '#b45c3d', floor: '#96482d', shape: '#cc7453' },
  { wall: '#d9dccb', floor: '#bfc5aa', shape: '#b1b996' },
];

/** The n-th studio that sets off a product of this colour, by lightness or by hue. */
export function studioFor(productColor: string, position: number): Studio {
  const fitting = studios.filter(({ wall, floor }) => {
    const gap = Math.min(
      Math.abs(lightness(wall) - lightness(productColor)),
      Math.abs(lightness(floor) - lightness(productColor)),
    );
    return gap > 0.3 || (gap > 0.1 && colorDistance(floor, productColor) > 0.42);
  });
  return itemAt(fitting.length > 0 ? fitting : studios, position);
}

type Painter = (pen: Pen, studio: Studio) => string;

/** Wall and floor behind a standing product. The floor begins at y = 610. */
export function standingBackdrop(pen: Pen, studio: Studio, style: number): string {
  return room(pen, studio) + itemAt(standingPainters, style)(pen, studio);
}

/** The table under a product seen from above. */
export function flatBackdrop(pen: Pen, studio: Studio, style: number): string {
  const light = mix(studio.wall, '#ffffff', 0.25);
  return (
    pen.rect(0, 0, 1200, 900, 0, pen.fade(light, studio.floor, 'diagonal')) +
    itemAt(flatPainters, style)(pen, studio)
  );
}

function room({ rect, fade }: Pen, { wall, floor }: Studio): string {
  const light = mix(wall, '#ffffff', 0.22);
  const near = mix(floor, wall, 0.35);
  return (
    rect(0, 0, 1200, 640, 0, fade(light, wall, 'diagonal')) + rect(0, 610, 1200, 290, 0, fade(floor, near))
  );
}

const seamless: Painter = ({ rect, fade, circle, soft, glow }, { wall, floor, shape }) =>
  rect(0, 0, 1200, 900, 0, fade(mix(wall, '#ffffff', 0.2), mix(floor, shape, 0.4))) +
  soft(0.7, circle(430, 330, 520, glow(mix(wall, '#ffffff', 0.55), wall))).replace(
    '<g',
    '<g style="mix-blend-mode:soft-light"',
  );

const arch: Painter = ({ path, fade }, { shape, wall }) =>
  path('M300 610V400a300 300 0 0 1 600 0v210z', fade(shape, mix(shape, wall, 0.55)));

const sideArch: Painter = ({ path, fade, rect }, { shape, wall, floor }) =>
  path('M640 610V330a220 220 0 0 1 440 0v280z', fade(shape, mix(shape, wall, 0.5))) +
  rect(120, 470, 330, 140, 0, mix(floor, shape, 0.5));

const disc: Painter = ({ circle, fade, rect }, { shape, wall, floor }) =>
  circle(600, 380, 300, fade(shape, mix(shape, wall, 0.6), 'diagonal')) + rect(0, 610, 1200, 80, 0, floor);

const panels: Painter = ({ rect, fade }, { shape, wall }) =>
  rect(0, 0, 430, 610, 0, fade(mix(shape, wall, 0.35), mix(shape, wall, 0.7))) +
  rect(770, 150, 250, 460, 0, fade(shape, mix(shape, wall, 0.45)));

const windowLight: Painter = ({ path, soft }, { wall }) => {
  const light = mix(wall, '#ffffff', 0.85);
  return soft(
    lightness(wall) > 0.6 ? 0.34 : 0.1,
    path('M180 0h190L690 610H500z', light),
    path('M410 0h190L920 610H730z', light),
    path('M500 610h190l110 290H610z', light),
    path('M730 610h190l110 290H840z', light),
  );
};

const azulejo: Painter = ({ path, soft }, { shape }) => {
  const cells: string[] = [];
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 10; column += 1) {
      const x = column * 122;
      const y = row * 122;
      const flipped = (row + column) % 2 === 0;
      cells.push(
        flipped
          ? `M${x} ${y}h122a122 122 0 0 1-122 122z`
          : `M${x + 122} ${y + 122}h-122a122 122 0 0 1 122-122z`,
      );
    }
  return soft(0.5, path(cells.join(''), shape));
};

const shelfWall: Painter = ({ rect, fade }, { shape, floor }) =>
  rect(0, 610, 1200, 18, 0, mix(floor, shape, 0.6)) +
  rect(0, 640, 1200, 260, 0, fade(floor, mix(floor, shape, 0.5)));

const standingPainters: readonly Painter[] = [
  seamless,
  arch,
  panels,
  disc,
  windowLight,
  sideArch,
  azulejo,
  shelfWall,
];

const splitTable: Painter = ({ path }, { shape, wall }) =>
  path('M0 900V640L1200 180v720z', mix(shape, wall, 0.25));
const roundTable: Painter = ({ circle, fade }, { shape, wall }) =>
  circle(600, 450, 400, fade(shape, mix(shape, wall, 0.6), 'diagonal'));
const bands: Painter = ({ rect }, { shape, wall }) =>
  [0, 1, 2, 3].map((band) => rect(75 + band * 300, 0, 150, 900, 0, mix(shape, wall, 0.45))).join('');
const paperSheets: Painter = ({ rect, group }, { wall, shape }) =>
  group('rotate(-9 600 450)', rect(210, 60, 620, 800, 0, mix(wall, '#ffffff', 0.5))) +
  group('rotate(7 600 450)', rect(620, 160, 420, 560, 0, mix(shape, wall, 0.3)));
const leafShadow: Painter = ({ path, soft }, { floor, shape }) =>
  soft(
    0.5,
    ...[0, 1, 2, 3, 4].map((leaf) =>
      path(
        `M1200 ${40 + leaf * 130}Q${900 - leaf * 30} ${leaf * 150 - 40} ${640 + leaf * 60} ${150 + leaf * 150}Q${960} ${150 + leaf * 140} 1200 ${40 + leaf * 130}z`,
        mix(floor, shape, 0.8),
      ),
    ),
  );
const plainTable: Painter = ({ circle, soft }, { wall }) =>
  soft(0.5, circle(320, 240, 420, mix(wall, '#ffffff', 0.4)));

const flatPainters: readonly Painter[] = [
  splitTable,
  roundTable,
  bands,
  azulejo,
  paperSheets,
  plainTable,
  leafShadow,
];
