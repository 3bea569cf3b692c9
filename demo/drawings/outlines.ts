import { itemAt } from '#demo/random.ts';

/** Contours that both a drawing and its shadow follow. */
export const contours = {
  controller:
    'M-210-190C-130-214 130-214 210-190C300-168 372 40 356 150C344 226 262 232 222 168L160 84H-160L-222 168C-262 232-344 226-356 150C-372 40-300-168-210-190z',
  skate: 'M-320-120H320Q450-120 450 0T320 120H-320Q-450 120-450 0T-320-120z',
  shirt:
    'M-100-300Q-170-290-210-262L-340-80L-226-10L-184-74L-190 310Q0 334 190 310L184-74L226-10L340-80L210-262Q170-290 100-300Q0-230-100-300z',
  jacket: 'M-90-310Q-150-300-190-250L-176 290Q0 320 176 290L190-250Q150-300 90-310Q0-250-90-310z',
  sleeve: 'M-150-270Q-230-240-260-120L-320 210Q-280 240-226 226L-150-20z',
} as const;

/** A dress is longer and wider in some variants. */
export function dressContour(variant: number): string {
  const hem = variant % 3 === 1 ? 370 : 300;
  const skirt = variant % 2 ? 270 : 210;
  return `M-70-330Q-60-260-110-210Q-80-150-86-70L-${skirt} ${hem}Q0 ${hem + 44} ${skirt} ${hem}L86-70Q80-150 110-210Q60-260 70-330L40-340Q0-270-40-340z`;
}

/** What a product lying on the table covers, as unpainted shapes: the stage makes its shadow of them. */
export const outlines: Readonly<Record<string, (variant: number) => string>> = {
  phoneCase: () => at('translate(168 20) rotate(14)', phone) + at('translate(-96 0) rotate(-8)', phone),
  charger: (variant) => (variant % 2 ? box(-330, -240, 320, 480, 50) : box(-300, -190, 300, 380, 56)),
  keyboard: (variant) => {
    const width = (itemAt([12, 14, 16], variant) ?? 14) * 54 + 34;
    return box(-width / 2, -162, width, 326, 26);
  },
  mouse: () => box(-420, -314, 840, 620, 34),
  memory: (variant) =>
    variant % 3 === 2
      ? box(-250, -334, 500, 664, 28)
      : box(-400, -204, 800, 186, 12) + box(-400, 26, 800, 186, 12),
  controller: (variant) =>
    itemAt(
      [shape(contours.controller), shape(contours.controller), hoop(250, 58), box(-424, -250, 850, 500, 44)],
      variant,
    ),
  sword: (variant) =>
    at(
      `rotate(${variant % 3 === 2 ? -52 : 48})`,
      shape('M-34 120V-340L0-420L34-340V120z') + box(-150, 112, 300, 56, 20) + box(-26, 160, 52, 216, 26),
    ),
  giftCard: (variant) =>
    itemAt(
      [
        card,
        at('translate(60 90) rotate(10)', card) + at('translate(-30 -60) rotate(-6)', card),
        box(-400, -110, 800, 440, 24) + at('translate(0 -70) scale(.94)', card),
      ],
      variant,
    ),
  keyCard: () => card,
  documents: () =>
    at('translate(150 26) rotate(12)', page) +
    at('translate(70 10) rotate(5)', page) +
    at('translate(-50 0) rotate(-4)', page),
  knives: () => box(-330, -326, 660, 666, 50),
  handTools: () => box(-400, -276, 800, 566, 26),
  dress: (variant) => at('translate(0 34) scale(.88)', shape(dressContour(variant))),
  jacket: () => shape(contours.sleeve) + at('scale(-1 1)', shape(contours.sleeve)) + shape(contours.jacket),
  skirt: () => shape('M-140-330H140L300 300Q0 350-300 300z'),
  puzzle: () => box(-380, -280, 660, 510, 14),
  shirt: () => shape(contours.shirt),
  watch: (variant) =>
    round(0, 0, 186) + (variant % 2 ? box(-70, -400, 140, 800, 16) : box(-70, -430, 140, 880, 50)),
  glasses: () => round(-180, 0, 132) + round(180, 0, 132) + box(-420, 152, 840, 178, 85),
  racket: (variant) =>
    variant % 2
      ? at('translate(-110 0) rotate(-16)', paddle) +
        at('translate(130 0) rotate(16)', paddle) +
        round(20, 280, 54)
      : at('rotate(32)', '<ellipse cy="-198" rx="176" ry="224"/>' + box(-30, 20, 60, 300, 20)) +
        round(210, 190, 54) +
        round(300, 100, 54),
  skate: () => at('rotate(-24) scale(.95)', shape(contours.skate)),
  comics: (variant) =>
    (variant % 3 > 0 ? at('translate(150 20) rotate(13)', issue) : '') +
    (variant % 3 > 1 ? at('translate(60 0) rotate(4)', issue) : '') +
    at('translate(-80 0) rotate(-7)', issue),
  vinyl: (variant) => {
    if (variant % 4 === 3) return box(-400, -306, 800, 626, 30);
    const behind = variant % 3 === 2 ? at('translate(-160 10) rotate(-12)', sleeve) : '';
    return behind + round(170, 0, 250) + at('translate(-90 0)', sleeve);
  },
  boardGame: (variant) =>
    itemAt(
      [
        box(-396, -306, 626, 606, 16) +
          round(290, 240, 44) +
          round(180, 290, 44) +
          round(270, -40, 76) +
          round(350, 110, 76),
        [-34, -12, 10, 32]
          .map((angle) =>
            at(`translate(0 260) rotate(${angle}) translate(0 -300)`, box(-132, -194, 264, 388, 20)),
          )
          .join(''),
        box(-320, -320, 644, 650, 20),
      ],
      variant,
    ),
  piano: () => box(-450, -216, 900, 430, 22),
  robotVacuum: () => round(0, 0, 300),
  processor: (variant) =>
    itemAt(
      [box(-300, -300, 600, 600, 10), box(-330, -324, 660, 654, 16), box(-330, -246, 600, 496, 22)],
      variant,
    ),
  rug: () => box(-404, -266, 808, 534, 6),
};

function box(x: number, y: number, width: number, height: number, radius: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}

function round(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
}

function hoop(radius: number, width: number): string {
  return `<circle r="${radius}" fill="none" stroke-width="${width}"/>`;
}

function shape(commands: string): string {
  return `<path d="${commands}"/>`;
}

function at(transform: string, content: string): string {
  return `<g transform="${transform}">${content}</g>`;
}

const phone = box(-134, -268, 268, 536, 52);
const card = box(-370, -236, 740, 474, 40);
const page = box(-230, -320, 460, 640, 14);
const issue = box(-208, -302, 422, 606, 6);
const sleeve = box(-274, -274, 552, 552, 8);
const paddle = shape('M-130-220Q-130-340 0-340T130-220Q130-60 40-10L30 270H-30L-40-10Q-130-60-130-220z');
