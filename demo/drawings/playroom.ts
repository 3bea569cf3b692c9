import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const drum: Drawing = {
  pose: 'standing',
  width: 460,
  height: 500,
  focus: [-40, -220],
  draw: (pen) => {
    const shape = pen.variant % 3;
    if (shape === 1) return cajon(pen);
    return shape === 2 ? tambourine(pen) : snare(pen);
  },
};

export const figure: Drawing = {
  pose: 'standing',
  width: 290,
  height: 600,
  focus: [0, -400],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 1) return robot(pen);
    if (shape === 2) return dragon(pen);
    return hero(pen, shape === 3);
  },
};

export const toyCar: Drawing = {
  pose: 'standing',
  width: 620,
  height: 360,
  focus: [-100, -150],
  draw: ({ path, rect, circle, ring, line, tone, accent, fade, variant }) => {
    const round = variant % 2 === 0;
    const body = round
      ? 'M-330-70Q-350-190-230-200Q-180-340 0-350Q190-350 230-210Q340-200 340-70z'
      : 'M-340-70Q-350-160-260-180L-150-190L-70-290H130L220-190Q330-180 340-70z';
    const windows = round
      ? 'M-160-206Q-130-306-20-310V-206zM10-310Q130-310 160-206H10z'
      : 'M-116-194L-50-268H20V-194zM50-268H116L180-194H50z';
    const tyre = (x: number) =>
      circle(x, -62, 70, '#20242e') + circle(x, -62, 40, '#d9dee6') + ring(x, -62, 26, '#8d95a3', 8);
    return (
      path(body, tone.deep) +
      `<g transform="translate(-3 -6)">${path(body, fade(tone.glow, tone.base))}</g>` +
      path(windows, '#2b3a55') +
      line('M-146-216l26-56M24-216l60-80', '#7f9cc9', 10) +
      line('M-4-200V-80M-250-130H250', tone.dark, 5) +
      rect(-342, -150, 34, 40, 16, '#fbe9b0') +
      rect(312, -140, 26, 40, 10, '#c93a35') +
      rect(30, -170, 44, 12, 6, accent.light) +
      rect(-356, -86, 712, 26, 12, fade('#e6e9ee', '#8d95a3')) +
      tyre(-200) +
      tyre(210)
    );
  },
};

export const robotVacuum: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -60],
  draw: ({ circle, ring, line, rect, tone, accent, glow, group }) =>
    group(
      'translate(210 210)',
      ...[0, 60, 120].map(
        (angle) => `<g transform="rotate(${angle})">${rect(-4, -84, 8, 168, 4, '#8d95a3')}</g>`,
      ),
    ) +
    circle(0, 0, 300, tone.deep) +
    circle(-4, -8, 296, glow(tone.glow, tone.base)) +
    ring(-4, -8, 250, tone.dark, 5) +
    circle(-4, -40, 96, tone.dark) +
    circle(-8, -46, 88, glow(tone.light, tone.deep)) +
    circle(-8, -46, 34, accent.base) +
    rect(-70, 130, 132, 40, 20, tone.dark) +
    circle(-36, 150, 9, accent.glow) +
    circle(28, 150, 9, accent.light) +
    line('M-210-210A290 290 0 0 1 200-214', tone.deep, 26),
};

export const sewingMachine: Drawing = {
  pose: 'standing',
  width: 620,
  height: 530,
  focus: [-60, -240],
  draw: ({ path, rect, circle, line, tone, accent, fade, ring }) =>
    rect(-320, -76, 640, 76, 22, fade(tone.base, tone.deep)) +
    path(
      'M120-70V-260H-180V-180H-270V-380Q-270-430-210-430H220Q270-430 270-380V-70z',
      fade(tone.glow, tone.base),
    ) +
    rect(240, -370, 60, 150, 26, tone.dark) +
    ring(270, -295, 46, accent.base, 16) +
    circle(-60, -346, 34, accent.light) +
    circle(40, -346, 34, accent.light) +
    line('M-60-346v-24M40-346l16-18', tone.deep, 7) +
    circle(190, -180, 44, accent.base) +
    circle(186, -186, 20, accent.glow) +
    rect(-250, -180, 40, 30, 6, '#8d95a3') +
    line('M-230-150V-70', '#5b6371', 8) +
    rect(-262, -84, 66, 12, 4, '#b4bcc9') +
    rect(80, -520, 60, 90, 10, accent.base) +
    line('M110-490Q-100-520-230-420V-160', accent.dark, 3) +
    path('M-320-70Q-200-110-60-72V-40Q-220-20-320-44z', accent.glow) +
    line('M-300-58q40-14 80 0t80 0 60 0', accent.dark, 4),
};

function snare({ rect, ellipse, line, tone, accent, fade, group }: Pen): string {
  const stick = (angle: number) =>
    group(
      `translate(10 -330) rotate(${angle})`,
      rect(-9, -190, 18, 380, 9, '#d9b380'),
      ellipse(0, -196, 15, 22, '#e8cda2'),
    );
  const rods = [-200, -100, 0, 100, 200].map((x) => `M${x}-270V-40`).join('');
  return (
    line('M-120-20L-180 0M120-20L180 0', '#343945', 16) +
    rect(-240, -290, 480, 270, 20, fade(tone.light, tone.dark, 'right')) +
    line(rods, '#d9dee6', 10) +
    rect(-252, -70, 504, 40, 14, fade('#e6e9ee', '#8d95a3')) +
    rect(-252, -310, 504, 44, 14, fade('#e6e9ee', '#8d95a3')) +
    ellipse(0, -310, 250, 46, '#cfc6b4') +
    ellipse(0, -314, 236, 38, '#fbf6ea') +
    ellipse(0, -314, 90, 14, accent.glow) +
    stick(64) +
    stick(-58)
  );
}

function cajon({ rect, path, circle, tone, accent, fade, line }: Pen): string {
  return (
    path('M140-480l80-40v480l-80 40z', tone.deep) +
    path('M-200-480l70-40h350l-80 40z', tone.glow) +
    rect(-200, -480, 340, 480, 6, fade(tone.light, tone.base, 'diagonal')) +
    rect(-180, -460, 300, 440, 4, accent.light) +
    line('M-150-460V-20M-90-460V-20M-20-460V-20M50-460V-20', accent.base, 4) +
    circle(-30, -150, 66, accent.dark) +
    circle(-30, -150, 52, '#20171a') +
    [-440, -40].map((y) => circle(-164, y, 7, '#d9dee6') + circle(104, y, 7, '#d9dee6')).join('')
  );
}

function tambourine({ circle, ring, group, rect, tone, accent, glow }: Pen): string {
  const jingles = [20, 70, 110, 160, 200, 250, 290, 340].map((angle) =>
    group(
      `translate(0 -240) rotate(${angle}) translate(0 -222)`,
      rect(-34, -18, 68, 36, 6, '#20171a'),
      rect(-28, -12, 24, 24, 12, '#d9a94a'),
      rect(4, -12, 24, 24, 12, '#e8c67c'),
    ),
  );
  return (
    circle(0, -240, 244, tone.deep) +
    ring(-2, -242, 224, tone.base, 40) +
    jingles.join('') +
    circle(0, -240, 202, glow('#fdf6e6', '#e6d6b6')) +
    ring(0, -240, 202, tone.dark, 6) +
    circle(0, -240, 70, accent.light) +
    circle(0, -240, 40, accent.base)
  );
}

function hero({ path, rect, circle, line, tone, accent, fade, glow }: Pen, bigHead: boolean): string {
  const skin = '#e5b48f';
  const base =
    rect(-150, -36, 300, 36, 18, fade('#4d5463', '#20242e')) + rect(-130, -50, 260, 22, 11, '#5b6371');
  if (bigHead)
    return (
      base +
      rect(-70, -230, 140, 190, 30, fade(tone.light, tone.dark)) +
      rect(-110, -220, 44, 110, 20, tone.base) +
      rect(66, -220, 44, 110, 20, tone.base) +
      rect(-160, -520, 320, 300, 110, fade(accent.light, accent.dark)) +
      rect(-120, -430, 240, 170, 70, skin) +
      circle(-58, -350, 24, '#171a22') +
      circle(58, -350, 24, '#171a22') +
      circle(-64, -358, 7, '#ffffff') +
      circle(52, -358, 7, '#ffffff') +
      rect(-60, -110, 120, 20, 6, accent.base)
    );
  return (
    base +
    path(
      'M-80-420Q-210-200-190-70Q-60-110 0-80Q90-120 190-60Q200-220 80-420z',
      fade(accent.base, accent.deep),
    ) +
    line('M-40-230L-70-60M40-230L80-60', tone.dark, 58) +
    rect(-110, -90, 76, 48, 16, accent.base) +
    rect(40, -90, 76, 48, 16, accent.base) +
    path('M-90-420H90L60-220H-60z', fade(tone.light, tone.dark)) +
    rect(-66, -252, 132, 30, 10, accent.light) +
    line('M-90-400L-140-280L-80-240M90-400L170-440L190-520', tone.base, 46) +
    circle(-80, -240, 28, skin) +
    circle(190, -530, 30, skin) +
    path('M-40-400L0-340L40-400z', accent.light) +
    circle(0, -470, 66, glow('#f3cba9', skin)) +
    path('M-68-470Q-70-550 0-550T68-470Q30-510-10-504T-68-470z', accent.deep) +
    line('M-30-470h8M24-470h8', '#20242e', 12)
  );
}

function robot({ rect, circle, line, tone, accent, fade, path }: Pen): string {
  return (
    rect(-110, -150, 84, 150, 16, tone.dark) +
    rect(26, -150, 84, 150, 16, tone.dark) +
    rect(-130, -40, 116, 40, 14, accent.dark) +
    rect(14, -40, 116, 40, 14, accent.dark) +
    line('M-140-330L-210-250L-190-170M140-330L210-250L190-170', tone.dark, 44) +
    circle(-190, -160, 34, accent.base) +
    circle(190, -160, 34, accent.base) +
    rect(-150, -370, 300, 230, 30, fade(tone.light, tone.dark, 'right')) +
    rect(-90, -320, 180, 110, 16, tone.deep) +
    circle(-44, -266, 24, accent.glow) +
    circle(24, -280, 13, accent.light) +
    circle(60, -252, 13, accent.base) +
    path('M-70-180h140v14H-70z', tone.deep) +
    rect(-30, -400, 60, 34, 8, tone.deep) +
    rect(-110, -530, 220, 140, 30, fade(tone.glow, tone.base)) +
    circle(-48, -464, 30, '#20242e') +
    circle(48, -464, 30, '#20242e') +
    circle(-48, -464, 15, accent.glow) +
    circle(48, -464, 15, accent.glow) +
    line('M0-530V-580', tone.deep, 10) +
    circle(0, -590, 18, accent.base)
  );
}

function dragon({ path, circle, rect, tone, accent, fade, line }: Pen): string {
  return (
    rect(-190, -40, 380, 40, 20, fade('#5b6371', '#20242e')) +
    path(
      'M20-300Q190-560 300-500Q250-440 290-390Q230-380 240-320Q170-330 140-220z',
      fade(accent.light, accent.dark),
    ) +
    path('M-40-300Q-160-520-290-450Q-230-410-260-350Q-200-350-200-290Q-150-300-110-220z', accent.dark) +
    path('M120-60Q280-60 260-190Q220-120 110-150z', tone.dark) +
    path(
      'M-110-40Q-150-200-40-270Q-60-400-20-450Q-80-480-140-450Q-160-420-120-410Q-170-400-150-380Q-110-370-80-380Q-130-200-60-60z',
      fade(tone.light, tone.base),
    ) +
    path(
      'M-60-450Q-10-520 60-470Q110-380 60-280Q150-220 130-60L-110-40Q-60-160-10-250Q-30-380-60-450z',
      fade(tone.light, tone.dark),
    ) +
    line('M30-300Q20-200-20-130M50-260Q50-180 20-110', accent.light, 12) +
    path('M20-490l50-60-6 74zM-20-500l20-70 26 66z', accent.light) +
    circle(-40, -450, 11, '#fbe9b0') +
    circle(-42, -450, 5, '#171a22') +
    rect(-120, -66, 70, 34, 14, tone.dark) +
    rect(60, -66, 80, 34, 14, tone.dark)
  );
}
