import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const bicycle: Drawing = {
  pose: 'standing',
  width: 760,
  height: 450,
  focus: [60, -220],
  draw: (pen) => {
    const { line, circle, rect, path, tone, accent, variant } = pen;
    const urban = variant % 2 === 1;
    const frame = urban
      ? 'M-50-150L-250-150L-90-330L-50-150L190-350M-60-240L180-300M240-150L176-400'
      : 'M-50-150L-250-150L-100-350L-50-150L180-350L-100-350M240-150L172-400';
    const bars = urban ? 'M176-400L150-440Q100-450 80-420' : 'M172-400L168-430L230-440Q250-400 210-390';
    return (
      wheel(pen, -250) +
      wheel(pen, 240) +
      (urban ? line('M-396-150A150 150 0 0 1-160-270M120-240A150 150 0 0 1 384-130', tone.dark, 12) : '') +
      line(frame, tone.dark, 24) +
      `<g transform="translate(-2 -4)">${line(frame, tone.base, 15)}</g>` +
      line(bars, '#20242e', 18) +
      line('M-100-340L-112-400', '#8d95a3', 14) +
      path('M-180-414Q-110-428-50-404Q-90-384-170-392z', accent.dark) +
      circle(-50, -150, 46, '#8d95a3') +
      circle(-50, -150, 32, tone.deep) +
      line('M-50-150l40 60M-250-162L-50-190M-250-140L-50-110', '#4d5463', 8) +
      rect(-30, -92, 60, 14, 6, '#20242e') +
      (urban
        ? path('M190-440H300L284-340H206z', accent.base) + line('M196-410H296M200-380H290', accent.dark, 6)
        : rect(-20, -300, 34, 90, 12, accent.base))
    );
  },
};

export const helmet: Drawing = {
  pose: 'standing',
  width: 460,
  height: 420,
  focus: [-40, -210],
  draw: ({ path, line, tone, accent, fade, ellipse }) =>
    line('M-150-110Q-90 0 0 0T120-110', '#20242e', 14) +
    path('M-270-120Q-290-390 20-400T290-150Q300-120 250-116H-240Q-270-112-270-120z', tone.deep) +
    path('M-270-130Q-286-390 16-398T280-158Q290-130 240-126H-240z', fade(tone.glow, tone.dark, 'right')) +
    path(
      'M-160-250Q-80-360 60-360Q-40-330-90-230zM-60-210Q0-320 150-330Q60-290 20-200zM70-190Q110-270 220-270Q160-230 140-180z',
      accent.deep,
    ) +
    path('M-270-130Q-240-170-100-166T240-150L236-126H-240z', accent.base) +
    path('M-268-140Q-380-130-360-110Q-300-96-230-126z', accent.dark) +
    ellipse(0, -6, 24, 12, '#343945'),
};

export const stroller: Drawing = {
  pose: 'standing',
  width: 560,
  height: 570,
  focus: [-60, -300],
  draw: (pen) => {
    const { path, line, circle, ring, rect, tone, accent, fade, variant } = pen;
    if (variant % 5 === 1) return carSeat(pen);
    if (variant % 5 === 3) return crib(pen);
    if (variant % 5 === 4) return bathTub(pen);
    const wheels = (x: number, radius: number) =>
      circle(x, -radius, radius, '#20242e') +
      circle(x, -radius, radius - 16, '#e6e2da') +
      ring(x, -radius, radius - 34, accent.base, 8) +
      circle(x, -radius, 12, '#20242e');
    return (
      line('M-160-60L120-330M170-50L-110-250M120-330L250-480', '#8d95a3', 17) +
      line('M228-490L290-470', '#20242e', 26) +
      path('M-230-330Q-250-140-60-140H60Q150-150 160-330z', fade(tone.light, tone.dark, 'right')) +
      path('M-230-330H160l-4 40H-234z', tone.deep) +
      path('M-230-340Q-220-560-20-560L10-340z', fade(accent.light, accent.base)) +
      line('M-20-560L-110-340M-20-560L-180-440', accent.dark, 6) +
      path('M-20-560Q70-540 90-450L10-340z', accent.dark) +
      rect(-150, -110, 230, 60, 16, tone.dark) +
      wheels(-170, 72) +
      wheels(180, variant % 2 ? 72 : 52)
    );
  },
};

export const toyBlocks: Drawing = {
  pose: 'standing',
  width: 540,
  height: 560,
  focus: [-60, -190],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 1) return train(pen);
    if (shape === 2) return stackingRings(pen);
    return shape === 3 ? dollHouse(pen) : bricks(pen);
  },
};

function wheel({ ring, line, circle, accent }: Pen, x: number): string {
  const spokes = Array.from({ length: 9 }, (_, spoke) => {
    const angle = (spoke * Math.PI) / 9;
    const dx = Math.round(Math.cos(angle) * 138);
    const dy = Math.round(Math.sin(angle) * 138);
    return `M${x - dx} ${-150 - dy}L${x + dx} ${-150 + dy}`;
  });
  return (
    line(spokes.join(''), '#b4bcc9', 2.5) +
    ring(x, -150, 142, '#20242e', 18) +
    ring(x, -150, 130, accent.base, 6) +
    circle(x, -150, 15, '#5b6371')
  );
}

function carSeat({ path, line, rect, tone, accent, fade, circle }: Pen): string {
  return (
    line('M-200-260Q-140-560 60-540Q200-510 220-300', '#343945', 28) +
    path(
      'M-260-280Q-280-40-60-20H120Q270-40 270-300Q200-330 160-260Q120-160 0-160T-170-300Q-220-330-260-280z',
      fade(tone.light, tone.dark, 'right'),
    ) +
    path('M-200-280Q-180-120 0-110T190-270Q170-120 10-70Q-190-100-200-280z', accent.light) +
    line('M-40-240L0-120L60-230', accent.dark, 20) +
    rect(-20, -140, 46, 44, 12, '#c93a35') +
    path('M-180-20Q0 30 200-20L160 0H-150z', '#343945') +
    circle(-220, -280, 20, '#8d95a3') +
    circle(230, -290, 20, '#8d95a3')
  );
}

function bricks({ rect, tone, accent, fade }: Pen): string {
  const brick = (x: number, y: number, studs: number, color: typeof tone) =>
    Array.from({ length: studs }, (_, stud) =>
      rect(x + 14 + stud * 60, y - 118, 40, 26, 6, color.light),
    ).join('') +
    rect(x, y - 98, studs * 60 + 8, 98, 6, fade(color.light, color.base)) +
    rect(x, y - 16, studs * 60 + 8, 16, 4, color.dark);
  const third = { base: '#f4c542', light: '#fbe08a', glow: '#fdeebf', dark: '#cf9f22', deep: '#8f6a10' };
  return (
    brick(-280, 0, 4, tone) +
    brick(-30, 0, 4, accent) +
    brick(-160, -98, 3, third) +
    brick(30, -98, 2, tone) +
    brick(-100, -196, 4, accent) +
    brick(-50, -294, 2, tone) +
    brick(250, 0, 1, third)
  );
}

function train({ rect, circle, path, tone, accent, fade, ring }: Pen): string {
  const wheels = (x: number, radius: number) =>
    circle(x, -radius, radius, '#20242e') + ring(x, -radius, radius * 0.55, accent.light, 8);
  return (
    rect(-340, -8, 700, 10, 4, '#8a6a48') +
    rect(-110, -300, 150, 240, 14, fade(tone.light, tone.dark)) +
    rect(-84, -270, 96, 80, 10, '#dfe9f2') +
    rect(-130, -324, 190, 34, 12, accent.base) +
    rect(30, -210, 230, 150, 40, fade(accent.light, accent.dark)) +
    path('M170-320h70l-16 110h-38z', tone.base) +
    path('M250-60h90l-60-60z', tone.dark) +
    rect(-340, -190, 190, 130, 12, fade('#fbe08a', '#d9a32f')) +
    circle(-290, -200, 34, tone.base) +
    circle(-220, -204, 38, accent.base) +
    rect(-170, -90, 70, 14, 4, '#343945') +
    wheels(-290, 40) +
    wheels(-200, 40) +
    wheels(-50, 52) +
    wheels(90, 40) +
    wheels(190, 40)
  );
}

function stackingRings({ rect, ellipse, tone, accent, fade, circle, glow }: Pen): string {
  const tones = [
    tone,
    accent,
    { ...tone, light: '#fbe08a', dark: '#d9a32f' },
    { ...tone, light: '#a9d8c5', dark: '#4f9c83' },
  ];
  const rings = tones.map((color, index) => {
    const half = 190 - index * 34;
    const y = -70 - index * 80;
    return rect(-half, y - 76, half * 2, 76, 38, fade(color.light, color.dark, 'right'));
  });
  return (
    ellipse(0, -34, 210, 34, accent.dark) +
    ellipse(0, -44, 210, 34, accent.light) +
    rings.join('') +
    rect(-14, -420, 28, 60, 8, '#b07a48') +
    circle(0, -426, 50, glow('#fdf2d8', '#e8a23c'))
  );
}

function dollHouse({ rect, path, tone, accent, fade, circle }: Pen): string {
  const open = (x: number, y: number) => rect(x, y, 150, 130, 4, accent.glow);
  return (
    path('M-240-340L0-560L240-340z', fade(tone.light, tone.dark)) +
    rect(-210, -350, 420, 350, 6, fade('#fbf1de', '#e2cfae')) +
    open(-180, -320) +
    open(30, -320) +
    open(-180, -160) +
    rect(30, -160, 150, 160, 4, accent.light) +
    rect(-160, -230, 80, 40, 8, tone.base) +
    circle(-60, -260, 16, '#f4c542') +
    rect(60, -250, 90, 60, 6, accent.dark) +
    rect(-150, -80, 90, 50, 8, accent.base) +
    rect(70, -120, 70, 120, 6, tone.dark) +
    circle(126, -60, 6, '#f4c542') +
    circle(0, -430, 34, '#fbf1de') +
    rect(-220, -14, 440, 16, 4, tone.deep)
  );
}

function crib({ rect, line, circle, tone, accent, fade, path }: Pen): string {
  return (
    rect(-260, -400, 520, 340, 10, tone.glow) +
    line(
      'M-200-390V-80M-140-390V-80M-80-390V-80M-20-390V-80M40-390V-80M100-390V-80M160-390V-80M220-390V-80',
      tone.light,
      5,
    ) +
    rect(-250, -150, 500, 80, 14, accent.light) +
    path('M90-210q60-40 130 0v70H90z', accent.base) +
    rect(-276, -430, 552, 44, 22, fade(tone.light, tone.dark)) +
    rect(-276, -80, 552, 34, 17, fade(tone.base, tone.dark)) +
    rect(-276, -420, 36, 420, 14, fade(tone.light, tone.dark, 'right')) +
    rect(240, -420, 36, 420, 14, fade(tone.light, tone.dark, 'right')) +
    circle(-258, -6, 20, '#20242e') +
    circle(258, -6, 20, '#20242e')
  );
}

function bathTub({ path, line, ellipse, circle, tone, accent, fade, glow }: Pen): string {
  return (
    line('M-150-80L-210 0M150-80L210 0', accent.dark, 24) +
    path('M-300-270H300Q280-60 160-50H-160Q-280-60-300-270z', fade(tone.glow, tone.dark, 'right')) +
    path('M-270-180Q0-150 274-180L256-130Q0-100-256-130z', accent.light) +
    ellipse(0, -270, 310, 50, tone.light) +
    ellipse(0, -268, 276, 36, '#cfe6f2') +
    circle(-110, -296, 40, '#f4fbff') +
    circle(-50, -306, 54, '#ffffff') +
    circle(20, -290, 38, '#eef8fd') +
    path('M110-290q-10-80 50-84 50 0 50 40l40 10-36 14q0 40-104 20z', '#f4c542') +
    circle(172, -344, 7, '#20242e') +
    circle(-200, -380, 22, glow('#ffffff', '#bfdcec'))
  );
}
