import { art } from './art.ts';
import { contours } from './outlines.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const gameConsole: Drawing = {
  pose: 'standing',
  width: 480,
  height: 560,
  focus: [-40, -300],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 1) return tower(pen);
    if (shape === 2) return handheld(pen);
    return shape === 3 ? cartridgeConsole(pen) : curvedConsole(pen);
  },
};

export const controller: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-150, -50],
  draw: (pen) => {
    if (pen.variant % 4 === 2) return steeringWheel(pen);
    if (pen.variant % 4 === 3) return arcadeStick(pen);
    const { path, circle, rect, tone, accent, fade, glow } = pen;
    const stick = (x: number, y: number) =>
      circle(x, y, 62, tone.deep) +
      circle(x, y, 48, '#1a1d26') +
      circle(x - 4, y - 6, 38, glow('#5b616e', '#20242e'));
    const buttons = [
      [236, -130],
      [282, -84],
      [236, -38],
      [190, -84],
    ] as const;
    return (
      path('M-220-186q-4-44 60-44 50 0 56 30zM220-186q4-44-60-44-50 0-56 30z', tone.deep) +
      pen.group('translate(0 12)', path(contours.controller, tone.deep)) +
      path(contours.controller, glow(tone.glow, tone.base)) +
      path('M-110-204Q0-214 110-204L92-60Q0-40-92-60z', fade(accent.light, accent.base)) +
      rect(-262, -104, 96, 34, 8, tone.deep) +
      rect(-231, -135, 34, 96, 8, tone.deep) +
      buttons.map(([x, y]) => circle(x, y, 21, tone.deep) + circle(x - 2, y - 3, 17, accent.light)).join('') +
      stick(-108, 24) +
      stick(108, 24) +
      circle(0, 26, 18, accent.base) +
      rect(-146, -166, 14, 34, 7, tone.dark) +
      rect(132, -166, 14, 34, 7, tone.dark)
    );
  },
};

export const gameBox: Drawing = {
  pose: 'standing',
  width: 380,
  focus: [0, -270],
  draw: (pen) => {
    const { tone, accent, group } = pen;
    const front = discCase(pen, pen.random.int(0, 7));
    const disc = pen.variant % 2 ? group('translate(190 -150)', shinyDisc(pen)) : '';
    const second =
      pen.variant % 3 === 2
        ? group(
            'translate(130 0) rotate(7)',
            discCase({ ...pen, tone: accent, accent: tone }, pen.variant + 2),
          )
        : '';
    return disc + second + group('translate(-60 0) rotate(-3)', front);
  },
};

export const trophy: Drawing = {
  pose: 'standing',
  width: 300,
  height: 530,
  focus: [0, -360],
  draw: ({ path, rect, ellipse, line, circle, tone, accent, fade, variant }) => {
    const star = 'M0-412l17 36 39 5-29 27 7 39-34-19-34 19 7-39-29-27 39-5z';
    const shield = 'M-44-400Q0-420 44-400V-350Q40-310 0-292Q-40-310-44-350z';
    return (
      line('M-132-460C-250-470-230-300-96-290M132-460C250-470 230-300 96-290', tone.dark, 30) +
      line('M-132-466C-244-474-226-308-98-298M132-466C244-474 226-308 98-298', tone.light, 16) +
      rect(-132, -70, 264, 70, 12, fade(accent.base, accent.deep)) +
      rect(-104, -112, 208, 46, 8, fade(accent.light, accent.dark)) +
      rect(-60, -50, 120, 28, 6, tone.light) +
      path('M-40-240h80l16 128H-56z', fade(tone.light, tone.dark, 'right')) +
      path('M-154-504H154C154-330 110-220 0-220S-154-330-154-504z', fade(tone.glow, tone.dark, 'right')) +
      path('M-120-490h48q0 150 46 236-94-62-94-236z', tone.glow) +
      ellipse(0, -504, 154, 24, tone.light) +
      ellipse(0, -502, 132, 15, tone.deep) +
      path(variant % 2 ? shield : star, tone.deep) +
      (variant % 3 === 1 ? circle(0, -350, 16, tone.glow) : '')
    );
  },
};

function curvedConsole({ path, rect, tone, accent, fade, ellipse }: Pen): string {
  return (
    ellipse(0, -6, 150, 18, '#1d2029') +
    path('M-66-508H62l26 494H-86z', fade('#343945', '#12151d', 'right')) +
    path(
      'M-146-520Q-70-556-40-500L-58-30Q-70-10-130-16Q-168-260-146-520z',
      fade(tone.glow, tone.base, 'right'),
    ) +
    path('M132-520Q60-552 34-498L58-30Q70-10 128-16Q164-260 132-520z', fade(tone.light, tone.dark, 'right')) +
    path('M-40-500L-58-30l8 2 18-466z', accent.base) +
    rect(-8, -300, 16, 90, 4, '#0d0f15') +
    rect(-6, -180, 12, 26, 4, '#5a606c')
  );
}

function tower({ rect, circle, tone, accent, fade, random }: Pen): string {
  const holes = Array.from({ length: 24 }, (_, hole) =>
    circle(
      -110 + (hole % 6) * 44,
      -466 + Math.floor(hole / 6) * 26,
      9,
      hole % 6 < random.int(3, 5) ? accent.dark : tone.deep,
    ),
  );
  return (
    rect(-146, -506, 304, 506, 16, tone.deep) +
    rect(-154, -506, 300, 506, 16, fade(tone.light, tone.dark, 'right')) +
    rect(-142, -494, 276, 116, 10, tone.deep) +
    holes.join('') +
    rect(-112, -320, 12, 190, 4, '#0d0f15') +
    circle(104, -330, 15, tone.glow) +
    circle(104, -330, 9, tone.base) +
    rect(84, -90, 40, 14, 4, '#0d0f15')
  );
}

function handheld(pen: Pen): string {
  const { rect, circle, path, tone, accent, fade, group } = pen;
  const side = (x: number, face: typeof tone) =>
    rect(x - 52, -312, 104, 312, 46, face.dark) +
    rect(x - 50, -312, 96, 304, 44, fade(face.light, face.base));
  return group(
    'translate(0 -40) scale(1.16)',
    path('M-60 0h120l20 36H-80z', tone.deep),
    side(-258, tone),
    side(258, accent),
    rect(-222, -312, 444, 312, 16, '#14171f'),
    art(pen, { x: -196, y: -290, width: 392, height: 268, radius: 8 }, pen.random.int(0, 7), accent, tone),
    circle(-262, -226, 30, tone.deep) + circle(-264, -230, 22, tone.light),
    circle(258, -110, 30, accent.deep) + circle(256, -114, 22, accent.light),
    [0, 1, 2, 3]
      .map((index) => circle(258 + [0, 24, 0, -24][index]!, -220 + [-24, 0, 24, 0][index]!, 11, accent.deep))
      .join(''),
    [0, 1, 2, 3]
      .map((index) => circle(-262 + [0, 24, 0, -24][index]!, -112 + [-24, 0, 24, 0][index]!, 11, tone.deep))
      .join(''),
  );
}

function cartridgeConsole(pen: Pen): string {
  const { rect, path, tone, accent, fade, circle, line } = pen;
  return (
    rect(-96, -330, 192, 160, 12, fade(accent.light, accent.dark)) +
    art(pen, { x: -76, y: -314, width: 152, height: 96, radius: 6 }, pen.variant + 1, accent, tone) +
    path('M-300-200H300L340-110H-340z', fade(tone.glow, tone.base)) +
    path('M-120-190H120l16 44H-136z', tone.deep) +
    rect(-340, -112, 680, 100, 14, fade(tone.base, tone.dark)) +
    rect(-300, -88, 110, 26, 6, accent.base) +
    circle(-160, -75, 10, '#d24b3e') +
    rect(120, -84, 66, 44, 8, tone.deep) +
    rect(210, -84, 66, 44, 8, tone.deep) +
    line('M150-50C180 30 330 20 400 24', '#20242e', 9)
  );
}

function discCase(pen: Pen, style: number): string {
  const { rect, tone, accent, fade } = pen;
  return (
    rect(-172, -470, 360, 470, 14, tone.deep) +
    rect(-180, -470, 356, 470, 14, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-166, -456, 328, 50, 6, tone.base) +
    rect(-146, -438, 90, 14, 7, tone.glow) +
    art(pen, { x: -166, y: -400, width: 328, height: 386, radius: 8 }, style, accent, tone) +
    rect(-140, -64, 150, 18, 9, '#fbf7ee') +
    rect(-140, -370, 10, 10, 5, '#fbf7ee')
  );
}

function shinyDisc({ circle, ring, fade, path, soft }: Pen): string {
  return (
    circle(0, 0, 148, fade('#eef1f6', '#a8b0bd', 'diagonal')) +
    soft(
      0.5,
      path('M0 0L-90-118A148 148 0 0 1-20-147z', '#f7b3c8'),
      path('M0 0L90 118A148 148 0 0 0 130 71z', '#9fd3f5'),
    ) +
    ring(0, 0, 120, '#ffffff80', 3) +
    circle(0, 0, 44, '#dfe3ea') +
    circle(0, 0, 20, '#8c95a3')
  );
}

function steeringWheel({ circle, ring, path, rect, tone, accent, glow }: Pen): string {
  return (
    ring(4, 10, 250, tone.deep, 66) +
    ring(0, 0, 250, tone.base, 58) +
    ring(-4, -6, 262, tone.light, 8) +
    rect(-30, -282, 60, 62, 10, accent.base) +
    path('M-230-30L-80-70Q0-100 80-70L230-30L226 40L90 50L40 120V230H-40V120L-90 50L-226 40z', '#343945') +
    circle(0, 0, 92, glow('#5b616e', '#20242e')) +
    circle(0, 0, 44, accent.base) +
    [
      [-150, -10, accent.light],
      [150, -10, accent.light],
      [-120, 24, '#f8bc49'],
      [120, 24, '#54c57a'],
    ]
      .map(([x, y, color]) => circle(Number(x), Number(y), 13, String(color)))
      .join('')
  );
}

function arcadeStick({ circle, rect, tone, accent, fade, glow }: Pen): string {
  const buttons = Array.from({ length: 8 }, (_, button) => {
    const x = 0 + (button % 4) * 104;
    const y = Math.floor(button / 4) * 112 - 50 - (button % 4 ? 26 : 0);
    return (
      circle(x, y + 6, 44, tone.deep) +
      circle(x, y, 42, glow(button % 2 ? accent.glow : '#fbe9b0', button % 2 ? accent.base : '#d9a32f'))
    );
  });
  return (
    rect(-420, -240, 850, 490, 44, tone.deep) +
    rect(-424, -250, 840, 480, 44, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-384, -210, 760, 400, 26, tone.base) +
    circle(-220, 0, 100, tone.dark) +
    rect(-232, -40, 24, 60, 8, '#d9dee6') +
    circle(-220, -50, 62, glow('#f6a39b', '#c22122')) +
    buttons.join('')
  );
}
