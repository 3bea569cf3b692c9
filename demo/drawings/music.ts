import { art } from './art.ts';
import type { Tone } from './color.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const guitar: Drawing = {
  pose: 'standing',
  width: 330,
  height: 600,
  focus: [0, -200],
  draw: (pen) => {
    const { rect, path, line, circle, ring, tone, accent, fade, glow, variant } = pen;
    const electric = variant % 2 === 1;
    const body = electric
      ? 'M-150-60Q-170-160-120-210Q-160-300-110-350Q-60-330-40-290H40Q70-340 120-330Q140-270 110-220Q170-160 150-60Q120 0 0 0T-150-60z'
      : 'M-160-120Q-160-200-100-230Q-130-290-110-330Q-80-380 0-380T110-330Q130-290 100-230Q160-200 160-120Q150 0 0 0T-160-120z';
    const face = electric
      ? path('M-96-90Q-110-170-60-220Q-60-270-30-290H40Q60-180 96-120Q60-50-30-60z', accent.glow) +
        rect(-50, -250, 100, 28, 8, '#20242e') +
        rect(-50, -180, 100, 28, 8, '#20242e') +
        rect(-56, -96, 112, 24, 6, '#b4bcc9') +
        circle(80, -70, 13, '#20242e') +
        circle(96, -110, 13, '#20242e')
      : circle(0, -230, 62, tone.deep) +
        ring(0, -230, 68, accent.dark, 10) +
        rect(-70, -84, 140, 26, 8, '#4a2c1a') +
        path('M60-230Q130-240 120-140Q70-150 40-180z', tone.dark);
    const frets = Array.from({ length: 7 }, (_, fret) => `M-22 ${-590 + fret * 38}h44`).join('');
    const instrument =
      path(body, tone.deep) +
      `<g transform="translate(-5 -3)">${path(body, glow(tone.glow, electric ? tone.base : tone.dark))}</g>` +
      face +
      rect(-24, -640, 48, electric ? 380 : 360, 4, fade('#6b4126', '#43261a', 'right')) +
      line(frets, '#d9c49a', 3) +
      path('M-34-720Q0-740 40-724L28-632H-28z', accent.dark) +
      [-708, -682, -656].map((y) => circle(-44, y, 10, '#d9dee6') + circle(46, y, 10, '#d9dee6')).join('') +
      line(`M-10-640V-84M0-640V-84M10-640V-84`, '#f0e9d8', 2);
    return pen.group('scale(.8)', instrument);
  },
};

export const piano: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-160, 20],
  draw: ({ rect, circle, tone, accent, fade, variant, line }) => {
    const white = variant % 2 ? 14 : 21;
    const width = 840 / white;
    const keys = Array.from({ length: white }, (_, key) =>
      rect(-420 + key * width + 2, -30, width - 4, 210, 5, '#fbf8f1'),
    );
    const black = Array.from({ length: white - 1 }, (_, key) =>
      [2, 6].includes(key % 7)
        ? ''
        : rect(-420 + (key + 1) * width - width * 0.3, -32, width * 0.6, 128, 4, '#20242e'),
    );
    return (
      rect(-450, -210, 900, 424, 22, tone.deep) +
      rect(-450, -216, 892, 412, 20, fade(tone.light, tone.dark)) +
      rect(-120, -180, 240, 100, 10, '#171c2c') +
      line('M-100-120q30-50 60 0t60-10 60 0', accent.light, 6) +
      [0, 1, 2, 3]
        .map(
          (knob) =>
            circle(-390 + knob * 62, -130, 24, tone.deep) + circle(-392 + knob * 62, -133, 19, accent.light),
        )
        .join('') +
      [0, 1, 2, 3, 4, 5, 6, 7]
        .map((pad) =>
          rect(
            160 + (pad % 4) * 66,
            -184 + Math.floor(pad / 4) * 56,
            56,
            46,
            8,
            pad % 3 ? accent.base : accent.glow,
          ),
        )
        .join('') +
      rect(-426, -40, 850, 226, 8, '#20242e') +
      keys.join('') +
      black.join('')
    );
  },
};

export const vinyl: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [60, -40],
  draw: (pen) => {
    const { rect, group, tone, accent, variant } = pen;
    if (variant % 4 === 3) return turntable(pen);
    const sleeve = (style: number, ground: Tone, figure: Tone) =>
      rect(-270, -270, 548, 548, 8, ground.deep) +
      art(pen, { x: -274, y: -274, width: 546, height: 546, radius: 8 }, style, ground, figure) +
      rect(-240, -240, 150, 16, 8, figure.glow);
    const extra =
      variant % 3 === 2 ? group('translate(-160 10) rotate(-12)', sleeve(variant + 4, accent, tone)) : '';
    return (
      extra +
      group('translate(170 0)', record(pen, 250)) +
      group('translate(-90 0)', sleeve(pen.random.int(0, 7), tone, accent))
    );
  },
};

function record({ circle, ring, accent, soft, path }: Pen, radius: number): string {
  return (
    circle(0, 0, radius, '#171a22') +
    [0.9, 0.78, 0.66, 0.54].map((part) => ring(0, 0, radius * part, '#2b303c', 5)).join('') +
    soft(
      0.16,
      path(
        `M0 0L${-radius * 0.7} ${-radius * 0.7}A${radius} ${radius} 0 0 1 ${-radius * 0.3} ${-radius * 0.95}zM0 0L${radius * 0.7} ${radius * 0.7}A${radius} ${radius} 0 0 0 ${radius * 0.95} ${radius * 0.3}z`,
        '#ffffff',
      ),
    ) +
    circle(0, 0, radius * 0.36, accent.base) +
    ring(0, 0, radius * 0.25, accent.light, 5) +
    circle(0, 0, 12, '#f3ecdc')
  );
}

function turntable(pen: Pen): string {
  const { rect, circle, line, tone, accent, fade, group } = pen;
  return (
    rect(-400, -300, 800, 620, 30, tone.deep) +
    rect(-400, -306, 792, 606, 28, fade(tone.light, tone.base, 'diagonal')) +
    circle(-90, 0, 262, tone.dark) +
    group('translate(-90 0)', record(pen, 246)) +
    circle(280, -200, 56, tone.dark) +
    circle(280, -200, 40, '#d9dee6') +
    line('M280-200L300 60L170 150', '#b4bcc9', 16) +
    rect(130, 130, 60, 40, 8, accent.dark) +
    circle(290, 230, 32, accent.light) +
    rect(-360, 240, 90, 26, 13, accent.base)
  );
}

/** Four pads and a cymbal on a frame. */
export const drumPads: Drawing = {
  pose: 'standing',
  width: 600,
  height: 480,
  focus: [-120, -300],
  draw: ({ line, ellipse, rect, tone, accent }) => {
    const pad = (x: number, y: number) =>
      ellipse(x, y + 12, 96, 40, tone.deep) +
      ellipse(x, y, 96, 40, tone.base) +
      ellipse(x - 4, y - 4, 78, 30, '#2a2f3a') +
      ellipse(x - 14, y - 10, 40, 12, '#4b5264');
    return (
      line('M-250 0V-330H250V0M-250-150H250', '#8d95a3', 18) +
      line('M230-330V-450M0-330V-360', '#8d95a3', 12) +
      ellipse(230, -452, 110, 26, '#c99a4b') +
      ellipse(224, -456, 40, 10, '#f0d088') +
      rect(-60, -300, 120, 80, 12, '#20242e') +
      rect(-44, -286, 88, 34, 6, accent.light) +
      pad(-210, -350) +
      pad(0, -380) +
      pad(-120, -210) +
      pad(130, -220)
    );
  },
};
