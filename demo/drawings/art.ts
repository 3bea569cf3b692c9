import { itemAt } from '#demo/random.ts';
import type { Tone } from './color.ts';
import type { Pen } from './pen.ts';

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
}

type Painter = (pen: Pen, frame: Frame, ground: Tone, figure: Tone) => string;

/** An abstract print for covers, screens, cards and posters, cut to its frame. */
export function art(pen: Pen, frame: Frame, style: number, ground: Tone, figure: Tone): string {
  const { x, y, width, height, radius } = frame;
  const painter = itemAt(painters, style);
  return pen.inside(
    pen.rect(x, y, width, height, radius, '#000'),
    pen.rect(x, y, width, height, 0, pen.fade(ground.light, ground.dark, 'diagonal')),
    painter(pen, frame, ground, figure),
  );
}

const hills: Painter = ({ circle, path }, { x, y, width: w, height: h }, ground, figure) =>
  circle(x + w * 0.66, y + h * 0.34, Math.min(w, h) * 0.2, figure.light) +
  path(
    `M${x} ${y + h * 0.62}q${w * 0.25} ${-h * 0.24} ${w * 0.52} 0t${w * 0.48} ${-h * 0.06}v${h * 0.5}H${x}z`,
    ground.dark,
  ) +
  path(
    `M${x} ${y + h * 0.8}q${w * 0.3} ${-h * 0.2} ${w * 0.6} ${-h * 0.02}t${w * 0.4} ${-h * 0.06}v${h * 0.3}H${x}z`,
    figure.base,
  ) +
  path(`M${x} ${y + h * 0.94}q${w * 0.4} ${-h * 0.16} ${w} ${-h * 0.02}v${h * 0.1}H${x}z`, figure.dark);

const arcs: Painter = ({ circle }, { x, y, width: w, height: h }, ground, figure) =>
  [0.95, 0.76, 0.57, 0.38, 0.19]
    .map((part, index) =>
      circle(
        x + w * 0.08,
        y + h * 0.96,
        Math.max(w, h) * part,
        itemAt([figure.dark, figure.base, ground.light], index),
      ),
    )
    .join('');

const tiles: Painter = ({ path, rect, random }, { x, y, width: w, height: h }, ground, figure) => {
  const cell = Math.min(w, h) / 3;
  const cells: string[] = [];
  for (let top = y; top < y + h; top += cell)
    for (let left = x; left < x + w; left += cell) {
      const color = itemAt([figure.base, figure.light, ground.glow, ground.deep], random.int(0, 3));
      const corner = random.int(0, 3);
      const quarter = `M${left} ${top}h${cell}a${cell} ${cell} 0 0 1 ${-cell} ${cell}z`;
      const leaf = `M${left} ${top}a${cell} ${cell} 0 0 1 ${cell} ${cell}a${cell} ${cell} 0 0 1 ${-cell} ${-cell}z`;
      const flipped = `M${left + cell} ${top + cell}h${-cell}a${cell} ${cell} 0 0 1 ${cell} ${-cell}z`;
      cells.push(
        corner === 3
          ? rect(left, top, cell, cell, cell / 2, color)
          : path(itemAt([quarter, leaf, flipped], corner), color),
      );
    }
  return cells.map((shape) => shape.replaceAll(/(\d+\.\d)\d+/g, '$1')).join('');
};

const waves: Painter = ({ path }, { x, y, width: w, height: h }, ground, figure) =>
  [0.3, 0.48, 0.66, 0.84]
    .map((part, index) =>
      path(
        `M${x} ${y + h * part}c${w * 0.2} ${-h * 0.16} ${w * 0.35} ${h * 0.14} ${w * 0.55} 0s${w * 0.3} ${-h * 0.1} ${w * 0.45} ${-h * 0.02}V${y + h}H${x}z`,
        itemAt([figure.light, figure.base, ground.deep, figure.dark], index),
      ),
    )
    .join('');

const peaks: Painter = ({ circle, path }, { x, y, width: w, height: h }, ground, figure) =>
  circle(x + w * 0.3, y + h * 0.3, Math.min(w, h) * 0.15, figure.glow) +
  path(`M${x} ${y + h}L${x + w * 0.42} ${y + h * 0.34}L${x + w * 0.86} ${y + h}z`, figure.base) +
  path(`M${x + w * 0.42} ${y + h * 0.34}L${x + w * 0.86} ${y + h}H${x + w * 0.5}z`, figure.dark) +
  path(`M${x + w * 0.4} ${y + h}L${x + w * 0.76} ${y + h * 0.52}L${x + w * 1.1} ${y + h}z`, ground.deep);

const rays: Painter = ({ circle, path }, { x, y, width: w, height: h }, ground, figure) => {
  const centerX = x + w / 2;
  const centerY = y + h * 0.62;
  const reach = Math.max(w, h) * 1.2;
  const beams = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4;
    const point = (turn: number) =>
      `${Math.round(centerX + Math.cos(turn) * reach)} ${Math.round(centerY + Math.sin(turn) * reach)}`;
    return path(`M${centerX} ${centerY}L${point(angle)}L${point(angle + 0.39)}z`, ground.glow);
  });
  return (
    beams.join('') +
    circle(centerX, centerY, Math.min(w, h) * 0.27, figure.base) +
    circle(centerX, centerY, Math.min(w, h) * 0.16, figure.glow)
  );
};

const blocks: Painter = ({ circle, path, rect }, { x, y, width: w, height: h }, ground, figure) =>
  rect(x, y + h * 0.5, w * 0.5, h * 0.5, 0, figure.base) +
  circle(x + w * 0.5, y + h * 0.42, Math.min(w, h) * 0.24, figure.glow) +
  path(`M${x + w * 0.5} ${y + h}a${w * 0.25} ${w * 0.25} 0 0 1 ${w * 0.5} 0z`, ground.deep) +
  rect(x + w * 0.62, y, w * 0.12, h * 0.5, 0, figure.dark);

const orbits: Painter = ({ circle, ring }, { x, y, width: w, height: h }, ground, figure) => {
  const unit = Math.min(w, h);
  return (
    [0.62, 0.48, 0.34]
      .map((part) => ring(x + w / 2, y + h / 2, unit * part, ground.glow, unit * 0.016))
      .join('') +
    circle(x + w / 2, y + h / 2, unit * 0.19, figure.base) +
    circle(x + w / 2 + unit * 0.34, y + h / 2 - unit * 0.02, unit * 0.06, figure.light) +
    circle(x + w / 2 - unit * 0.36, y + h / 2 - unit * 0.31, unit * 0.045, figure.glow) +
    circle(x + w / 2 - unit * 0.2, y + h / 2 + unit * 0.44, unit * 0.07, figure.dark)
  );
};

const painters: readonly Painter[] = [hills, arcs, tiles, waves, peaks, rays, blocks, orbits];
