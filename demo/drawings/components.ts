import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const graphicsCard: Drawing = {
  pose: 'standing',
  width: 680,
  height: 310,
  focus: [-120, -150],
  draw: (pen) => {
    const { rect, path, tone, accent, fade } = pen;
    const fans = pen.variant % 3 === 1 ? [-190, 0, 190] : [-155, 95];
    const radius = fans.length === 3 ? 86 : 108;
    return (
      rect(-356, -300, 22, 312, 4, fade('#e3e6ea', '#9aa1ac', 'right')) +
      rect(-300, -28, 380, 34, 3, '#c9a24a') +
      rect(-336, -282, 668, 262, 26, tone.deep) +
      path(
        'M-336-262q0-26 26-26H280l54 50V-60q0 26-26 26H-270l-66-44z',
        fade(tone.light, tone.dark, 'diagonal'),
      ) +
      path('M250-288h30l54 50v40z', accent.base) +
      path('M-336-118v40l66 44h34z', accent.base) +
      fans.map((x) => fan(pen, x, -160, radius)).join('')
    );
  },
};

export const memory: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-140, -100],
  draw: (pen) => {
    const { rect, path, tone, accent, fade, group } = pen;
    const module = (y: number) =>
      group(
        `translate(0 ${y})`,
        rect(-400, 56, 800, 46, 4, '#1f5b43'),
        rect(-388, 82, 776, 20, 2, '#d8b25a'),
        rect(40, 80, 20, 24, 4, '#1f5b43'),
        rect(-400, -84, 800, 150, 12, tone.deep),
        path('M-400-76l60-26H340l60 26V50H-400z', fade(tone.light, tone.base)),
        path('M-260 50l70-152h64L-196 50zM-110 50l70-152h30L-80 50z', accent.base),
        rect(180, -50, 160, 66, 8, tone.dark),
        rect(200, -30, 90, 8, 4, tone.glow),
        rect(200, -10, 60, 8, 4, tone.light),
      );
    const drive =
      rect(-250, -330, 500, 660, 28, tone.deep) +
      rect(-250, -334, 494, 652, 28, fade(tone.light, tone.dark, 'diagonal')) +
      rect(-200, -280, 394, 420, 16, tone.glow) +
      art(pen, { x: -200, y: -280, width: 394, height: 250, radius: 16 }, pen.variant, accent, tone) +
      rect(-170, 10, 200, 16, 8, tone.dark) +
      rect(-170, 46, 130, 12, 6, tone.base) +
      rect(-150, 290, 300, 26, 4, '#d8b25a');
    return pen.variant % 3 === 2 ? drive : module(-120) + module(110);
  },
};

export const router: Drawing = {
  pose: 'standing',
  width: 620,
  height: 450,
  focus: [-120, -130],
  draw: (pen) => {
    const { rect, path, circle, tone, accent, fade, ellipse, group } = pen;
    if (pen.variant % 4 === 2) return mesh(pen);
    if (pen.variant % 4 === 3) return networkSwitch(pen);
    const antenna = (x: number, angle: number) =>
      group(
        `translate(${x} -120) rotate(${angle})`,
        rect(-13, -330, 26, 330, 12, fade(tone.base, tone.deep, 'right')),
        rect(-16, -60, 32, 70, 10, tone.deep),
      );
    const lights = [0, 1, 2, 3, 4].map((light) =>
      circle(-120 + light * 44, -58, 7, light < 3 ? accent.glow : tone.dark),
    );
    return (
      antenna(-230, -14) +
      antenna(-80, -4) +
      antenna(80, 4) +
      antenna(230, 14) +
      path('M-270-150H270L310-86H-310z', fade(tone.glow, tone.base)) +
      [0, 1, 2, 3].map((vent) => path(`M${-130 + vent * 76}-134h40l4 30h-48z`, tone.dark)).join('') +
      rect(-310, -88, 620, 76, 16, fade(tone.base, tone.dark)) +
      lights.join('') +
      rect(190, -66, 70, 14, 7, accent.base) +
      ellipse(-230, -8, 40, 8, tone.deep) +
      ellipse(230, -8, 40, 8, tone.deep)
    );
  },
};

export const tablet: Drawing = {
  pose: 'standing',
  width: 380,
  height: 545,
  focus: [0, -300],
  draw: (pen) => {
    const { rect, tone, accent, fade, group, random } = pen;
    const lines = Array.from({ length: 9 }, (_, row) =>
      rect(-140, -290 + row * 26, row % 4 === 3 ? random.int(90, 190) : 280, 9, 4, '#b9b5ab'),
    );
    return group(
      'rotate(-3)',
      rect(-186, -536, 384, 540, 30, tone.deep),
      rect(-192, -540, 384, 540, 30, fade(tone.light, tone.dark, 'diagonal')),
      rect(-168, -516, 336, 476, 10, '#f6f1e6'),
      art(pen, { x: -140, y: -492, width: 280, height: 170, radius: 8 }, pen.variant, accent, tone),
      ...lines,
      rect(-30, -24, 60, 8, 4, tone.glow),
    );
  },
};

function fan({ circle, path, ring, tone, accent }: Pen, x: number, y: number, radius: number): string {
  const blades = Array.from({ length: 7 }, (_, blade) => {
    const turn = Math.round((blade * 360) / 7);
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${path(`M0 0Q${radius * 0.5} ${-radius * 0.34} ${radius * 0.42} ${-radius * 0.84}Q${radius * 0.1} ${-radius * 0.8} 0 0z`, tone.base)}</g>`;
  });
  return (
    circle(x, y, radius, '#14171f') +
    blades.join('') +
    ring(x, y, radius - 4, tone.deep, 8) +
    circle(x, y, radius * 0.26, tone.dark) +
    circle(x, y, radius * 0.12, accent.light)
  );
}

function mesh({ rect, ellipse, circle, tone, accent, fade }: Pen): string {
  const unit = (x: number, height: number) =>
    rect(x - 90, -height, 180, height, 40, fade(tone.glow, tone.dark, 'right')) +
    ellipse(x, -height + 22, 84, 20, tone.light) +
    ellipse(x, -height + 22, 48, 10, tone.dark) +
    circle(x, -34, 7, accent.base);
  return unit(-170, 240) + unit(190, 240) + unit(10, 320);
}

function networkSwitch({ rect, path, circle, line, tone, accent, fade }: Pen): string {
  const ports = Array.from(
    { length: 8 },
    (_, port) =>
      rect(-290 + port * 66, -96, 52, 52, 6, '#171a22') +
      circle(-280 + port * 66, -112, 5, port % 3 ? '#54c57a' : '#f8bc49'),
  );
  return (
    line('M-264-60Q-280 40-400 20M-132-60Q-140 60-300 60', accent.base, 18) +
    path('M-300-220H300L340-136H-340z', fade(tone.glow, tone.base)) +
    path('M-80-200H80l8 30H-90z', tone.base) +
    rect(-340, -138, 680, 126, 12, fade(tone.base, tone.dark)) +
    ports.join('') +
    rect(260, -90, 54, 14, 7, accent.light)
  );
}
