import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const giftCard: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-120, -60],
  draw: (pen) => {
    const front = giftFace(pen);
    const shape = pen.variant % 3;
    if (shape === 1)
      return (
        pen.group('translate(60 90) rotate(10)', backFace(pen)) +
        pen.group('translate(-30 -60) rotate(-6)', front)
      );
    if (shape === 2) return pen.group('translate(0 40)', envelope(pen, front));
    return front;
  },
};

export const keyCard: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -40],
  draw: (pen) => {
    const { rect, circle, path, tone, accent, fade, ring } = pen;
    const key =
      ring(-250, -26, 60, accent.light, 30) +
      rect(-190, -42, 220, 32, 8, accent.light) +
      rect(-40, -26, 26, 66, 6, accent.light) +
      rect(6, -26, 24, 50, 6, accent.light);
    const cells = [0, 1, 2, 3].map(
      (cell) =>
        rect(-310 + cell * 160, 124, 140, 58, 12, '#fbf8f1') +
        rect(-290 + cell * 160, 146, 100, 14, 7, tone.dark),
    );
    return (
      rect(-370, -230, 740, 470, 40, tone.deep) +
      rect(-370, -234, 734, 462, 40, fade(tone.light, tone.dark, 'diagonal')) +
      pen.inside(
        rect(-370, -234, 734, 462, 40, '#000'),
        pen.soft(
          0.35,
          pen.group(
            'translate(0 -10)',
            art(pen, { x: 60, y: -234, width: 310, height: 330, radius: 0 }, pen.variant + 1, tone, accent),
          ),
        ),
        path('M-370 92H370v150H-370z', tone.base),
      ) +
      key +
      cells.join('') +
      circle(-250, -26, 14, tone.deep)
    );
  },
};

export const documents: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-60, -120],
  draw: (pen) => {
    const { rect, group, random, tone, accent } = pen;
    const page = (style: number) => {
      const rows = Array.from({ length: 6 }, (_, row) =>
        rect(-180, 60 + row * 34, row % 3 === 2 ? random.int(130, 240) : 360, 12, 6, '#cfcabd'),
      );
      return (
        rect(-230, -320, 460, 640, 14, '#fdfbf6') +
        art(pen, { x: -180, y: -210, width: 360, height: 230, radius: 10 }, style, tone, accent) +
        rect(-180, -276, random.int(180, 280), 26, 8, tone.dark) +
        rows.join('')
      );
    };
    return (
      group('translate(150 26) rotate(12)', rect(-230, -320, 460, 640, 14, accent.light)) +
      group('translate(70 10) rotate(5)', rect(-230, -320, 460, 640, 14, '#efe9dc')) +
      group('translate(-50 0) rotate(-4)', page(pen.variant))
    );
  },
};

export const softwareBox: Drawing = {
  pose: 'standing',
  width: 420,
  focus: [-50, -300],
  draw: (pen) => {
    const { path, rect, circle, tone, accent, fade } = pen;
    const marks = [
      circle(-50, -300, 74, accent.light) + circle(-50, -300, 40, tone.base),
      path('M-120-240l70-130 70 130z', accent.light) + path('M-50-370l70 130h-70z', accent.base),
      rect(-120, -370, 64, 64, 14, accent.light) +
        rect(-46, -370, 64, 64, 14, accent.base) +
        rect(-120, -296, 64, 64, 14, accent.base) +
        rect(-46, -296, 64, 64, 14, accent.glow),
      path('M-50-392l84 36v58q-8 62-84 96-76-34-84-96v-58z', accent.light) +
        path('M-50-392l84 36v58q-8 62-84 96z', accent.base),
    ];
    return (
      path('M160-500l70-40v500l-70 40z', fade(tone.dark, tone.deep)) +
      path('M-260-500l60-40h430l-70 40z', tone.glow) +
      rect(-260, -500, 420, 500, 4, fade(tone.light, tone.base, 'diagonal')) +
      pen.inside(
        rect(-260, -500, 420, 500, 4, '#000'),
        pen.soft(
          0.45,
          art(pen, { x: -260, y: -160, width: 420, height: 160, radius: 0 }, pen.variant, tone, accent),
        ),
      ) +
      (marks[pen.variant % 4] ?? '') +
      rect(-220, -464, 150, 18, 9, tone.glow) +
      rect(-220, -132, 190, 16, 8, '#fbf8f1') +
      rect(-220, -102, 120, 12, 6, tone.glow)
    );
  },
};

export const playWindow: Drawing = {
  pose: 'standing',
  width: 560,
  focus: [-60, -280],
  draw: (pen) => {
    const { rect, circle, path, tone, accent, fade, random } = pen;
    const progress = random.int(120, 400);
    return (
      rect(-330, -480, 668, 440, 28, tone.deep) +
      rect(-336, -484, 668, 440, 28, fade(tone.glow, tone.light)) +
      [0, 1, 2]
        .map((dot) => circle(-296 + dot * 30, -452, 8, [accent.base, tone.base, tone.dark][dot] ?? tone.base))
        .join('') +
      art(pen, { x: -312, y: -424, width: 620, height: 300, radius: 16 }, pen.variant, tone, accent) +
      circle(-2, -274, 62, '#fdfaf3') +
      path('M-22-312v76l64-38z', accent.dark) +
      rect(-312, -96, 620, 12, 6, tone.base) +
      rect(-312, -96, progress, 12, 6, accent.base) +
      circle(-312 + progress, -90, 14, accent.dark) +
      rect(-120, -44, 240, 44, 8, fade(tone.base, tone.deep)) +
      rect(-190, -12, 380, 14, 7, tone.dark)
    );
  },
};

function giftFace(pen: Pen): string {
  const { rect, path, circle, tone, accent, fade, line } = pen;
  return (
    rect(-370, -232, 740, 470, 40, tone.deep) +
    art(pen, { x: -370, y: -236, width: 736, height: 464, radius: 40 }, pen.random.int(0, 7), tone, accent) +
    rect(-326, -190, 210, 84, 20, fade('#ffffff', '#f3ecdf')) +
    rect(-302, -162, 110, 14, 7, tone.dark) +
    rect(-302, -138, 70, 10, 5, tone.light) +
    path('M150-236h54V228h-54z', accent.base) +
    path('M178-46C120-150 60-120 74-66S150-30 178-30 270-12 284-66 236-150 178-46z', accent.dark) +
    line('M178-40C130-120 90-100 98-70S150-42 178-42 252-42 260-70 226-120 178-40', accent.light, 9) +
    circle(178, -38, 22, accent.light)
  );
}

function backFace({ rect, tone, fade }: Pen): string {
  return (
    rect(-370, -232, 740, 470, 40, tone.deep) +
    rect(-370, -236, 736, 464, 40, fade('#fdfaf3', '#ebe3d3')) +
    rect(-370, -170, 736, 80, 0, tone.deep) +
    rect(-320, -10, 420, 74, 10, '#b7bcc6') +
    rect(-300, 16, 240, 20, 8, '#7d838f') +
    [0, 1, 2].map((row) => rect(-320, 106 + row * 30, 400 - row * 90, 10, 5, '#cfc8b9')).join('')
  );
}

function envelope({ path, rect, accent, fade, group }: Pen, card: string): string {
  return (
    rect(-400, -150, 800, 440, 24, accent.deep) +
    group('translate(0 -110) scale(.94)', card) +
    path('M-400 -110L0 120L400-110V266q0 24-24 24H-376q-24 0-24-24z', fade(accent.light, accent.base)) +
    path('M-400 274L-60 84Q0 54 60 84L400 274q-4 16-24 16H-376q-20 0-24-16z', accent.dark)
  );
}
