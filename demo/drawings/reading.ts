import { art } from './art.ts';
import type { Tone } from './color.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const book: Drawing = {
  pose: 'standing',
  width: 430,
  height: 490,
  focus: [-20, -280],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 1) return lyingPile(pen);
    if (shape === 2) return spines(pen, 7);
    const swapped = { ...pen, tone: pen.accent, accent: pen.tone };
    const second =
      shape === 3 ? pen.group('translate(150 0) rotate(6)', volume(swapped, pen.variant + 2)) : '';
    return second + pen.group('translate(-50 0)', volume(pen, pen.random.int(0, 7)));
  },
};

export const comics: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-60, -120],
  draw: (pen) => {
    const { group, tone, accent } = pen;
    const back = group('translate(150 20) rotate(13)', issue(pen, pen.variant + 3, accent, tone));
    const middle = group('translate(60 0) rotate(4)', issue(pen, pen.variant + 1, tone, accent));
    const issues = (pen.variant % 3) + 1;
    return (
      (issues > 1 ? back : '') +
      (issues > 2 ? middle : '') +
      group('translate(-80 0) rotate(-7)', issue(pen, pen.random.int(0, 7), accent, tone))
    );
  },
};

function volume(pen: Pen, style: number): string {
  const { rect, path, tone, accent, fade } = pen;
  return (
    path('M150-470l34-18V-20L150 0z', '#e9e0cc') +
    path('M150-470l34-18H-140l-30 18z', '#fbf6ea') +
    rect(-178, -470, 330, 470, 6, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-178, -470, 30, 470, 6, tone.dark) +
    art(pen, { x: -120, y: -300, width: 240, height: 240, radius: 4 }, style, accent, tone) +
    rect(-120, -424, 190, 24, 6, '#fbf6ea') +
    rect(-120, -386, 120, 14, 6, tone.glow)
  );
}

function lyingPile({ rect, tone, accent, fade, random }: Pen): string {
  const colors = [tone, accent, { ...tone, light: '#f3e8d2', base: '#e2d3b4', dark: '#c4b18c' }];
  return Array.from({ length: 6 }, (_, layer) => {
    const color = colors[layer % 3] ?? tone;
    const width = 400 - random.int(0, 70);
    const x = -width / 2 + random.int(-22, 22);
    const y = -layer * 78;
    return (
      rect(x + 16, y - 66, width - 30, 54, 4, '#f6efdf') +
      rect(x, y - 78, width, 14, 6, color.light) +
      rect(x, y - 14, width, 14, 6, color.dark) +
      rect(x, y - 78, 64, 78, 12, fade(color.light, color.dark)) +
      rect(x + 20, y - 60, 10, 42, 4, color.light)
    );
  }).join('');
}

function spines({ rect, tone, accent, fade, random, circle }: Pen, count: number): string {
  const colors = [tone, accent];
  return (
    rect(-330, -420, 40, 420, 6, '#744a30') +
    rect(290, -420, 40, 420, 6, '#744a30') +
    rect(-340, -20, 680, 20, 6, '#5b3a22') +
    Array.from({ length: count }, (_, spine) => {
      const color = colors[spine % 2] ?? tone;
      const height = 400 - random.int(0, 50);
      const x = -284 + spine * 82;
      return (
        rect(x, -20 - height, 78, height, 6, fade(color.light, color.dark, 'right')) +
        rect(x, 10 - height, 78, 12, 0, color.glow) +
        rect(x + 30, 50 - height, 18, 150, 6, color.glow) +
        circle(x + 39, -64, 15, color.glow)
      );
    }).join('')
  );
}

function issue(pen: Pen, style: number, ground: Tone, figure: Tone): string {
  const { rect, path, circle } = pen;
  return (
    rect(-206, -300, 420, 604, 6, ground.deep) +
    rect(-208, -302, 412, 598, 6, '#fbf6ea') +
    art(pen, { x: -192, y: -190, width: 380, height: 470, radius: 4 }, style, ground, figure) +
    rect(-192, -286, 380, 80, 4, figure.base) +
    rect(-170, -268, 230, 42, 8, '#fbf6ea') +
    circle(150, -246, 26, ground.glow) +
    path('M60-120q90-40 120 20t-60 90l-40 40-4-40q-80-20-16-110z', '#fdfaf3') +
    rect(70, -80, 80, 10, 5, ground.deep) +
    rect(76, -60, 60, 10, 5, ground.deep)
  );
}
