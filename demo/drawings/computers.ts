import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const laptop: Drawing = {
  pose: 'standing',
  width: 700,
  height: 440,
  focus: [-90, -250],
  draw: (pen) => {
    const { rect, path, tone, fade } = pen;
    return (
      rect(-290, -432, 580, 396, 22, fade(tone.light, tone.dark, 'diagonal')) +
      rect(-280, -422, 560, 366, 14, '#12151d') +
      screen(pen, { x: -266, y: -408, width: 532, height: 338 }) +
      path('M-300-40H300L366-6H-366z', fade(tone.light, tone.base)) +
      path('M-262-36H262L282-20H-282z', tone.dark) +
      path('M-70-18H70l6 8H-76z', tone.base) +
      path('M-366-6H366l-10 10q-4 4-12 4H-344q-8 0-12-4z', fade(tone.base, tone.deep))
    );
  },
};

export const monitor: Drawing = {
  pose: 'standing',
  width: 380,
  focus: [-90, -330],
  draw: (pen) => {
    const { rect, path, tone, fade, ellipse } = pen;
    const wide = pen.variant % 3 === 1;
    const half = wide ? 430 : 344;
    return (
      ellipse(0, -4, 150, 16, tone.deep) +
      ellipse(0, -10, 150, 15, fade(tone.light, tone.dark, 'right')) +
      path('M-34-130h68l12 122h-92z', fade(tone.base, tone.deep, 'right')) +
      rect(-half, -510, half * 2, 396, 16, fade(tone.light, tone.deep, 'diagonal')) +
      rect(-half + 8, -502, half * 2 - 16, 366, 8, '#12151d') +
      screen(pen, { x: -half + 14, y: -496, width: half * 2 - 28, height: 354 }) +
      pen.circle(0, -125, 4, pen.accent.glow)
    );
  },
};

export const keyboard: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-200, -40],
  draw: (pen) => {
    const { rect, tone, fade, accent } = pen;
    const columns = [12, 14, 16][pen.variant % 3] ?? 14;
    const pitch = 54;
    const width = columns * pitch + 34;
    const left = -width / 2;
    return (
      rect(left, -158, width, 322, 26, tone.deep) +
      rect(left, -162, width, 312, 26, fade(tone.light, tone.base)) +
      rect(left + 12, -150, width - 24, 288, 16, tone.deep) +
      keyRows(pen, left + 17, columns, pitch) +
      (pen.variant % 2
        ? pen.circle(left + width - 44, -122, 17, accent.dark) +
          pen.circle(left + width - 46, -125, 13, accent.light)
        : '')
    );
  },
};

export const mouse: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -70],
  draw: (pen) => {
    const { rect, path, line, tone, accent, fade, glow } = pen;
    const wired = pen.variant % 2 === 1;
    const mat =
      rect(-420, -310, 840, 620, 34, accent.dark) +
      rect(-420, -314, 840, 616, 34, fade(accent.base, accent.dark, 'diagonal'));
    const body =
      path(
        'M-120-90C-120-210-70-262 0-262S120-210 120-90V90C120 206 70 262 0 262S-120 206-120 90z',
        tone.deep,
      ) +
      path(
        'M-120-98C-120-214-70-264 0-264S112-214 114-98V80C112 196 66 250-2 250S-118 196-120 80z',
        glow(tone.glow, tone.base),
      ) +
      line('M0-262V-60', tone.dark, 5) +
      line('M-118-50Q0-14 116-50', tone.dark, 4) +
      rect(-17, -214, 34, 92, 17, tone.deep) +
      rect(-11, -204, 22, 66, 11, accent.light) +
      rect(-128, -10, 12, 60, 6, tone.dark) +
      rect(-128, 60, 12, 50, 6, tone.dark);
    return mat + (wired ? line('M0-262C0-380 190-330 210-470', tone.deep, 11) : '') + body;
  },
};

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half of the screens show a wallpaper, half a working window. */
function screen(pen: Pen, { x, y, width, height }: Area): string {
  const { rect, path, soft, tone, accent, random } = pen;
  const wallpaper = art(pen, { x, y, width, height, radius: 6 }, random.int(0, 7), accent, tone);
  const sheen = soft(
    0.09,
    path(`M${x} ${y}h${width * 0.62}L${x + width * 0.3} ${y + height}H${x}z`, '#ffffff'),
  );
  if (pen.variant % 2 === 0) return wallpaper + sheen;
  const windowX = x + width * 0.2;
  const windowY = y + height * 0.16;
  const rows = [0, 1, 2, 3, 4].map((row) =>
    rect(
      windowX + 90,
      windowY + 58 + row * 30,
      random.int(110, 250),
      10,
      5,
      row % 3 === 1 ? accent.base : '#cfd3da',
    ),
  );
  return (
    wallpaper +
    rect(windowX, windowY, width * 0.62, height * 0.66, 10, '#fbfaf7') +
    rect(windowX, windowY, width * 0.62, 30, 10, '#e8e5df') +
    rect(windowX, windowY + 30, 70, height * 0.66 - 30, 6, accent.light) +
    rows.join('') +
    sheen
  );
}

function keyRows(pen: Pen, left: number, columns: number, pitch: number): string {
  const { path, tone, accent, random } = pen;
  const bases: string[] = [];
  const caps = new Map<string, string[]>();
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const isSpace = row === 4 && column >= 3 && column < columns - 5;
      if (isSpace && column > 3) continue;
      const width = isSpace ? pitch * (columns - 8) - 6 : pitch - 6;
      const isEnter = row === 2 && column === columns - 1;
      const strong = (row === 0 && column === 0) || isEnter || random.chance(0.04);
      const edge = row > 0 && (column === 0 || column === columns - 1);
      const face = strong ? accent.light : edge ? tone.base : tone.glow;
      const x = left + column * pitch;
      const y = -144 + row * 56;
      bases.push(key(x, y, width, 50));
      caps.set(face, [...(caps.get(face) ?? []), key(x + 4, y, width - 8, 40)]);
    }
  const tops = [...caps].map(([face, keys]) => path(keys.join(''), face));
  return path(bases.join(''), tone.dark) + tops.join('');
}

/** A key cap with corners of 6. */
function key(x: number, y: number, width: number, height: number): string {
  const across = width - 12;
  const down = height - 12;
  return `M${x + 6} ${y}h${across}q6 0 6 6v${down}q0 6-6 6h-${across}q-6 0-6-6v-${down}q0-6 6-6z`;
}
