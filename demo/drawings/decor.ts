import { art } from './art.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export const lamp: Drawing = {
  pose: 'standing',
  width: 250,
  height: 570,
  focus: [0, -420],
  draw: (pen) => {
    const shape = pen.variant % 4;
    if (shape === 1) return floorLamp(pen);
    if (shape === 2) return deskLamp(pen);
    return shape === 3 ? pendant(pen) : tableLamp(pen);
  },
};

export const vase: Drawing = {
  pose: 'standing',
  width: 300,
  height: 590,
  focus: [-20, -260],
  draw: (pen) => {
    const { path, ellipse, line, tone, accent, fade, variant, soft, group } = pen;
    const bodies = [
      'M-50-330C-40-270-150-220-140-110C-134-40-90 0 0 0S134-40 140-110C150-220 40-270 50-330z',
      'M-90-360C-60-300-120-200-110-110Q-104 0 0 0T110-110C120-200 60-300 90-360z',
      'M-36-380C-30-250-130-190-120-90Q-110 0 0 0T120-90C130-190 30-250 36-380z',
    ];
    const mouth = [50, 90, 36][variant % 3] ?? 50;
    const top = [-330, -360, -380][variant % 3] ?? -330;
    const body = bodies[variant % 3] ?? '';
    const small = group(
      'translate(176 0) scale(.52)',
      path(bodies[(variant + 1) % 3] ?? '', fade(accent.light, accent.dark, 'right')),
    );
    return (
      (variant % 4 === 3 ? '' : stems(pen, top)) +
      small +
      ellipse(0, top, mouth, 12, tone.deep) +
      path(body, fade(tone.glow, tone.dark, 'right')) +
      pen.inside(path(body, '#000'), pattern(pen)) +
      soft(0.35, line('M-96-130Q-110-190-60-240', '#ffffff', 12))
    );
  },
};

export const pictureFrame: Drawing = {
  pose: 'standing',
  width: 430,
  height: 540,
  focus: [-30, -300],
  draw: (pen) => {
    const { rect, tone, accent, fade, group, variant } = pen;
    const framed = (width: number, height: number, style: number) =>
      rect(-width / 2 + 8, -height, width, height, 4, tone.deep) +
      rect(-width / 2, -height, width, height, 4, fade(tone.light, tone.dark, 'diagonal')) +
      rect(-width / 2 + 18, -height + 18, width - 36, height - 36, 0, '#faf6ee') +
      art(
        pen,
        { x: -width / 2 + 54, y: -height + 54, width: width - 108, height: height - 108, radius: 0 },
        style,
        accent,
        tone,
      );
    if (variant % 3 === 1)
      return (
        group('translate(-130 0)', framed(330, 450, variant)) +
        group('translate(180 0)', framed(260, 340, variant + 3))
      );
    return variant % 3 === 2 ? framed(600, 440, variant + 1) : framed(410, 530, variant + 2);
  },
};

function tableLamp({ path, ellipse, rect, tone, accent, fade }: Pen): string {
  return (
    ellipse(0, -8, 96, 14, tone.deep) +
    path(
      'M-16-300h32l8 60q60 40 60 110 0 90-84 130-84-40-84-130 0-70 60-110z',
      fade(tone.glow, tone.dark, 'right'),
    ) +
    rect(-10, -330, 20, 60, 4, '#c99a4b') +
    path('M-100-520H100L164-300Q0-276-164-300z', fade(accent.glow, accent.base)) +
    path('M-100-520H-30L-60-288Q-120-292-164-300z', accent.glow) +
    ellipse(0, -520, 100, 14, accent.light)
  );
}

function floorLamp({ line, path, ellipse, tone, accent, fade }: Pen): string {
  return (
    line('M0-330L-100-4M0-330L100-4M0-330L14-12', tone.dark, 14) +
    line('M-58-150H62', tone.base, 7) +
    ellipse(0, -330, 16, 8, tone.deep) +
    path('M-110-560H110L160-332Q0-306-160-332z', fade(accent.glow, accent.base)) +
    path('M-110-560H-44L-70-318Q-126-324-160-332z', accent.glow) +
    ellipse(0, -560, 110, 14, accent.light)
  );
}

function deskLamp({ line, path, ellipse, circle, tone, accent, fade, soft }: Pen): string {
  return (
    soft(0.4, path('M90-360L-70-20H310L190-400z', '#ffeec2')) +
    ellipse(-80, -10, 100, 16, tone.deep) +
    ellipse(-80, -20, 100, 15, fade(tone.light, tone.dark, 'right')) +
    line('M-80-26L-150-270L20-480', tone.dark, 17) +
    line('M-84-26L-154-270L16-482', tone.light, 5) +
    circle(-150, -270, 18, accent.base) +
    circle(20, -480, 18, accent.base) +
    path('M6-500q40-50 90-20l110 110q-60 86-150 60-60-60-50-150z', fade(tone.light, tone.dark, 'diagonal')) +
    path('M206-410q-60 86-150 60 40-66 150-60z', '#fff3cf')
  );
}

function pendant({ path, line, ellipse, tone, accent, fade, soft }: Pen): string {
  return (
    soft(0.22, path('M-150-250L-240-6Q0 20 240-6L150-250z', '#ffeec2')) +
    line('M0-760V-480', tone.deep, 7) +
    path('M-22-500h44l10 40h-64z', accent.base) +
    path('M-32-462h64Q190-420 196-250Q0-216-196-250Q-190-420-32-462z', fade(tone.light, tone.dark, 'right')) +
    path('M-30-458Q-150-400-170-252l60 10Q-100-380-30-458z', tone.glow) +
    ellipse(0, -246, 170, 20, '#fff3cf')
  );
}

function stems({ line, ellipse, circle, variant, accent, group }: Pen, top: number): string {
  const leaves = variant % 2 ? '#7d8f5c' : '#4f7a58';
  const stem = (angle: number, length: number, flower: boolean) =>
    group(
      `translate(0 ${top + 20}) rotate(${angle})`,
      line(`M0 0V${-length}`, leaves, 6),
      flower
        ? circle(0, -length, 26, accent.base) + circle(0, -length, 11, accent.glow)
        : [0, 1, 2]
            .map((leaf) => ellipse(leaf % 2 ? 22 : -22, -length + leaf * 44, 30, 12, leaves))
            .join('') + ellipse(0, -length - 20, 12, 30, leaves),
    );
  return stem(-24, 150, variant % 2 === 0) + stem(4, 200, true) + stem(26, 140, false);
}

function pattern({ rect, line, tone, accent, variant, circle }: Pen): string {
  if (variant % 4 === 0)
    return rect(-160, -150, 320, 26, 0, accent.base) + rect(-160, -112, 320, 8, 0, accent.dark);
  if (variant % 4 === 1)
    return line('M-150-140l30-40 30 40 30-40 30 40 30-40 30 40 30-40 30 40 30-40 30 40', accent.base, 12);
  if (variant % 4 === 2)
    return [0, 1, 2, 3, 4, 5]
      .map((dot) => circle(-100 + dot * 44, -120 + (dot % 2) * 50, 12, accent.light))
      .join('');
  return rect(-160, -90, 320, 90, 0, tone.deep);
}
