import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const phone: Drawing = {
  pose: 'standing',
  width: 300,
  focus: [-40, -390],
  draw: (pen) => {
    const back = pen.group('translate(-70 0) rotate(-5)', phoneBack(pen));
    const front = pen.group('translate(86 0) rotate(5)', phoneFront(pen));
    if (pen.variant % 3 === 1) return phoneFront(pen);
    return pen.variant % 3 === 2 ? phoneBack(pen) : back + front;
  },
};

export const phoneCase: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-60, -140],
  draw: (pen) => {
    const { group, rect, circle, tone, accent, fade } = pen;
    const shell = (x: number, y: number, angle: number, face: typeof tone, style: number) =>
      group(
        `translate(${x} ${y}) rotate(${angle})`,
        rect(-134, -268, 268, 536, 52, face.dark),
        rect(-128, -264, 252, 524, 48, fade(face.light, face.base, 'diagonal')),
        pen.variant % 2
          ? pen.soft(
              0.55,
              art(pen, { x: -118, y: -100, width: 232, height: 350, radius: 36 }, style, face, face),
            )
          : rect(-104, 196, 84, 10, 5, face.dark),
        rect(-106, -244, 122, 128, 36, face.deep),
        circle(-74, -208, 24, '#171a22') +
          circle(-18, -208, 24, '#171a22') +
          circle(-74, -152, 24, '#171a22'),
        circle(-80, -214, 7, '#4a5a86') + circle(-24, -214, 7, '#4a5a86') + circle(-80, -158, 7, '#4a5a86'),
      );
    return shell(168, 20, 14, accent, pen.variant + 3) + shell(-96, 0, -8, tone, pen.variant);
  },
};

export const charger: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-90, -40],
  draw: (pen) => {
    const { rect, line, circle, tone, accent, fade } = pen;
    const cable = 'M-20 40C120 220 330 190 330 30S150-220 60-120s60 330 260 300';
    const plug =
      rect(300, 150, 92, 46, 12, fade(accent.light, accent.dark)) + rect(390, 160, 34, 26, 5, '#b9bec7');
    const brick =
      rect(-300, -190, 300, 380, 56, tone.dark) +
      rect(-300, -190, 284, 366, 54, fade(tone.light, tone.base, 'diagonal')) +
      rect(-232, -224, 26, 44, 6, '#c3c8d0') +
      rect(-118, -224, 26, 44, 6, '#c3c8d0') +
      rect(-196, 118, 80, 18, 9, tone.deep);
    const bank =
      rect(-330, -240, 320, 480, 50, tone.dark) +
      rect(-330, -240, 304, 466, 48, fade(tone.light, tone.base, 'diagonal')) +
      [0, 1, 2, 3].map((dot) => circle(-230 + dot * 34, 170, 8, dot < 3 ? tone.glow : tone.dark)).join('') +
      rect(-212, -200, 70, 16, 8, tone.deep);
    return (
      line(cable, accent.deep, 22) + line(cable, accent.light, 14) + plug + (pen.variant % 2 ? bank : brick)
    );
  },
};

export const smartwatch: Drawing = {
  pose: 'standing',
  width: 240,
  height: 510,
  focus: [0, -250],
  draw: (pen) => {
    const { rect, path, circle, tone, accent, fade } = pen;
    const strap =
      path('M-72-150h144l-18 132q-6 22-30 22h-48q-24 0-30-22z', fade(accent.base, accent.dark)) +
      path('M-72-372h144l-20-120q-6-18-26-18h-52q-20 0-26 18z', fade(accent.light, accent.base));
    const holes = [-462, -436, -410].map((y) => circle(0, y, 6, accent.deep)).join('');
    const round = pen.variant % 2 === 1;
    const radius = round ? 128 : 62;
    return (
      strap +
      holes +
      rect(122, -292, 22, 52, 10, tone.dark) +
      rect(-128, -388, 256, 256, radius, fade(tone.glow, tone.dark, 'diagonal')) +
      rect(-116, -376, 232, 232, radius - 10, '#12151d') +
      watchFace(pen, round ? 100 : 50)
    );
  },
};

function watchFace(pen: Pen, radius: number): string {
  const { ring, line, accent, random } = pen;
  const level = random.int(40, 70);
  return (
    pen.soft(
      0.5,
      art(pen, { x: -104, y: -364, width: 208, height: 208, radius }, pen.variant + 3, accent, accent),
    ) +
    ring(0, -260, 66, '#ffffff30', 14) +
    line(`M0-326a66 66 0 0 1 ${level}62`, accent.glow, 14) +
    line('M0-260V-304M0-260l30 18', '#f8f6f1', 9)
  );
}

function phoneBack({ rect, circle, tone, fade, soft }: Pen): string {
  const lens = (x: number, y: number) =>
    circle(x, y, 29, tone.deep) + circle(x, y, 21, '#141823') + circle(x - 6, y - 7, 7, '#54699c');
  return (
    rect(-118, -510, 248, 510, 42, tone.dark) +
    rect(-124, -510, 244, 510, 42, fade(tone.light, tone.base, 'diagonal')) +
    soft(0.16, rect(-124, -510, 122, 510, 42, '#ffffff')) +
    rect(-106, -492, 132, 136, 36, tone.light) +
    rect(-104, -488, 128, 132, 34, tone.dark) +
    lens(-70, -454) +
    lens(-70, -392) +
    lens(-10, -424) +
    circle(-12, -376, 8, '#f5ead0') +
    circle(0, -240, 20, tone.dark)
  );
}

function phoneFront(pen: Pen): string {
  const { rect, tone, accent, fade, soft, path } = pen;
  return (
    rect(-116, -510, 248, 510, 42, tone.dark) +
    rect(-124, -510, 248, 510, 42, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-116, -502, 232, 494, 36, '#11141c') +
    art(pen, { x: -108, y: -494, width: 216, height: 478, radius: 30 }, pen.random.int(0, 7), accent, tone) +
    rect(-34, -482, 68, 20, 10, '#11141c') +
    rect(-44, -32, 88, 6, 3, '#ffffffc0') +
    soft(0.12, path('M-108-464a30 30 0 0 1 30-30H60L-108-160z', '#ffffff'))
  );
}
