import type { Pen } from './pen.ts';
import { coffeeGrinder, oven, plates, steamer } from './household.ts';
import type { Drawing } from './product.ts';

export const pans: Drawing = {
  pose: 'standing',
  width: 600,
  height: 370,
  focus: [-60, -190],
  draw: (pen) => {
    const { group, variant } = pen;
    const small = { ...pen, tone: variant % 2 ? pen.accent : pen.tone };
    if (variant % 4 === 3) return plates(pen);
    if (variant % 4 === 1) return group('translate(-30 0)', pot(pen, 210, 230));
    if (variant % 4 === 2) return group('translate(40 -150)', pot(small, 130, 130)) + skillet(pen);
    return group('translate(130 0)', pot(small, 140, 170)) + group('translate(-130 0)', pot(pen, 180, 240));
  },
};

export const coffeeMaker: Drawing = {
  pose: 'standing',
  width: 420,
  height: 550,
  focus: [0, -280],
  draw: (pen) => {
    const shape = pen.variant % 5;
    if (shape === 4) return coffeeGrinder(pen);
    if (shape === 1) return mokaPot(pen);
    if (shape === 2) return frenchPress(pen);
    return shape === 3 ? pourOver(pen) : espressoMachine(pen);
  },
};

export const appliance: Drawing = {
  pose: 'standing',
  width: 330,
  height: 560,
  focus: [0, -260],
  draw: (pen) => {
    const shape = pen.variant % 6;
    if (shape === 4) return oven(pen);
    if (shape === 5) return steamer(pen);
    if (shape === 1) return airFryer(pen);
    if (shape === 2) return standMixer(pen);
    return shape === 3 ? kettle(pen) : blender(pen);
  },
};

export const knives: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -100],
  draw: ({ rect, path, circle, group, tone, accent, fade, variant }) => {
    const knife = (x: number, scale: number) =>
      group(
        `translate(${x} 0) scale(${scale})`,
        path('M-34 60V-250Q-30-330 30-360Q40-200 34 60z', fade('#f4f6f9', '#98a3b5', 'right')),
        path('M14 60Q24-180 30-360Q40-200 34 60z', '#c3cbd8'),
        rect(-36, 56, 72, 22, 6, '#8a94a6'),
        rect(-32, 76, 64, 250, 22, fade(tone.light, tone.dark, 'right')),
        circle(0, 130, 9, '#d9dee6') + circle(0, 200, 9, '#d9dee6') + circle(0, 270, 9, '#d9dee6'),
      );
    const board =
      rect(-330, -320, 660, 660, 50, accent.dark) +
      rect(-330, -326, 654, 654, 50, fade(accent.light, accent.base, 'diagonal')) +
      circle(250, -254, 30, accent.deep);
    const places = [[knife(0, 0.94)], [knife(-90, 0.94), knife(110, 0.72)]];
    const three = [knife(-180, 0.8), knife(0, 0.92), knife(180, 0.74)];
    return board + (places[variant] ?? three).join('');
  },
};

function pot({ rect, ellipse, line, circle, tone, accent, fade }: Pen, half: number, height: number): string {
  return (
    line(`M${-half} ${-height * 0.72}h-46v30h46M${half} ${-height * 0.72}h46v30h-46`, tone.deep, 18) +
    rect(-half, -height, half * 2, height, 30, fade(tone.light, tone.dark, 'right')) +
    rect(-half + 22, -height + 30, 22, height - 80, 11, tone.glow) +
    ellipse(0, -height + 4, half + 6, 24, tone.deep) +
    `<path d="M${-half - 4} ${-height}Q0 ${-height - 110} ${half + 4} ${-height}Q0 ${-height + 44} ${-half - 4} ${-height}z" fill="${fade(tone.glow, tone.base)}"/>` +
    rect(-24, -height - 84, 48, 36, 10, accent.dark) +
    circle(0, -height - 92, 26, accent.base) +
    circle(-7, -height - 99, 9, accent.glow)
  );
}

function skillet({ rect, path, ellipse, tone, accent, fade }: Pen): string {
  return (
    path('M190-110L400-150q22 0 22 18t-20 20L200-74z', fade(accent.light, accent.dark)) +
    path('M-260-120H220Q200-4 130 0H-170Q-244-4-260-120z', fade(tone.light, tone.dark, 'right')) +
    ellipse(-20, -120, 240, 32, tone.deep) +
    ellipse(-20, -116, 212, 22, tone.dark) +
    rect(206, -128, 30, 40, 8, '#b9bfc9')
  );
}

function espressoMachine({ rect, path, circle, ring, line, tone, accent, fade }: Pen): string {
  return (
    rect(-210, -60, 430, 60, 14, fade(tone.base, tone.deep)) +
    rect(-190, -74, 390, 18, 6, '#c8ced8') +
    rect(60, -420, 160, 370, 14, fade(tone.base, tone.dark, 'right')) +
    rect(-210, -500, 430, 150, 26, fade(tone.light, tone.base)) +
    rect(-180, -530, 360, 32, 10, '#b9c0cb') +
    circle(-130, -424, 34, '#f6f2ea') +
    ring(-130, -424, 34, tone.deep, 6) +
    line('M-130-424l14-20', '#c93a35', 5) +
    circle(0, -424, 22, accent.base) +
    circle(74, -424, 22, accent.light) +
    circle(148, -424, 22, accent.light) +
    path('M-130-350h130l-14 44h-102z', '#8d95a3') +
    rect(-120, -310, 110, 24, 8, '#5f6674') +
    path('M-20-306l150 14v14l-150-4z', accent.deep) +
    path('M-112-176H-18L-30-78H-100z', '#fbf8f1') +
    ring(-12, -130, 20, '#fbf8f1', 10) +
    rect(-74, -284, 7, 104, 3, '#5b3a22') +
    rect(-60, -284, 7, 104, 3, '#5b3a22')
  );
}

function mokaPot({ path, line, rect, circle, tone, accent, fade }: Pen): string {
  return (
    line('M110-430h86v190', accent.deep, 30) +
    path('M-130-220H130L160 0H-160z', fade(tone.glow, tone.dark, 'right')) +
    path('M-40-220H30L40 0H-54z', tone.light) +
    rect(-136, -252, 272, 36, 6, fade(tone.base, tone.deep, 'right')) +
    path('M-150-470L-200-440-120-420 -112-250H112L140-470z', fade(tone.light, tone.dark, 'right')) +
    path('M-50-470H30L24-250H-44z', tone.glow) +
    path('M-150-470Q0-540 140-470z', fade(tone.glow, tone.base)) +
    circle(-4, -516, 22, accent.dark) +
    circle(104, -120, 12, '#c99a4b')
  );
}

function frenchPress({ rect, line, circle, ellipse, tone, accent, fade, soft }: Pen): string {
  return (
    line('M120-340h90v220h-90', accent.dark, 22) +
    soft(0.55, rect(-130, -410, 260, 400, 20, '#dfe9ee')) +
    rect(-122, -280, 244, 264, 14, fade('#6d4426', '#3c2415', 'right')) +
    rect(-122, -292, 244, 16, 6, tone.base) +
    rect(-7, -520, 14, 230, 4, '#b9c0cb') +
    line('M-130-330H130M-130-120H130', tone.dark, 14) +
    rect(-138, -436, 276, 34, 12, fade(tone.light, tone.dark, 'right')) +
    circle(0, -524, 28, accent.base) +
    rect(-138, -20, 276, 20, 8, fade(tone.light, tone.dark, 'right')) +
    rect(-104, -396, 26, 350, 13, '#ffffff50') +
    ellipse(0, -436, 120, 10, tone.light)
  );
}

function pourOver({ path, line, rect, ellipse, tone, accent, fade, soft }: Pen): string {
  return (
    soft(0.6, path('M-120-470H120L30-250Q150-190 150-90Q150 0 0 0T-150-90Q-150-190-30-250z', '#e4eef2')) +
    path('M-138-130Q-136-10 0-10T138-130Q0-100-138-130z', fade('#6d4426', '#3c2415')) +
    path('M-118-468H118L50-330H-50z', '#fbf8f1') +
    path('M-84-440H84L46-350H-46z', '#5b3a22') +
    path('M-52-300H52l22 44H-74z', fade(tone.light, tone.dark, 'right')) +
    rect(-60, -290, 120, 40, 10, tone.base) +
    line('M-56-270H56', accent.base, 8) +
    ellipse(0, -470, 120, 12, '#f2f6f8') +
    rect(-112, -150, 16, 90, 8, '#ffffff70')
  );
}

function blender({ path, rect, circle, tone, accent, fade, soft, line }: Pen): string {
  return (
    path('M-110-190H110L140 0H-140z', fade(tone.light, tone.dark, 'right')) +
    circle(0, -92, 44, tone.deep) +
    circle(-3, -96, 37, '#dfe3ea') +
    rect(-6, -126, 9, 34, 4, accent.dark) +
    rect(-96, -216, 192, 30, 8, tone.deep) +
    line('M120-440h66q10 110-50 170', accent.dark, 22) +
    soft(0.62, path('M-130-500H130L96-216H-96z', '#e1edf2')) +
    path('M-112-360Q0-390 112-360L96-216H-96z', fade(accent.light, accent.base)) +
    rect(-138, -530, 276, 36, 12, tone.dark) +
    rect(-40, -556, 80, 30, 8, tone.base) +
    path('M-104-490h30l14 260h-20z', '#ffffff90')
  );
}

function airFryer({ path, rect, circle, tone, accent, fade }: Pen): string {
  return (
    path(
      'M-180-300Q-180-500 0-500T180-300V-60Q180 0 120 0H-120Q-180 0-180-60z',
      fade(tone.light, tone.dark, 'right'),
    ) +
    path('M-120-380Q-110-450 0-450T120-380z', '#171a22') +
    circle(-50, -408, 12, accent.light) +
    circle(0, -414, 12, accent.base) +
    circle(50, -408, 12, accent.light) +
    rect(-156, -270, 312, 220, 30, tone.deep) +
    rect(-150, -272, 300, 212, 28, fade(tone.base, tone.dark)) +
    rect(-50, -220, 100, 130, 26, '#20242e') +
    rect(-36, -206, 72, 40, 14, accent.base) +
    path('M-150-330Q-140-420-100-450', 'none') +
    rect(-164, -360, 14, 80, 7, tone.glow)
  );
}

function standMixer({ path, rect, circle, ellipse, tone, accent, fade }: Pen): string {
  return (
    rect(-190, -44, 400, 44, 20, fade(tone.base, tone.deep)) +
    path('M80-40Q70-260 110-380H200Q210-160 206-40z', fade(tone.light, tone.dark, 'right')) +
    path(
      'M-200-420Q-210-500-120-504H120Q226-500 222-400Q210-340 120-344H-120Q-196-344-200-420z',
      fade(tone.glow, tone.base),
    ) +
    rect(-200, -432, 420, 18, 0, '#d9dee6') +
    circle(150, -424, 20, '#d9dee6') +
    circle(150, -424, 10, accent.dark) +
    rect(-86, -346, 40, 70, 6, '#8d95a3') +
    path('M-170-250H40Q40-60-10-50H-120Q-170-60-170-250z', fade('#eef1f5', '#98a2b2', 'right')) +
    ellipse(-65, -250, 105, 18, '#7f8998') +
    path('M-130-230q20 140 34 160h-20q-40-50-40-160z', '#ffffffa0')
  );
}

function kettle({ path, line, circle, rect, ellipse, tone, accent, fade }: Pen): string {
  return (
    line('M-70-440Q150-520 190-340Q200-220 150-140', accent.dark, 26) +
    path('M-120-330Q-250-330-270-420l-26 6Q-270-250-130-220z', fade(tone.light, tone.base)) +
    path('M-110-400H110Q160-200 150-40H-150Q-160-200-110-400z', fade(tone.glow, tone.dark, 'right')) +
    rect(-150, -44, 300, 44, 16, tone.deep) +
    ellipse(0, -400, 110, 20, tone.base) +
    circle(0, -424, 20, accent.base) +
    path('M-84-370h30q-30 160-24 310h-30q-6-150 24-310z', '#ffffff80') +
    rect(70, -140, 34, 60, 12, '#20242e') +
    circle(87, -122, 7, accent.glow)
  );
}
