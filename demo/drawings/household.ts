import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const rug: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-160, -80],
  draw: ({ rect, line, path, tone, accent, fade, variant }) => {
    const fringe = Array.from(
      { length: 22 },
      (_, thread) => `M-440 ${-252 + thread * 24}h44M396 ${-252 + thread * 24}h44`,
    ).join('');
    const stripes = [-330, -210, -90, 30, 150, 270].map((x, index) =>
      rect(x, -262, index % 2 ? 30 : 66, 524, 0, index % 2 ? accent.light : accent.base),
    );
    const diamonds = [-280, -100, 80, 260].map(
      (x) =>
        path(`M${x}-180l80 180-80 180-80-180z`, accent.base) + path(`M${x}-90l40 90-40 90-40-90z`, tone.glow),
    );
    return (
      line(fringe, tone.glow, 7) +
      rect(-404, -262, 808, 530, 6, tone.dark) +
      rect(-404, -266, 804, 524, 6, fade(tone.light, tone.base, 'diagonal')) +
      (variant % 2 ? diamonds : stripes).join('')
    );
  },
};

export const mirror: Drawing = {
  pose: 'standing',
  width: 380,
  height: 520,
  focus: [0, -280],
  draw: ({ circle, path, ring, soft, inside, tone, fade }) =>
    circle(6, -258, 254, tone.deep) +
    circle(0, -262, 254, fade(tone.light, tone.dark, 'diagonal')) +
    ring(0, -262, 238, tone.dark, 5) +
    circle(0, -262, 214, fade('#eef4f7', '#b9ccd8', 'diagonal')) +
    inside(
      circle(0, -262, 214, '#000'),
      soft(0.5, path('M-260-260L40-560H120L-220-200zM-120-100L220-440H250L-80-60z', '#ffffff')),
    ),
};

export const wallClock: Drawing = {
  pose: 'standing',
  width: 280,
  height: 560,
  focus: [0, -400],
  draw: ({ rect, circle, path, line, tone, accent, fade, random }) => {
    const hours = Array.from(
      { length: 12 },
      (_, hour) =>
        `<g transform="translate(0 -400) rotate(${hour * 30})">${rect(-4, -96, 8, 18, 3, tone.deep)}</g>`,
    );
    return (
      path(
        'M-140-520L0-570L140-520V-10Q140 0 130 0H-130Q-140 0-140-10z',
        fade(tone.light, tone.dark, 'right'),
      ) +
      rect(-90, -250, 180, 220, 14, tone.deep) +
      line('M0-270L24-100', '#d9b45f', 10) +
      circle(26, -92, 40, '#d9b45f') +
      circle(18, -100, 20, '#f3dc9b') +
      circle(0, -400, 122, accent.dark) +
      circle(0, -400, 108, '#fbf6ea') +
      hours.join('') +
      `<g transform="translate(0 -400) rotate(${random.int(0, 11) * 30})">${rect(-5, -60, 10, 66, 5, tone.deep)}</g><g transform="translate(0 -400) rotate(${random.int(0, 11) * 30})">${rect(-4, -88, 8, 96, 4, tone.deep)}</g>` +
      circle(0, -400, 10, accent.base)
    );
  },
};

export function plates({ ellipse, rect, ring, path, tone, accent, fade, group }: Pen): string {
  const stack = Array.from(
    { length: 6 },
    (_, plate) =>
      ellipse(-90, -20 - plate * 24, 190, 34, tone.dark) + ellipse(-90, -28 - plate * 24, 190, 34, tone.glow),
  );
  return (
    stack.join('') +
    ellipse(-90, -150, 150, 24, tone.light) +
    `<ellipse cx="-90" cy="-150" rx="170" ry="29" fill="none" stroke="${accent.base}" stroke-width="7"/>` +
    group(
      'translate(190 0)',
      ring(86, -84, 34, tone.base, 16),
      path('M-84-150H84L66-20Q60 0 40 0H-40Q-60 0-66-20z', fade(tone.glow, tone.dark, 'right')),
      ellipse(0, -150, 84, 15, tone.deep),
      ellipse(0, -147, 72, 10, '#5b3a22'),
      rect(-78, -104, 156, 14, 0, accent.base),
    )
  );
}

export function coffeeGrinder({ rect, line, circle, ellipse, tone, accent, fade, soft }: Pen): string {
  return (
    line('M0-500V-540L190-560', '#8d95a3', 18) +
    circle(196, -584, 34, '#744a30') +
    circle(188, -592, 13, '#b07a48') +
    rect(-100, -500, 200, 230, 30, fade(tone.light, tone.dark, 'right')) +
    soft(0.4, rect(-70, -480, 24, 190, 12, '#ffffff')) +
    ellipse(0, -500, 90, 16, tone.deep) +
    rect(-110, -300, 220, 50, 12, accent.base) +
    rect(-94, -250, 188, 250, 26, '#dbe6ec') +
    rect(-84, -140, 168, 130, 18, fade('#7a4e2d', '#43281a')) +
    rect(-70, -230, 22, 200, 11, '#ffffff90')
  );
}

export function oven({ rect, circle, line, tone, accent, fade, path, soft }: Pen): string {
  return (
    rect(-290, -20, 50, 22, 6, '#20242e') +
    rect(240, -20, 50, 22, 6, '#20242e') +
    rect(-330, -410, 660, 396, 26, tone.deep) +
    rect(-330, -416, 652, 390, 26, fade(tone.light, tone.dark, 'diagonal')) +
    rect(-296, -360, 420, 290, 16, '#20242e') +
    rect(-276, -340, 380, 250, 10, fade('#7a3d1c', '#2b1a16')) +
    line('M-276-200H104M-276-160H104', '#b4bcc9', 6) +
    path('M-190-206Q-180-290-90-290T10-206z', '#d9a25a') +
    path('M-160-232Q-140-276-90-278', 'none') +
    soft(0.15, path('M-276-340H-60L-200-90H-276z', '#ffffff')) +
    line('M-270-384H96', '#d9dee6', 14) +
    [-330, -220, -110]
      .map(
        (y) =>
          circle(224, y, 40, tone.deep) +
          circle(220, y - 4, 33, accent.light) +
          rect(216, y - 32, 8, 26, 4, accent.deep),
      )
      .join('')
  );
}

export function steamer({ path, rect, line, circle, tone, accent, fade }: Pen): string {
  return (
    line('M40-60Q220 20 260-120T330-60', '#343945', 14) +
    path(
      'M-150-560Q-170-500-150-440H10Q90-430 90-360L70-60Q60 0 0 0H-20Q-70 0-70-60L-60-330Q-60-360-100-360H-150Q-190-480-150-560z',
      fade(tone.light, tone.dark, 'right'),
    ) +
    rect(-176, -570, 44, 220, 18, '#d9dee6') +
    [-530, -480, -430, -390].map((y) => circle(-154, y, 7, '#6b7382')).join('') +
    path('M-50-240H76L66-80Q60-20 6-20H-16Q-60-20-60-80z', accent.light) +
    rect(-30, -330, 76, 30, 15, accent.dark) +
    line('M-230-520q-40-20-70 6M-230-450q-50-10-80 14M-230-390q-30 0-60 20', '#ffffff', 12)
  );
}

/** A ring of light on a stand. */
export const ringLight: Drawing = {
  pose: 'standing',
  width: 320,
  height: 580,
  focus: [0, -400],
  draw: ({ ring, rect, line, circle, tone, accent }) =>
    line('M0-40L-130 0M0-40L130 0M0-40V-6', '#2a2f3a', 14) +
    rect(-8, -260, 16, 230, 6, '#3a4050') +
    ring(0, -400, 150, '#fff3d6', 62) +
    ring(0, -400, 150, '#fffdf6', 34) +
    ring(0, -400, 184, tone.base, 8) +
    ring(0, -400, 116, tone.dark, 8) +
    rect(-40, -470, 80, 140, 12, '#20242e') +
    rect(-32, -460, 64, 120, 6, accent.base) +
    circle(0, -256, 16, '#2a2f3a'),
};

/** A pair with lit candles. */
export const candlesticks: Drawing = {
  pose: 'standing',
  width: 420,
  height: 540,
  focus: [-110, -400],
  draw: ({ rect, path, ellipse, group, tone, fade }) => {
    const stick = (x: number, scale: number) =>
      group(
        `translate(${x} 0) scale(${scale})`,
        path('M-90 0Q-80-40-20-50V-250H20V-50Q80-40 90 0z', fade(tone.light, tone.deep, 'right')),
        ellipse(0, -120, 34, 18, tone.glow),
        ellipse(0, -190, 28, 14, tone.light),
        path('M-54-290H54L30-246H-30z', fade(tone.glow, tone.dark, 'right')),
        rect(-22, -450, 44, 162, 6, fade('#fdfaf0', '#e3d7bd', 'right')),
        path('M0-520Q26-476 0-452Q-26-476 0-520z', fade('#ffe9a8', '#f0a23c')),
      );
    return stick(-110, 1) + stick(110, 0.84);
  },
};
