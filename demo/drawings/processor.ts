import { itemAt } from '#demo/random.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const processor: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-60, -60],
  draw: (pen) => itemAt([chip, board, powerSupply], pen.variant)(pen),
};

function chip({ rect, circle, path, tone, accent, fade }: Pen): string {
  const pins = Array.from(
    { length: 15 },
    (_, pin) =>
      rect(-262 + pin * 36, -304, 18, 610, 3, '#d8b25a') + rect(-304, -262 + pin * 36, 610, 18, 3, '#d8b25a'),
  );
  return (
    pins.join('') +
    rect(-290, -290, 580, 586, 20, accent.deep) +
    rect(-290, -294, 576, 576, 20, fade(accent.base, accent.dark, 'diagonal')) +
    rect(-200, -204, 400, 404, 26, tone.dark) +
    rect(-206, -212, 400, 400, 24, fade('#f4f5f7', '#a7afbc', 'diagonal')) +
    rect(-150, -150, 170, 22, 8, '#6b7382') +
    rect(-150, -110, 110, 14, 7, '#8d95a3') +
    rect(-150, 110, 230, 14, 7, '#8d95a3') +
    path('M60 20l50 30v60l-50 30-50-30V50z', tone.base) +
    circle(-240, 232, 14, '#d8b25a')
  );
}

function board({ rect, circle, line, tone, accent, fade }: Pen): string {
  const slots = [0, 1, 2, 3].map((slot) =>
    rect(160 + slot * 34, -250, 20, 290, 4, slot % 2 ? accent.base : tone.light),
  );
  return (
    rect(-330, -320, 660, 650, 16, tone.deep) +
    rect(-330, -324, 652, 640, 16, fade(tone.base, tone.dark, 'diagonal')) +
    line('M-290 300V120H-100V40M-260 300V150H20V60M-40 300V200H120V100', accent.base, 4) +
    rect(-190, -230, 240, 240, 12, '#20242e') +
    rect(-170, -210, 200, 200, 8, '#d9dee6') +
    rect(-130, -170, 120, 120, 8, '#b4bcc9') +
    slots.join('') +
    rect(-300, -300, 80, 330, 12, accent.dark) +
    rect(-300, -300, 330, 56, 12, accent.light) +
    rect(-290, 90, 420, 26, 6, '#f1ece0') +
    rect(-290, 210, 420, 26, 6, '#f1ece0') +
    rect(180, 120, 110, 110, 14, accent.base) +
    rect(204, 144, 62, 62, 8, accent.glow) +
    [0, 1, 2].map((dot) => circle(200 + dot * 40, 276, 13, '#d8b25a')).join('')
  );
}

function powerSupply({ rect, circle, ring, line, tone, accent, fade }: Pen): string {
  const rings = [150, 118, 86, 54].map((radius) => ring(-40, 0, radius, tone.light, 7)).join('');
  return (
    line(
      'M250-80Q400-120 370 20T430 180M250-40Q360-40 340 60T390 240M250 0Q320 20 310 110T340 280',
      accent.deep,
      20,
    ) +
    rect(-330, -240, 600, 490, 22, tone.deep) +
    rect(-330, -246, 592, 480, 22, fade(tone.base, tone.dark, 'diagonal')) +
    circle(-40, 0, 190, '#171a22') +
    rings +
    line('M-210 0H130M-40-170V170', tone.light, 7) +
    circle(-40, 0, 38, accent.base) +
    rect(180, -210, 60, 140, 8, accent.base) +
    rect(180, 90, 60, 100, 8, tone.deep)
  );
}
