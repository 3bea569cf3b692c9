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
