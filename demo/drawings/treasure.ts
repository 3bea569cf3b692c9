import type { Tone } from './color.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const coins: Drawing = {
  pose: 'standing',
  width: 470,
  height: 380,
  focus: [20, -150],
  draw: (pen) => {
    const heights = [
      [5, 9, 3],
      [8, 4, 6],
      [3, 6, 10],
    ][pen.variant % 3] ?? [5, 9, 3];
    const stacks = [-160, 0, 160].map((x, index) =>
      stack(pen, x, index === 1 ? -40 : 0, heights[index] ?? 4),
    );
    return `${stacks[1]}${stacks[0]}${stacks[2]}${loneCoin(pen, pen.variant % 2 ? 60 : -64, -66)}`;
  },
};

export const sword: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, 130],
  draw: (pen) => {
    const { path, rect, circle, ellipse, tone, accent, fade, group, variant } = pen;
    const blade =
      variant % 2
        ? path('M-30 120Q-60-120-10-330Q40-380 60-420Q70-200 34 120z', fade('#f2f4f8', '#8f9bb0', 'right'))
        : path('M-34 120V-340L0-420L34-340V120z', fade('#f2f4f8', '#8f9bb0', 'right')) +
          path('M0 120V-420L34-340V120z', '#a9b4c6') +
          rect(-5, -320, 10, 430, 5, '#7d8aa1');
    return group(
      `rotate(${variant % 3 === 2 ? -52 : 48})`,
      blade,
      path(
        'M-150 112Q-90 150 0 126Q90 150 150 112Q160 176 0 170Q-160 176-150 112z',
        fade(tone.light, tone.dark),
      ),
      rect(-22, 164, 44, 160, 14, accent.dark),
      [0, 1, 2, 3].map((wrap) => path(`M-22 ${184 + wrap * 36}l44-18v14l-44 18z`, accent.light)).join(''),
      circle(0, 344, 34, fade(tone.light, tone.dark)),
      circle(0, 344, 16, accent.base),
      ellipse(0, 146, 20, 20, accent.base) + ellipse(-5, 140, 7, 7, accent.glow),
    );
  },
};

export const gem: Drawing = {
  pose: 'standing',
  width: 330,
  height: 500,
  focus: [0, -250],
  draw: (pen) => {
    const { group } = pen;
    const main = group('translate(0 -30)', crystal(pen, pen.tone));
    const left = group('translate(-190 -6) rotate(-14) scale(.46)', crystal(pen, pen.accent));
    const right = group('translate(196 -4) rotate(12) scale(.38)', crystal(pen, pen.accent));
    if (pen.variant % 3 === 1) return main + left;
    return pen.variant % 3 === 2 ? left + right + main : main;
  },
};

export const chest: Drawing = {
  pose: 'standing',
  width: 540,
  height: 450,
  focus: [0, -200],
  draw: ({ path, rect, circle, tone, accent, fade, random }) => {
    const loot = Array.from({ length: 9 }, (_, piece) => {
      const x = -190 + piece * 47;
      const y = -232 - random.int(0, 34);
      return (
        circle(x, y, 34, accent.dark) +
        circle(x - 3, y - 4, 29, accent.light) +
        circle(x - 3, y - 4, 17, accent.base)
      );
    });
    return (
      path('M-270-240Q-270-430-150-440H150Q270-430 270-240z', tone.deep) +
      path('M-240-240Q-236-400-140-408H140Q236-400 240-240z', '#1c1420') +
      loot.join('') +
      rect(-270, -240, 540, 240, 16, fade(tone.light, tone.dark)) +
      [-90, 0].map((y) => rect(-270, y - 74, 540, 5, 0, tone.dark)).join('') +
      rect(-270, -250, 540, 34, 8, fade(accent.light, accent.dark)) +
      rect(-216, -240, 40, 240, 0, accent.base) +
      rect(176, -240, 40, 240, 0, accent.base) +
      rect(-44, -262, 88, 104, 14, fade(accent.glow, accent.dark)) +
      circle(0, -222, 15, accent.deep) +
      rect(-6, -218, 12, 34, 5, accent.deep)
    );
  },
};

function stack({ ellipse, rect, tone }: Pen, x: number, ground: number, count: number): string {
  const layers = Array.from({ length: count }, (_, layer) => {
    const y = ground - layer * 34;
    const sway = layer % 3 === 1 ? 6 : layer % 3 === 2 ? -4 : 0;
    return (
      ellipse(x + sway, y - 12, 88, 24, tone.deep) +
      rect(x + sway - 88, y - 40, 176, 28, 0, tone.dark) +
      rect(x + sway - 88, y - 40, 60, 28, 0, tone.base) +
      ellipse(x + sway, y - 40, 88, 24, tone.light)
    );
  });
  const top = ground - (count - 1) * 34 - 40;
  return `${layers.join('')}${ellipse(x, top, 62, 16, tone.base)}${ellipse(x, top, 52, 12, tone.light)}`;
}

function loneCoin({ circle, path, group, tone, accent, variant, fade }: Pen, x: number, y: number): string {
  const marks = [
    'M0-34l10 22 24 3-18 17 5 24-21-12-21 12 5-24-18-17 24-3z',
    'M0-36L30 0L0 36L-30 0z',
    'M-26-26h52v14L4 12h22v14h-52V12L-4-12h-22z',
  ];
  return group(
    `translate(${x} ${y})`,
    circle(7, 2, 68, tone.deep),
    circle(0, 0, 68, fade(tone.glow, tone.base, 'diagonal')),
    circle(0, 0, 54, tone.dark),
    circle(0, 0, 50, tone.light),
    path(marks[variant % 3] ?? '', accent.dark),
  );
}

function crystal({ path }: Pen, tone: Tone): string {
  return (
    path('M-170-330L-90-450H90L170-330L0 0z', tone.base) +
    path('M-170-330L-90-450L-70-330z', tone.light) +
    path('M-90-450H90L70-330H-70z', tone.glow) +
    path('M90-450L170-330H70z', tone.base) +
    path('M-170-330H-70L0 0z', tone.light) +
    path('M-70-330H70L0 0z', tone.base) +
    path('M70-330H170L0 0z', tone.dark) +
    path('M-54-436h50l-20 34h-44z', '#ffffff')
  );
}
