import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const backpack: Drawing = {
  pose: 'standing',
  width: 380,
  height: 600,
  focus: [0, -240],
  draw: (pen) => {
    const { path, rect, line, tone, accent, fade, variant } = pen;
    const tall = variant % 3 === 1;
    const roll = tall
      ? rect(-150, -590, 300, 90, 45, fade(accent.light, accent.dark)) +
        line('M-90-590V-500M90-590V-500', tone.deep, 16)
      : line('M-60-500Q-56-570 0-570T60-500', tone.deep, 24);
    const flap =
      variant % 2
        ? path(
            'M-176-420Q-176-510-80-510H80Q176-510 176-420V-330Q0-270-176-330z',
            fade(tone.glow, tone.base),
          ) +
          [-90, 60]
            .map((x) => rect(x, -350, 30, 130, 6, accent.dark) + rect(x - 5, -270, 40, 36, 8, accent.light))
            .join('')
        : line('M-150-400Q-150-480-70-480H70Q150-480 150-400', tone.dark, 7) +
          rect(138, -412, 20, 46, 8, accent.light);
    return (
      roll +
      line('M-170-380Q-240-300-214-60M170-380Q240-300 214-60', tone.deep, 30) +
      path(
        'M-180-400Q-180-510-80-510H80Q180-510 180-400V-40Q180 0 140 0H-140Q-180 0-180-40z',
        fade(tone.light, tone.dark, 'right'),
      ) +
      rect(-214, -220, 60, 190, 26, fade(tone.base, tone.dark)) +
      rect(154, -220, 60, 190, 26, fade(tone.base, tone.dark)) +
      flap +
      rect(-130, -230, 260, 190, 30, fade(tone.glow, tone.base)) +
      line('M-110-180Q0-160 110-180', tone.dark, 6) +
      rect(-30, -130, 60, 40, 8, accent.base) +
      rect(-180, -26, 360, 26, 13, tone.deep)
    );
  },
};

export const handbag: Drawing = {
  pose: 'standing',
  width: 420,
  height: 590,
  focus: [0, -190],
  draw: (pen) => (pen.variant % 3 === 2 ? suitcase(pen) : leatherBag(pen)),
};

export const watch: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, 0],
  draw: ({ path, rect, circle, ring, line, tone, accent, fade, glow, variant, random }) => {
    const metal = variant % 2 === 1;
    const links = Array.from(
      { length: 6 },
      (_, link) =>
        rect(
          -74 + link * 4,
          -180 - (link + 1) * 36,
          148 - link * 8,
          32,
          8,
          fade(tone.glow, tone.dark, 'right'),
        ) +
        rect(
          -74 + link * 4,
          148 + (link + 1) * 36,
          148 - link * 8,
          32,
          8,
          fade(tone.glow, tone.dark, 'right'),
        ),
    );
    const leather =
      path('M-80-150L-60-400Q-56-430-20-430H20Q56-430 60-400L80-150z', fade(accent.light, accent.base)) +
      path('M-80 150L-60 420Q-50 450 0 450T60 420L80 150z', fade(accent.base, accent.dark)) +
      line('M-62-160L-46-404M62-160L46-404M-62 160L-46 410M62 160L46 410', accent.glow, 4) +
      [250, 300, 350].map((y) => circle(0, y, 8, accent.deep)).join('');
    const ticks = Array.from(
      { length: 12 },
      (_, hour) =>
        `<g transform="rotate(${hour * 30})">${rect(-4, -138, 8, hour % 3 ? 18 : 32, 3, tone.deep)}</g>`,
    );
    const hour = random.int(0, 11) * 30;
    return (
      (metal ? links.join('') : leather) +
      rect(172, -26, 40, 52, 12, tone.dark) +
      circle(0, 0, 186, fade(tone.glow, tone.deep, 'diagonal')) +
      ring(0, 0, 164, tone.dark, 14) +
      circle(0, 0, 154, glow(metal ? accent.light : '#fdfaf3', metal ? accent.dark : '#e6dfd0')) +
      ticks.join('') +
      ring(0, 74, 30, tone.base, 5) +
      `<g transform="rotate(${hour})">${rect(-7, -92, 14, 104, 7, tone.deep)}</g><g transform="rotate(${(hour * 12) % 360})">${rect(-5, -130, 10, 146, 5, tone.deep)}</g>` +
      line('M0 30L60-104', '#c93a35', 4) +
      circle(0, 0, 13, tone.deep)
    );
  },
};

export const glasses: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-150, 0],
  draw: (pen) => {
    const { path, line, circle, ellipse, tone, accent, fade, soft, variant, rect } = pen;
    const round = variant % 2 === 1;
    const frame = (x: number) =>
      round
        ? circle(x, 0, 132, tone.dark) + circle(x, -4, 128, tone.base)
        : path(
            `M${x - 150}-92Q${x} -120 ${x + 150}-92Q${x + 150} 100 ${x} 106Q${x - 140} 100 ${x - 150}-92z`,
            tone.base,
          );
    const pane = (x: number) =>
      round
        ? circle(x, -2, 106, fade(accent.dark, accent.glow))
        : path(
            `M${x - 124}-70Q${x} -94 ${x + 124}-70Q${x + 120} 74 ${x} 80Q${x - 112} 74 ${x - 124}-70z`,
            fade(accent.deep, accent.light),
          );
    return (
      rect(-420, 160, 840, 170, 85, accent.dark) +
      rect(-420, 152, 832, 164, 82, fade(accent.light, accent.base)) +
      line('M-400 236H400', accent.dark, 6) +
      line('M-330-70Q-380-220-250-300M330-70Q380-220 250-300', tone.dark, 22) +
      frame(-180) +
      frame(180) +
      line('M-54-40Q0-80 54-40', tone.dark, 24) +
      pane(-180) +
      pane(180) +
      soft(0.35, line('M-230-50l60-16M130-50l60-16', '#ffffff', 14)) +
      ellipse(-310, -70, 12, 8, tone.glow) +
      ellipse(310, -70, 12, 8, tone.glow)
    );
  },
};

function leatherBag({ path, rect, line, circle, tone, accent, fade, variant }: Pen): string {
  const flap =
    variant % 2
      ? path('M-210-300H210L160-130Q0-90-160-130z', fade(tone.glow, tone.base)) +
        rect(-30, -150, 60, 66, 12, '#c99a4b') +
        circle(0, -112, 10, tone.deep)
      : line('M-170-270H170', tone.dark, 8) +
        rect(-8, -292, 40, 14, 6, '#c99a4b') +
        rect(-60, -180, 120, 80, 12, tone.base);
  return (
    line(
      variant % 2 ? 'M-190-290Q-150-600 0-600T190-290' : 'M-110-290Q-110-460 0-460T110-290',
      tone.deep,
      20,
    ) +
    line(
      variant % 2 ? 'M-190-296Q-150-604 0-604T190-296' : 'M-110-296Q-110-464 0-464T110-296',
      tone.base,
      10,
    ) +
    path('M-210-300H210L250-30Q250 0 216 0H-216Q-250 0-250-30z', fade(tone.light, tone.dark, 'right')) +
    flap +
    path('M-246-60H246l4 30Q250 0 216 0H-216Q-250 0-250-30z', accent.dark) +
    circle(-186, -276, 13, '#c99a4b') +
    circle(186, -276, 13, '#c99a4b')
  );
}

function suitcase({ rect, line, circle, tone, accent, fade }: Pen): string {
  return (
    line('M-60-470V-570H60V-470', '#7d8593', 16) +
    circle(-120, -14, 22, '#20242e') +
    circle(120, -14, 22, '#20242e') +
    rect(-186, -476, 380, 456, 46, tone.deep) +
    rect(-192, -480, 380, 456, 46, fade(tone.light, tone.dark, 'right')) +
    line('M-120-470V-36M-60-470V-36M0-470V-36M60-470V-36M120-470V-36', tone.dark, 9) +
    rect(-192, -300, 380, 40, 0, accent.base) +
    rect(-36, -308, 68, 56, 10, accent.light) +
    rect(-70, -440, 140, 22, 11, tone.deep)
  );
}
