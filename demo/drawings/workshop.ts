import type { Pen } from './pen.ts';
import { cooler, ladder, tankMachine } from './yard.ts';
import type { Drawing } from './product.ts';

export const drill: Drawing = {
  pose: 'standing',
  width: 420,
  focus: [-60, -330],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 3) return tankMachine(pen);
    if (shape === 1) return grinder(pen);
    return shape === 2 ? jigsaw(pen) : cordlessDrill(pen);
  },
};

export const toolbox: Drawing = {
  pose: 'standing',
  width: 560,
  height: 520,
  focus: [-80, -240],
  draw: (pen) => {
    if (pen.variant % 3 === 1) return ladder(pen);
    if (pen.variant % 3 === 2) return cooler(pen);
    const { rect, path, line, tone, accent, fade, group } = pen;
    const wrench = group(
      'translate(-130 -300) rotate(-18)',
      rect(-16, -150, 32, 240, 8, fade('#e6e9ee', '#9099a8', 'right')),
      path('M-46-210q-6 66 46 76 52-10 46-76l-26 36h-40z', '#b4bcc9'),
    );
    const hammer = group(
      'translate(40 -300) rotate(10)',
      rect(-14, -140, 28, 240, 8, '#b07a48'),
      rect(-80, -200, 150, 62, 12, fade('#7d8593', '#444b58')),
      path('M70-200q60 6 66 56-30-20-66-14z', '#5b6371'),
    );
    const driver = group(
      'translate(180 -300) rotate(22)',
      rect(-9, -40, 18, 140, 3, '#b4bcc9'),
      rect(-26, -180, 52, 146, 22, fade(accent.light, accent.dark, 'right')),
    );
    return (
      wrench +
      hammer +
      driver +
      line('M-180-240Q-180-350 0-350T180-240', '#2b2f3a', 26) +
      path('M-280-250H280L300-160H-300z', fade(tone.light, tone.base)) +
      rect(-300, -166, 600, 166, 16, fade(tone.base, tone.dark)) +
      rect(-300, -176, 600, 20, 6, tone.deep) +
      [-190, 130]
        .map((x) => rect(x, -204, 60, 76, 10, accent.base) + rect(x + 16, -180, 28, 34, 6, accent.dark))
        .join('') +
      rect(-70, -110, 140, 54, 10, tone.light)
    );
  },
};

export const handTools: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-120, -120],
  draw: ({ rect, path, circle, group, tone, accent, fade, variant }) => {
    const roll =
      rect(-400, -270, 800, 560, 26, accent.deep) +
      rect(-400, -276, 794, 552, 26, fade(accent.light, accent.base)) +
      rect(-400, 40, 794, 236, 20, accent.dark);
    const wrench = (x: number, size: number) =>
      group(
        `translate(${x} 0) scale(${size})`,
        rect(-17, -150, 34, 300, 6, fade('#eef0f4', '#98a1b0', 'right')),
        path('M-48-236q-8 84 48 96 56-12 48-96l-26 44h-44z', '#b4bcc9'),
        circle(0, 164, 36, '#b4bcc9'),
        circle(0, 164, 18, accent.dark),
      );
    const driver = (x: number, size: number) =>
      group(
        `translate(${x} 0) scale(${size})`,
        rect(-9, -230, 18, 240, 3, fade('#eef0f4', '#98a1b0', 'right')),
        rect(-32, 0, 64, 190, 26, fade(tone.light, tone.dark, 'right')),
        rect(-32, 60, 64, 20, 0, tone.deep),
      );
    const pliers = (x: number) =>
      group(
        `translate(${x} 0)`,
        path('M-10-60Q-50-190-14-240Q6-190 4-60zM10-60Q50-190 14-240Q-6-190-4-60z', '#8f98a7'),
        path('M-16-30Q-90 60-54 220h36Q-34 80 6-10zM16-30Q90 60 54 220H18Q34 80-6-10z', tone.base),
        circle(0, -44, 26, '#6b7382'),
        circle(0, -44, 10, '#d9dee6'),
      );
    return (
      roll +
      (variant % 2
        ? wrench(-310, 1) +
          wrench(-200, 0.9) +
          wrench(-100, 0.78) +
          pliers(40) +
          driver(190, 1) +
          driver(300, 0.86)
        : pliers(-280) +
          driver(-130, 1) +
          driver(-20, 0.9) +
          driver(80, 0.78) +
          wrench(200, 0.94) +
          wrench(310, 0.8))
    );
  },
};

export const plant: Drawing = {
  pose: 'standing',
  width: 260,
  height: 600,
  focus: [0, -330],
  draw: (pen) => {
    const shape = pen.variant % 4;
    const foliage =
      shape === 1 ? cactus(pen) : shape === 2 ? fern(pen) : shape === 3 ? emptyPots(pen) : broadLeaves(pen);
    return shape === 3 ? foliage : foliage + plantPot(pen);
  },
};

export const wateringCan: Drawing = {
  pose: 'standing',
  width: 420,
  height: 460,
  focus: [-30, -200],
  draw: (pen) => {
    const { path, line, rect, ellipse, circle, tone, accent, fade, group } = pen;
    if (pen.variant % 2)
      return (
        group(
          'translate(-130 -20) rotate(-8)',
          rect(-15, -470, 30, 250, 12, accent.base),
          path('M-60-230H60V-90Q60-20 0 10Q-60-20-60-90z', fade(tone.light, tone.dark, 'right')),
          rect(-60, -236, 120, 22, 8, tone.deep),
        ) +
        group(
          'translate(60 -20) rotate(5)',
          rect(-15, -470, 30, 270, 12, accent.base),
          rect(-90, -210, 180, 30, 8, tone.dark),
          line('M-76-190v170M-26-190V0M26-190V0M76-190v170', tone.base, 18),
        ) +
        plantPot({ ...pen, accent: pen.tone, group }, 'translate(230 0) scale(.7)')
      );
    return (
      line('M110-240Q260-250 240-90Q220-30 130-50', tone.dark, 24) +
      line('M-90-270Q0-400 100-270', tone.base, 22) +
      path('M-120-130L-310-330l-30 20L-140-50z', fade(tone.light, tone.base)) +
      path('M-350-360l70 66-60 34q-50-40-10-100z', accent.base) +
      circle(-330, -322, 5, accent.deep) +
      circle(-312, -300, 5, accent.deep) +
      circle(-342, -296, 5, accent.deep) +
      rect(-140, -270, 280, 270, 26, fade(tone.glow, tone.dark, 'right')) +
      rect(-140, -90, 280, 16, 0, tone.dark) +
      ellipse(0, -266, 140, 24, tone.deep) +
      ellipse(0, -262, 118, 16, '#5b6f7a')
    );
  },
};

function cordlessDrill({ rect, path, tone, accent, fade, line }: Pen): string {
  return (
    rect(-330, -436, 120, 14, 4, '#9aa3b2') +
    path('M-220-470h70v82h-70l-18-20v-42z', '#343945') +
    path('M-150-500H170q40 0 40 50v50q0 40-40 40H-150z', fade(tone.light, tone.base)) +
    rect(-150, -500, 60, 140, 10, '#2b2f3a') +
    rect(20, -470, 150, 14, 7, tone.dark) +
    rect(20, -444, 150, 14, 7, tone.dark) +
    rect(20, -418, 150, 14, 7, tone.dark) +
    path('M20-370H150l40 250H50z', fade('#3b404c', '#1d2029', 'right')) +
    path('M20-360q-34 10-26 70l26 10z', accent.base) +
    line('M80-330l26 180M110-330l26 180', '#4d5463', 8) +
    rect(10, -126, 230, 110, 18, fade(tone.base, tone.dark)) +
    rect(10, -50, 230, 50, 14, '#20242e') +
    rect(40, -96, 80, 34, 8, accent.light)
  );
}

function grinder({ rect, path, circle, ring, tone, accent, fade, group, line }: Pen): string {
  return group(
    'translate(0 -40) rotate(-8)',
    line('M-120-250L-150-400', '#20242e', 44),
    circle(-200, -130, 130, '#7c8594') +
      ring(-200, -130, 108, '#9aa3b2', 5) +
      circle(-200, -130, 40, '#d9dee6') +
      circle(-200, -130, 15, '#343945'),
    path('M-310-160A120 120 0 0 1-96-190l-40 50z', '#343945'),
    path('M-170-210L-60-270q30-14 60-10L10-60Q-100-40-150-70z', fade('#cbd1da', '#868f9e')),
    rect(-20, -280, 280, 220, 46, fade(tone.light, tone.dark)),
    rect(230, -260, 150, 180, 40, '#2b2f3a'),
    rect(60, -190, 120, 34, 17, accent.base),
    [0, 1, 2, 3].map((slot) => rect(270 + slot * 22, -220, 8, 100, 4, '#4d5463')).join(''),
  );
}

function jigsaw({ rect, path, tone, accent, fade, line }: Pen): string {
  return (
    rect(-290, -60, 560, 26, 8, fade('#d9dee6', '#868f9e')) +
    path('M-200-60h24l6 60h-18z', '#9aa3b2') +
    path('M-270-60V-270q0-40 50-40H120Q250-310 250-180V-60z', fade(tone.light, tone.dark)) +
    path(
      'M-190-306Q-170-450-40-456H110Q230-450 236-300l-70 10Q160-380 90-384H-30Q-110-380-120-306z',
      '#2b2f3a',
    ) +
    path('M-110-340q30-44 90-40l-6 30q-40 0-60 30z', accent.base) +
    rect(-240, -250, 110, 130, 20, '#343945') +
    line('M-220-220h70M-220-190h70M-220-160h70', '#5b6371', 8) +
    rect(-60, -200, 180, 50, 14, accent.light)
  );
}

function plantPot({ path, ellipse, rect, accent, fade, group, soft }: Pen, place = ''): string {
  const pot =
    path('M-118-170H118L90-14Q88 0 70 0H-70Q-88 0-90-14z', fade(accent.light, accent.dark, 'right')) +
    rect(-130, -196, 260, 44, 12, fade(accent.glow, accent.base, 'right')) +
    soft(0.4, rect(-92, -140, 18, 110, 9, '#ffffff')) +
    ellipse(0, -192, 112, 12, accent.deep);
  return place ? group(place, pot) : pot;
}

function broadLeaves({ path, line, tone, group, random }: Pen): string {
  const angles = [-52, -30, -10, 14, 34, 56, 2];
  return angles
    .map((angle, index) => {
      const length = 250 + random.int(0, 110);
      const shade = [tone.dark, tone.base, tone.light][index % 3] ?? tone.base;
      return group(
        `translate(0 -180) rotate(${angle})`,
        line(`M0 0V${-length + 60}`, tone.deep, 6),
        path(
          `M0 ${-length + 130}C-92 ${-length + 90}-80 ${-length - 20} 0 ${-length - 80}C80 ${-length - 20} 92 ${-length + 90} 0 ${-length + 130}z`,
          shade,
        ),
        line(`M0 ${-length + 120}V${-length - 40}`, tone.deep, 3),
      );
    })
    .join('');
}

function cactus({ rect, line, circle, tone, accent, fade }: Pen): string {
  const spines = [-480, -410, -340, -270].map((y) => `M-40 ${y}l-9-7M0 ${y - 20}v-11M40 ${y}l9-7`).join('');
  return (
    line('M-60-290h-70v-100M60-250h76v-130', tone.dark, 66) +
    line('M-60-294h-68v-98M60-254h72v-128', tone.base, 50) +
    rect(-74, -540, 148, 370, 74, fade(tone.light, tone.dark, 'right')) +
    line('M-30-500V-190M30-500V-190', tone.dark, 5) +
    line(spines, '#f6efdc', 5) +
    circle(0, -544, 24, accent.glow) +
    circle(-128, -414, 14, accent.glow)
  );
}

function fern({ line, ellipse, tone, group, random }: Pen): string {
  return [-64, -42, -20, 0, 22, 44, 66]
    .map((angle, index) => {
      const length = 290 + random.int(0, 70);
      const shade = [tone.base, tone.dark, tone.light][index % 3] ?? tone.base;
      const leaves = Array.from({ length: 7 }, (_, leaf) =>
        ellipse(leaf % 2 ? 26 : -26, -60 - leaf * (length / 8), 34 - leaf * 2, 11, shade),
      );
      return group(
        `translate(0 -180) rotate(${angle})`,
        line(`M0 0Q6-${Math.round(length / 2)} 0-${length}`, tone.deep, 5),
        ...leaves,
      );
    })
    .join('');
}

function emptyPots(pen: Pen): string {
  return (
    plantPot({ ...pen, accent: pen.tone }, 'translate(150 0) scale(.86)') +
    plantPot(pen, 'translate(-110 0) scale(1.4)') +
    plantPot({ ...pen, accent: pen.tone }, 'translate(40 0) scale(.55)')
  );
}
