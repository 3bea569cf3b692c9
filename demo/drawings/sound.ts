import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const headphones: Drawing = {
  pose: 'standing',
  width: 400,
  height: 520,
  focus: [-130, -200],
  draw: (pen) => {
    const { path, line, rect, tone, accent, fade, group } = pen;
    const cup = (side: 1 | -1) =>
      group(
        `translate(${side * 186} -150) scale(${side} 1)`,
        rect(-66, -112, 62, 224, 30, accent.deep),
        rect(-60, -106, 50, 212, 25, fade(accent.light, accent.dark)),
        rect(-20, -124, 74, 248, 37, tone.dark),
        rect(-20, -124, 64, 242, 32, fade(tone.light, tone.base)),
        rect(8, -70, 10, 140, 5, tone.dark),
        pen.variant % 3 === 1
          ? path('M44 60q40 40-20 96l-60 20', 'none') + line('M30 90q20 60-60 78', tone.deep, 11)
          : '',
      );
    return (
      line('M-186-236C-196-560 196-560 186-236', tone.deep, 46) +
      line('M-186-240C-192-556 192-556 186-240', tone.base, 34) +
      line('M-150-370C-100-494 100-494 150-370', accent.base, 20) +
      line('M-176-330C-160-480-40-498-20-500', tone.glow, 6) +
      rect(-202, -290, 32, 110, 10, tone.deep) +
      rect(170, -290, 32, 110, 10, tone.deep) +
      cup(-1) +
      cup(1)
    );
  },
};

export const earbuds: Drawing = {
  pose: 'standing',
  width: 340,
  height: 370,
  focus: [0, -190],
  draw: ({ path, rect, circle, ellipse, tone, accent, fade, glow, group, variant }) => {
    const bud = (x: number, y: number, flip: number) =>
      group(
        `translate(${x} ${y}) scale(${flip} 1)`,
        rect(-18, -10, 38, 120, 19, fade(tone.glow, tone.base)),
        circle(14, -22, 52, glow(tone.glow, tone.base)),
        ellipse(50, -30, 26, 32, accent.dark),
        ellipse(54, -32, 17, 22, accent.light),
      );
    const lid =
      variant % 2
        ? ''
        : path('M-150-200Q-150-356 0-356T150-200z', tone.dark) +
          path('M-128-204Q-124-330 0-330T128-204z', tone.deep);
    const closed = path('M-156-170Q-156-290 0-290T156-170z', fade(tone.glow, tone.light));
    return (
      lid +
      (variant % 2 ? closed : bud(-66, -226, -1) + bud(66, -226, 1)) +
      rect(-156, -206, 312, 206, 82, tone.deep) +
      rect(-156, -210, 306, 202, 80, fade(tone.glow, tone.base)) +
      rect(-156, -176, 306, 5, 0, tone.dark) +
      circle(0, -104, 8, accent.base) +
      (variant % 2 ? bud(-262, -100, -1) + bud(262, -100, 1) : '')
    );
  },
};

export const speaker: Drawing = {
  pose: 'standing',
  width: 380,
  height: 530,
  focus: [0, -260],
  draw: (pen) => {
    const shape = pen.variant % 3;
    if (shape === 1) return cylinder(pen);
    return shape === 2 ? soundbar(pen) : bookshelfSpeaker(pen);
  },
};

export const tv: Drawing = {
  pose: 'standing',
  width: 720,
  height: 530,
  focus: [-120, -280],
  draw: (pen) => {
    if (pen.variant % 4 === 3) return projector(pen);
    const { rect, path, soft, tone, accent, fade } = pen;
    return (
      path('M-250-70h36l-40 72h-50zM250-70h-36l40 72h50z', tone.deep) +
      rect(-436, -516, 872, 464, 14, tone.deep) +
      rect(-436, -518, 872, 460, 12, fade('#353a46', '#15181f', 'diagonal')) +
      art(pen, { x: -426, y: -508, width: 852, height: 436, radius: 4 }, pen.random.int(0, 7), accent, tone) +
      soft(0.1, path('M-426-508H90L-190-72H-426z', '#ffffff')) +
      (pen.variant % 2
        ? [0, 1, 2, 3]
            .map((card) =>
              rect(-380 + card * 200, -190, 176, 92, 10, card === 1 ? '#fdfaf3' : `${accent.glow}`),
            )
            .join('')
        : '') +
      rect(-24, -64, 48, 6, 3, '#5a606c')
    );
  },
};

function driver({ circle, tone, accent, glow, ring }: Pen, x: number, y: number, radius: number): string {
  return (
    circle(x, y, radius, tone.deep) +
    ring(x, y, radius - 5, tone.light, 4) +
    circle(x, y, radius * 0.82, glow(accent.base, accent.deep)) +
    circle(x, y, radius * 0.36, glow(accent.glow, accent.dark))
  );
}

function bookshelfSpeaker(pen: Pen): string {
  const { rect, path, tone, fade, circle } = pen;
  return (
    path('M130-500l44-26v500l-44 26z', tone.deep) +
    path('M-170-500l40-26h304l-44 26z', tone.glow) +
    rect(-170, -500, 300, 500, 10, fade(tone.light, tone.base, 'diagonal')) +
    driver(pen, -20, -160, 118) +
    driver(pen, -20, -384, 64) +
    circle(104, -24, 6, pen.accent.glow)
  );
}

function cylinder({ rect, ellipse, circle, tone, accent, fade, soft, line }: Pen): string {
  const weave = Array.from({ length: 9 }, (_, row) => `M-146 ${-400 + row * 38}q146 26 292 0`).join('');
  return (
    line('M-110-460q110-70 220 0', accent.dark, 16) +
    rect(-150, -440, 300, 440, 70, fade(tone.light, tone.dark, 'right')) +
    soft(0.5, line(weave, tone.dark, 6)) +
    rect(-150, -96, 300, 18, 0, accent.base) +
    ellipse(0, -428, 132, 34, tone.deep) +
    ellipse(0, -434, 124, 30, tone.base) +
    [-60, -20, 20, 60].map((x) => circle(x, -434, 9, tone.glow)).join('')
  );
}

function soundbar(pen: Pen): string {
  const { rect, tone, fade, circle, soft, line } = pen;
  const dots = Array.from({ length: 13 }, (_, column) => `M${-350 + column * 46}-86v52`).join('');
  return (
    rect(250, -420, 170, 420, 18, fade(tone.light, tone.deep, 'right')) +
    circle(335, -120, 60, tone.deep) +
    circle(335, -120, 40, pen.accent.dark) +
    rect(-400, -120, 620, 116, 34, tone.deep) +
    rect(-400, -124, 620, 112, 34, fade(tone.base, tone.dark)) +
    soft(0.6, line(dots, tone.light, 5)) +
    rect(-120, -116, 60, 8, 4, pen.accent.glow)
  );
}

function projector(pen: Pen): string {
  const { rect, circle, path, soft, tone, accent, fade, glow, line } = pen;
  return (
    line('M-120-70L-190 0M-120-70L-50 0M-120-200V-70', '#343945', 12) +
    rect(-420, -536, 600, 18, 8, '#343945') +
    art(pen, { x: -410, y: -520, width: 580, height: 330, radius: 2 }, pen.random.int(0, 7), accent, tone) +
    soft(0.25, path('M250-130L-410-520V-190L250-80z', '#fff6d6')) +
    rect(190, -180, 250, 150, 30, tone.deep) +
    rect(190, -186, 244, 148, 30, fade(tone.glow, tone.base)) +
    circle(250, -112, 50, tone.deep) +
    circle(250, -112, 36, glow('#bcd3ff', '#1b2444')) +
    rect(330, -150, 70, 12, 6, tone.dark) +
    rect(330, -126, 70, 12, 6, tone.dark) +
    rect(220, -40, 30, 40, 6, '#343945') +
    rect(380, -40, 30, 40, 6, '#343945')
  );
}
