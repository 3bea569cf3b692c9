import { itemAt } from '#demo/random.ts';
import { bench, hammock, treadmill } from './gym.ts';
import { contours } from './outlines.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const ball: Drawing = {
  pose: 'standing',
  width: 360,
  height: 440,
  focus: [-30, -230],
  draw: (pen) => {
    const { circle, line, path, tone, accent, glow, inside, variant, soft, ellipse } = pen;
    const seams = [
      path(
        'M0-312l66 48-25 78h-82l-25-78zM-190-330l60-40 50 30-40 60-70 10zM190-330l-60-40-50 30 40 60 70 10zM-150-90l70-20 40 60-50 60-90-30zM150-90l-70-20-40 60 50 60 90-30z',
        accent.dark,
      ) + line('M0-312V-400M66-264l60-20M41-186l50 76M-41-186l-50 76M-66-264l-60-20', accent.deep, 6),
      line('M-200-220H200M0-440V0M-150-390Q-20-220-150-50M150-390Q20-220 150-50', accent.deep, 10),
      line(
        'M-180-320Q0-250 190-330M-210-240Q0-160 210-250M-150-70Q0-150 60-420M-90-40Q80-130 130-390',
        accent.base,
        10,
      ) + path('M-200-300Q-60-250 0-430L-60-450-200-380z', accent.light),
    ];
    return (
      circle(0, -214, 214, tone.deep) +
      circle(-2, -218, 212, glow(tone.glow, tone.dark)) +
      inside(circle(-2, -218, 212, '#000'), itemAt(seams, variant)) +
      soft(0.3, ellipse(-80, -320, 70, 44, '#ffffff')) +
      (variant % 2
        ? path('M230-10q60-50 120 0v10H230z', accent.base) +
          circle(290, -70, 46, glow(accent.glow, accent.dark))
        : '')
    );
  },
};

export const racket: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-30, -130],
  draw: (pen) => {
    const { group, circle, path, tone, accent, glow, line } = pen;
    const tennisBall = (x: number, y: number) =>
      circle(x, y, 54, glow('#eef58a', '#b6bf3c')) +
      line(`M${x - 44} ${y - 26}q44 26 20 74M${x + 44} ${y + 20}q-50-10-30-64`, '#fbf8f1', 7);
    const beach = (face: typeof tone, x: number, angle: number) =>
      group(
        `translate(${x} 0) rotate(${angle})`,
        path('M-130-220Q-130-340 0-340T130-220Q130-60 40-10L30 70H-30L-40-10Q-130-60-130-220z', face.dark),
        path(
          'M-130-228Q-130-346-2-346T122-228Q122-70 36-18L28 60H-30L-40-18Q-130-70-130-228z',
          pen.fade(face.light, face.base, 'diagonal'),
        ),
        ...[0, 1, 2, 3, 4, 5, 6, 7].map((hole) =>
          circle(-60 + (hole % 3) * 60, -270 + Math.floor(hole / 3) * 66, 11, face.deep),
        ),
        grip(pen, 60),
      );
    if (pen.variant % 2) return beach(tone, -110, -16) + beach(accent, 130, 14) + tennisBall(20, 280);
    return group('rotate(32)', stringed(pen)) + tennisBall(210, 190) + tennisBall(300, 100);
  },
};

export const skate: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-120, 0],
  draw: ({ path, rect, circle, tone, accent, fade, group, line, variant }) => {
    const wheels = (x: number) =>
      group(
        `translate(${x} 0)`,
        rect(-22, -150, 44, 300, 12, '#9aa3b2'),
        ...[-150, 150].map(
          (y) => rect(-44, y - 30, 88, 60, 24, accent.light) + rect(-44, y - 30, 30, 60, 20, accent.glow),
        ),
      );
    return group(
      'rotate(-24) scale(.95)',
      wheels(-240),
      wheels(240),
      path(contours.skate, tone.deep),
      group('translate(-4 -8)', path(contours.skate, fade(tone.light, tone.base))),
      variant % 2
        ? path(
            'M-300 0L-200-90-100 0-200 90zM-60 0L40-90 140 0 40 90zM180 0L280-90 380 0 280 90z',
            accent.base,
          )
        : line('M-330-60Q-200 60-60-20T180-10T360-40M-330 10Q-200 120-60 50T180 60T360 30', accent.base, 22),
      ...[-270, -210, 210, 270].map((x) => circle(x, -44, 8, '#d9dee6') + circle(x, 28, 8, '#d9dee6')),
    );
  },
};

export const dumbbell: Drawing = {
  pose: 'standing',
  width: 600,
  height: 400,
  focus: [-150, -130],
  draw: (pen) => {
    const shape = pen.variant % 5;
    if (shape === 3) return treadmill(pen);
    if (shape === 4) return bench(pen);
    if (shape === 1) return kettlebell(pen);
    return shape === 2 ? yogaMat(pen) : hexDumbbells(pen);
  },
};

export const tent: Drawing = {
  pose: 'standing',
  width: 720,
  height: 450,
  focus: [-20, -190],
  draw: (pen) => {
    const { path, line, circle, tone, accent, fade, variant, rect } = pen;
    if (variant % 3 === 2) return hammock(pen);
    if (variant % 2)
      return (
        path('M-380 0Q-340-400 0-420T380 0z', fade(tone.light, tone.dark, 'right')) +
        path('M-380 0Q-340-400 0-420Q-150-300-170 0z', tone.glow) +
        path('M-60 0Q-50-230 60-300Q170-220 190 0z', accent.deep) +
        path('M60-300Q170-220 190 0h60Q230-240 60-300z', accent.light) +
        line('M-380 0Q-340-400 0-420T380 0M-170 0Q-150-300 0-420', tone.deep, 7) +
        line('M-380 0l-60 8M380 0l60 8', accent.dark, 6) +
        rect(-300, -120, 90, 60, 8, accent.base)
      );
    return (
      path('M-100-430L-400 0H140z', fade(tone.glow, tone.base)) +
      path('M-100-430L140 0H400L140-380z', fade(tone.base, tone.dark)) +
      path('M-120-330L-240 0H0z', accent.deep) +
      path('M-120-330L0 0h60z', accent.light) +
      line('M-100-450V-430L-400 0M-100-430L140 0', tone.deep, 8) +
      line('M-100-430L-460-10M140-380L470-6', accent.dark, 4) +
      circle(-460, -6, 8, '#744a30') +
      circle(470, -4, 8, '#744a30')
    );
  },
};

function grip({ rect, accent, line }: Pen, top: number): string {
  return (
    rect(-30, top, 60, 210, 20, accent.deep) +
    line(
      `M-26 ${top + 50}l52-24M-26 ${top + 100}l52-24M-26 ${top + 150}l52-24M-26 ${top + 196}l52-24`,
      accent.light,
      8,
    )
  );
}

function stringed(pen: Pen): string {
  const { ellipse, line, tone, fade, path, inside } = pen;
  const grid = Array.from(
    { length: 9 },
    (_, cell) => `M${-160 + cell * 40}-430V20M-200 ${-390 + cell * 44}H200`,
  ).join('');
  return (
    path('M-70 10L-24 130H24L70 10L40 0L14 80H-14L-40 0z', tone.dark) +
    ellipse(0, -196, 176, 224, tone.dark) +
    ellipse(-3, -200, 174, 222, fade(tone.light, tone.base, 'diagonal')) +
    ellipse(0, -198, 146, 194, '#f1ece0') +
    inside(ellipse(0, -198, 146, 194, '#000'), line(grid, '#b9b19f', 4)) +
    grip(pen, 110)
  );
}

function hexDumbbells({ path, rect, tone, accent, fade, group }: Pen): string {
  const one =
    rect(-120, -118, 240, 40, 8, fade('#e3e6eb', '#8d95a3')) +
    [-1, 1]
      .map((side) =>
        group(
          `scale(${side} 1)`,
          path('M100-190H190l40 50v90l-40 50H100l-40-50v-90z', fade(tone.light, tone.dark)),
          path('M190-190l40 50v90l-40 50z', tone.deep),
          rect(112, -112, 60, 28, 8, accent.base),
        ),
      )
      .join('');
  return group('translate(90 -40) scale(.8)', one) + group('translate(-40 0)', one);
}

function kettlebell({ path, circle, line, tone, accent, glow, rect, group }: Pen): string {
  const bell =
    line('M-100-260Q-120-420 0-420T100-260', tone.deep, 52) +
    line('M-98-266Q-116-414 0-414T98-266', tone.base, 36) +
    circle(0, -170, 170, glow(tone.glow, tone.dark)) +
    path('M-110-40Q0 10 110-40L90 0H-90z', tone.deep) +
    circle(0, -170, 78, accent.base) +
    rect(-40, -184, 80, 24, 10, accent.glow);
  return group('translate(190 -10) scale(.62)', bell) + group('translate(-70 0)', bell);
}

function yogaMat({ rect, ellipse, circle, ring, line, tone, accent, fade }: Pen): string {
  return (
    rect(-300, -190, 560, 190, 95, fade(tone.light, tone.dark)) +
    circle(250, -95, 95, tone.light) +
    ring(250, -95, 66, tone.dark, 12) +
    ring(250, -95, 34, tone.dark, 12) +
    rect(-180, -196, 30, 200, 6, accent.base) +
    rect(60, -196, 30, 200, 6, accent.base) +
    line('M-165-196Q-50-330 75-196', accent.dark, 16) +
    ellipse(-330, -30, 70, 30, accent.dark) +
    ellipse(-330, -40, 70, 30, accent.light)
  );
}
