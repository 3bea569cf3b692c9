import { art } from './art.ts';
import type { Tone } from './color.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const boardGame: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-100, -60],
  draw: (pen) => {
    const shape = pen.variant % 3;
    if (shape === 1) return cardFan(pen);
    return shape === 2 ? chess(pen) : gameTable(pen);
  },
};

function gameTable(pen: Pen): string {
  const { rect, circle, group, path, tone, accent, fade } = pen;
  const die = (x: number, y: number, angle: number) =>
    group(
      `translate(${x} ${y}) rotate(${angle})`,
      rect(-36, -36, 76, 76, 14, '#cfc6b4'),
      rect(-38, -40, 74, 74, 14, '#fdfaf3'),
      circle(-18, -20, 8, accent.dark),
      circle(16, 12, 8, accent.dark),
      circle(-1, -4, 8, accent.dark),
    );
  const pawn = (x: number, y: number, color: Tone) =>
    circle(x, y, 26, color.dark) +
    circle(x - 3, y - 5, 22, color.base) +
    circle(x - 6, y - 9, 11, color.light);
  return (
    rect(-390, -300, 620, 600, 16, tone.deep) +
    art(pen, { x: -396, y: -306, width: 616, height: 596, radius: 16 }, pen.random.int(0, 7), tone, accent) +
    rect(-350, -260, 320, 64, 12, '#fdfaf3') +
    rect(-320, -240, 200, 24, 10, tone.dark) +
    path('M270-120l70 40v80l-70 40-70-40v-80z', fade('#e9cf9a', '#c99a4b')) +
    path('M350 30l70 40v80l-70 40-70-40V70z', fade('#a9c4a0', '#5f8a5f')) +
    die(290, 240, 18) +
    die(180, 290, -12) +
    pawn(300, -230, tone) +
    pawn(370, -190, accent) +
    pawn(400, 0, tone)
  );
}

function cardFan(pen: Pen): string {
  const { rect, group, tone, accent, path } = pen;
  const card = (angle: number, style: number, ground: Tone, figure: Tone) =>
    group(
      `translate(0 260) rotate(${angle}) translate(0 -300)`,
      rect(-130, -190, 264, 384, 20, '#c9c0ae'),
      rect(-132, -194, 260, 380, 20, '#fdfaf3'),
      art(pen, { x: -112, y: -150, width: 220, height: 190, radius: 10 }, style, ground, figure),
      rect(-112, -180, 120, 18, 6, ground.dark),
      rect(-112, 62, 220, 10, 5, '#cfc8b9'),
      rect(-112, 84, 180, 10, 5, '#cfc8b9'),
      path('M80 150l14-24 14 24-14 24z', figure.base),
    );
  return (
    card(-34, 1, tone, accent) +
    card(-12, 4, accent, tone) +
    card(10, 7, tone, accent) +
    card(32, 5, accent, tone)
  );
}

function chess({ rect, circle, tone, accent, fade, path, group }: Pen): string {
  const squares: string[] = [];
  for (let row = 0; row < 8; row += 1)
    for (let column = row % 2; column < 8; column += 2)
      squares.push(`M${-280 + column * 70} ${-280 + row * 70}h70v70h-70z`);
  const piece = (column: number, row: number, light: boolean) =>
    group(
      `translate(${-245 + column * 70} ${-245 + row * 70})`,
      circle(4, 6, 26, '#00000030'),
      circle(0, 0, 26, light ? '#d9c7a4' : '#4a2c1a'),
      circle(-3, -4, 19, light ? '#fbf1de' : '#744a30'),
      circle(-3, -4, 8, light ? '#d9c7a4' : '#4a2c1a'),
    );
  return (
    rect(-320, -314, 644, 644, 20, tone.deep) +
    rect(-320, -320, 640, 640, 18, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-280, -280, 560, 560, 0, '#f3e6cb') +
    path(squares.join(''), accent.dark) +
    [
      [0, 0],
      [3, 0],
      [5, 1],
      [2, 2],
      [6, 3],
    ]
      .map(([column = 0, row = 0]) => piece(column, row, false))
      .join('') +
    [
      [1, 7],
      [4, 7],
      [3, 5],
      [6, 6],
      [4, 4],
    ]
      .map(([column = 0, row = 0]) => piece(column, row, true))
      .join('')
  );
}

/** Pieces in place, but for one that lies beside. */
export const puzzle: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [80, 60],
  draw: (pen) => {
    const { rect, circle, group, tone, accent } = pen;
    const cells = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((cell) => ({
      x: -360 + (cell % 4) * 160,
      y: -260 + Math.floor(cell / 4) * 160,
    }));
    const piece = (x: number, y: number, fill: string) =>
      rect(x + 3, y + 3, 154, 154, 10, fill) +
      circle(x + 80, y + 8, 20, fill) +
      circle(x + 152, y + 80, 20, fill);
    const colors = ['#6fa86a', '#4f8f5a', '#e2b455', '#7fb4d8', tone.base, accent.base];
    return (
      rect(-380, -280, 660, 510, 14, '#efe6d2') +
      cells
        .map(({ x, y }, cell) => (cell === 11 ? '' : piece(x, y, colors[(cell * 5) % colors.length]!)))
        .join('') +
      group('translate(330 130) rotate(24)', piece(-80, -80, tone.light))
    );
  },
};
