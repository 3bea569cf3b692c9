import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const sofa: Drawing = {
  pose: 'standing',
  width: 760,
  height: 420,
  focus: [-150, -190],
  draw: (pen) => {
    const { rect, path, tone, accent, fade, variant, line, soft } = pen;
    const seats = variant % 3 === 1 ? 3 : 2;
    const half = seats === 3 ? 400 : 330;
    const seatWidth = (half * 2 - 120) / seats;
    const each = (draw: (x: number) => string) =>
      Array.from({ length: seats }, (_, seat) => draw(-half + 60 + seat * seatWidth)).join('');
    const legs = [-half + 50, half - 74].map((x) => path(`M${x} -50h24l-6 52h-14z`, '#7a5230')).join('');
    return (
      legs +
      rect(-half + 30, -390, half * 2 - 60, 300, 44, tone.dark) +
      each((x) => rect(x + 4, -396, seatWidth - 8, 240, 36, fade(tone.light, tone.base))) +
      soft(
        0.5,
        each((x) => line(`M${x + 40}-372H${x + seatWidth - 60}`, tone.glow, 5)),
      ) +
      cushion(pen, -half + 110, -210, -10) +
      (variant % 2 ? cushion({ ...pen, accent: tone }, half - 190, -206, 8) : '') +
      each((x) => rect(x + 2, -190, seatWidth - 4, 76, 26, fade(tone.glow, tone.base))) +
      rect(-half + 30, -122, half * 2 - 60, 72, 18, fade(tone.base, tone.dark)) +
      [-half, half - 84]
        .map((x) => rect(x, -262, 84, 216, 38, fade(tone.light, tone.dark, 'right')))
        .join('') +
      (variant % 3 === 2
        ? path(`M${half - 260} -196h120v150q-60 14-120 0z`, accent.light) +
          line(`M${half - 240}-196v156M${half - 200}-196v160M${half - 160}-196v156`, accent.base, 5)
        : '')
    );
  },
};

export const chair: Drawing = {
  pose: 'standing',
  width: 300,
  height: 570,
  focus: [0, -330],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 3) return pouf(pen);
    if (shape === 1) return officeChair(pen);
    return shape === 2 ? armchair(pen) : diningChair(pen);
  },
};

export const desk: Drawing = {
  pose: 'standing',
  width: 760,
  height: 500,
  focus: [180, -220],
  draw: (pen) => {
    const { rect, path, ellipse, tone, accent, fade, variant } = pen;
    if (variant % 3 === 1)
      return (
        path('M-210-250l-60 250h28l66-250zM210-250l60 250h-28l-66-250z', fade(accent.light, accent.dark)) +
        path('M-20-250h40V0h-40z', accent.dark) +
        ellipse(0, -252, 360, 46, tone.deep) +
        ellipse(0, -266, 360, 44, fade(tone.glow, tone.base)) +
        mug(pen, -70, -274)
      );
    return (
      path('M-340-300h24L-330 0h-22zM340-300h-24L330 0h22z', fade(accent.light, accent.dark)) +
      rect(-372, -330, 744, 34, 8, fade(tone.light, tone.dark)) +
      path('M-372-330l36-30h672l36 30z', tone.glow) +
      rect(90, -296, 230, 130, 4, tone.base) +
      rect(100, -288, 210, 54, 6, tone.light) +
      rect(100, -228, 210, 54, 6, tone.light) +
      rect(190, -266, 34, 8, 4, accent.dark) +
      rect(190, -206, 34, 8, 4, accent.dark) +
      deskThings(pen)
    );
  },
};

export const shelf: Drawing = {
  pose: 'standing',
  width: 430,
  height: 570,
  focus: [-20, -360],
  draw: (pen) => {
    const { rect, tone, accent, fade, random, circle, path } = pen;
    const levels = [-540, -410, -280, -150];
    const things = levels.map((y, level) => {
      const books = Array.from({ length: random.int(3, 6) }, (_, book) => {
        const height = random.int(60, 92);
        return rect(
          -170 + book * 27,
          y + 116 - height,
          23,
          height,
          3,
          [accent.base, accent.light, tone.glow, accent.dark, '#efe7d8'][(book + level) % 5] ?? accent.base,
        );
      });
      const right =
        level % 2
          ? circle(120, y + 88, 28, accent.light)
          : path(`M92 ${y + 116}l8-56h44l8 56z`, accent.base) +
            circle(122, y + 44, 24, '#5d8a55') +
            circle(104, y + 54, 16, '#4a7647');
      return books.join('') + right;
    });
    return (
      rect(-200, -550, 410, 550, 4, tone.deep) +
      rect(-196, -540, 392, 520, 0, mixBack(pen)) +
      things.join('') +
      levels.map((y) => rect(-200, y + 116, 400, 16, 2, fade(tone.glow, tone.base))).join('') +
      rect(-212, -560, 22, 560, 4, fade(tone.light, tone.base, 'right')) +
      rect(190, -560, 22, 560, 4, fade(tone.base, tone.dark, 'right')) +
      rect(-212, -562, 424, 20, 4, tone.glow)
    );
  },
};

function mixBack({ tone, fade }: Pen): string {
  return fade(tone.dark, tone.deep);
}

function cushion({ rect, group, accent, fade, line }: Pen, x: number, y: number, angle: number): string {
  return group(
    `translate(${x} ${y}) rotate(${angle})`,
    rect(-62, -90, 132, 128, 30, accent.dark),
    rect(-66, -94, 130, 126, 30, fade(accent.light, accent.base)),
    line('M-40-68l80 76M40-68l-80 76', accent.dark, 4),
  );
}

function diningChair({ rect, path, tone, accent, fade, line }: Pen): string {
  return (
    line('M-104-250L-124-4M104-250L124-4', tone.dark, 22) +
    line('M-80-250L-92-40M80-250L92-40', tone.deep, 18) +
    path('M-112-540Q0-570 112-540L104-262H-104z', 'none') +
    line('M-108-262L-116-520M108-262L116-520', tone.base, 22) +
    path('M-126-546Q0-580 126-546V-470Q0-500-126-470z', fade(tone.light, tone.base)) +
    line('M-50-486V-270M0-492V-270M50-486V-270', tone.dark, 12) +
    path('M-130-286H130l18 42q-148 26-296 0z', fade(accent.light, accent.base)) +
    rect(-140, -250, 280, 22, 10, tone.dark) +
    line('M-112-120H112', tone.base, 12)
  );
}

function officeChair({ rect, path, circle, tone, accent, fade, line, ellipse }: Pen): string {
  return (
    line('M0-70L-130-22M0-70L130-22M0-70L-50-8M0-70L56-8', '#2b2f3a', 18) +
    [-136, -52, 58, 136].map((x, index) => circle(x, index % 3 === 0 ? -14 : -6, 15, '#171a22')).join('') +
    rect(-13, -200, 26, 140, 6, fade('#c6ccd6', '#767d8b', 'right')) +
    path('M-116-560Q0-596 116-560L104-300Q0-270-104-300z', tone.deep) +
    path('M-112-562Q0-594 108-562L96-306Q0-280-98-306z', fade(tone.light, tone.base)) +
    rect(-70, -540, 140, 60, 24, accent.base) +
    line('M-84-430Q0-404 82-430M-80-370Q0-344 78-370', tone.dark, 6) +
    line('M-120-240v-90h-30M120-240v-90h30', '#2b2f3a', 16) +
    rect(-172, -346, 66, 22, 11, '#2b2f3a') +
    rect(106, -346, 66, 22, 11, '#2b2f3a') +
    ellipse(0, -222, 146, 40, tone.deep) +
    ellipse(0, -236, 146, 38, fade(tone.glow, tone.base))
  );
}

function armchair({ rect, path, tone, accent, fade, line }: Pen): string {
  return (
    path('M-130-60l-24 62h-16l10-62zM130-60l24 62h16l-10-62z', '#7a5230') +
    path('M-150-110V-430Q-150-520 0-520T150-430V-110z', tone.dark) +
    path('M-144-110V-436Q-140-508-4-508T138-436V-110z', fade(tone.light, tone.base)) +
    line('M-50-490Q-64-360-56-230M50-490Q64-360 56-230', tone.dark, 5) +
    rect(-70, -320, 140, 110, 30, fade(accent.light, accent.base)) +
    rect(-130, -210, 260, 86, 30, fade(tone.glow, tone.base)) +
    rect(-190, -290, 80, 240, 38, fade(tone.light, tone.dark, 'right')) +
    rect(110, -290, 80, 240, 38, fade(tone.light, tone.dark, 'right')) +
    rect(-150, -128, 300, 76, 20, fade(tone.base, tone.dark))
  );
}

function mug({ rect, ring, accent, fade }: Pen, x: number, y: number): string {
  return (
    ring(x + 40, y - 34, 20, accent.base, 10) +
    rect(x - 34, y - 72, 70, 72, 12, fade(accent.glow, accent.base, 'right'))
  );
}

function deskThings(pen: Pen): string {
  const { rect, circle, accent, line, path } = pen;
  if (pen.variant % 2)
    return (
      mug(pen, -250, -346) +
      rect(-140, -372, 150, 18, 4, accent.base) +
      rect(-130, -390, 140, 18, 4, accent.light)
    );
  return (
    line('M-250-350L-290-470L-200-540', accent.dark, 12) +
    path('M-226-566l70 40-46 50-54-50z', accent.base) +
    circle(-250, -350, 26, accent.dark) +
    rect(-20, -400, 56, 52, 8, accent.light) +
    circle(-4, -420, 26, '#5d8a55') +
    circle(24, -424, 22, '#4a7647')
  );
}

function pouf({ ellipse, path, line, tone, accent, fade }: Pen): string {
  const ribs = [-150, -90, -30, 30, 90, 150]
    .map((x) => `M${x * 0.5}-300Q${x * 1.5}-150 ${x * 0.7} -6`)
    .join('');
  return (
    path(
      'M-90-310Q-240-290-230-150T-120 0H120Q240-30 230-150T90-310z',
      fade(tone.light, tone.dark, 'right'),
    ) +
    line(ribs, tone.dark, 7) +
    ellipse(0, -306, 104, 24, tone.glow) +
    ellipse(0, -308, 30, 8, accent.base) +
    path('M-210-90Q0-40 210-90L204-60Q0-10-204-60z', accent.light)
  );
}
