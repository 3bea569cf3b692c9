import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const camera: Drawing = {
  pose: 'standing',
  width: 480,
  height: 410,
  focus: [30, -180],
  draw: (pen) => {
    const { rect, path, circle, tone, accent, fade, variant, soft } = pen;
    const hump =
      variant % 3 === 2
        ? ''
        : path('M-90-330l30-66q6-14 22-14H90q16 0 22 14l26 66z', fade(accent.light, accent.dark));
    const finder =
      variant % 3 === 2
        ? rect(-190, -296, 90, 44, 10, '#141823') + rect(-176, -288, 40, 14, 7, '#54699c')
        : rect(-16, -386, 60, 30, 8, '#141823');
    return (
      hump +
      rect(150, -372, 72, 46, 10, accent.dark) +
      circle(186, -372, 22, accent.light) +
      rect(-226, -362, 90, 36, 10, fade(accent.light, accent.dark)) +
      rect(-270, -336, 540, 336, 40, tone.deep) +
      rect(-270, -340, 536, 334, 40, fade(accent.light, accent.base)) +
      rect(-270, -250, 536, 190, 0, fade(tone.light, tone.dark, 'diagonal')) +
      soft(0.3, rect(-270, -250, 70, 190, 0, tone.deep)) +
      finder +
      circle(210, -292, 10, '#e3563f') +
      lensFront(pen, 34, -166, 150) +
      rect(-250, -44, 110, 12, 6, accent.dark)
    );
  },
};

export const lens: Drawing = {
  pose: 'standing',
  width: 300,
  height: 470,
  focus: [0, -300],
  draw: (pen) => {
    const { rect, path, ellipse, tone, accent, fade, variant, line } = pen;
    const height = [360, 460, 300][variant % 3] ?? 360;
    const half = [132, 112, 150][variant % 3] ?? 132;
    const ridges = (top: number, rows: number) =>
      line(
        Array.from(
          { length: rows },
          (_, ridge) => `M${-half + 12 + ridge * ((half * 2 - 24) / (rows - 1))} ${top}v54`,
        ).join(''),
        tone.deep,
        7,
      );
    return (
      rect(-half + 26, -40, half * 2 - 52, 40, 8, fade('#dfe3e8', '#8d95a2', 'right')) +
      rect(-half, -height * 0.62, half * 2, height * 0.62 - 26, 14, fade(tone.light, tone.dark, 'right')) +
      path(
        `M${-half - 12} ${-height}h${half * 2 + 24}l-12 ${height * 0.42}h${-half * 2}z`,
        fade(tone.light, tone.deep, 'right'),
      ) +
      ridges(-height * 0.5, 11) +
      rect(-half, -height * 0.62, half * 2, 10, 0, accent.base) +
      rect(-half + 30, -90, 90, 12, 6, tone.glow) +
      ellipse(0, -height, half + 12, 34, tone.deep) +
      ellipse(0, -height, half - 6, 26, '#171c2c') +
      ellipse(-18, -height - 3, half * 0.55, 14, '#3d5590') +
      ellipse(-40, -height - 7, half * 0.2, 5, '#b8cdf5')
    );
  },
};

function lensFront({ circle, ring, glow, tone, accent }: Pen, x: number, y: number, radius: number): string {
  return (
    circle(x + 6, y + 8, radius, tone.deep) +
    circle(x, y, radius, glow('#5a606c', '#171a22')) +
    ring(x, y, radius - 24, accent.light, 4) +
    circle(x, y, radius * 0.68, '#10131b') +
    circle(x, y, radius * 0.56, glow('#5f7fc4', '#151a2c')) +
    circle(x + 14, y + 16, radius * 0.28, '#2b2350') +
    circle(x - 30, y - 32, radius * 0.14, '#dbe7ff')
  );
}

/** A small camera for sports. */
export const actionCamera: Drawing = {
  pose: 'standing',
  width: 420,
  height: 360,
  focus: [90, -190],
  draw: ({ rect, circle, glow, fade, tone, accent }) =>
    rect(-210, -330, 420, 300, 40, fade(tone.light, tone.deep)) +
    rect(-184, -350, 90, 24, 8, accent.base) +
    rect(-176, -290, 150, 130, 16, '#10141d') +
    rect(-164, -278, 126, 106, 10, fade('#6f9fd8', '#284a86', 'diagonal')) +
    rect(10, -300, 170, 170, 34, tone.deep) +
    circle(95, -215, 66, '#20242e') +
    circle(95, -215, 48, glow('#7f8fb5', '#0e1220')) +
    circle(78, -232, 12, '#ffffff90') +
    circle(-150, -100, 12, '#d9413a') +
    rect(-60, -34, 120, 34, 8, '#5f6674'),
};

/** A camera that has just printed its picture. */
export const instantCamera: Drawing = {
  pose: 'standing',
  width: 440,
  height: 520,
  focus: [0, -240],
  draw: ({ rect, circle, path, glow, fade, tone, accent }) =>
    rect(-110, -520, 220, 190, 6, '#fbf8f1') +
    rect(-92, -502, 184, 130, 0, fade(accent.light, accent.base, 'diagonal')) +
    path('M-92-372L-20-450L30-400L60-430L92-372z', accent.dark) +
    rect(-220, -360, 440, 360, 44, fade('#fdfaf3', '#d8d0c0')) +
    rect(-220, -130, 440, 40, 0, tone.base) +
    rect(-130, -372, 260, 20, 8, '#20242e') +
    circle(0, -200, 100, '#2a2f3a') +
    circle(0, -200, 74, glow('#6b7a9c', '#0e1220')) +
    circle(-22, -224, 16, '#ffffff90') +
    rect(110, -326, 84, 56, 12, '#eef3f8') +
    rect(-190, -320, 60, 40, 10, '#20242e') +
    circle(-160, -60, 20, tone.dark),
};
