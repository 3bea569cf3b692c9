import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export function treadmill({ path, rect, line, tone, accent, fade, circle }: Pen): string {
  return (
    line('M170-70L260-420M120-70L210-400', tone.dark, 26) +
    line('M130-290H250', tone.deep, 20) +
    path('M170-450L330-420L300-330L190-370z', fade('#4d5463', '#20242e')) +
    path('M196-424L300-404L286-362L204-388z', accent.light) +
    path('M-330-90H210L270-20H-300z', fade(tone.light, tone.dark)) +
    path('M-300-80H170L196-40H-280z', '#2b303c') +
    line('M-200-80l16 40M-80-80l16 40M40-80l16 40', '#4d5463', 5) +
    rect(160, -100, 130, 84, 24, fade(tone.base, tone.deep)) +
    rect(190, -76, 60, 16, 8, accent.base) +
    circle(-280, -10, 16, '#20242e') +
    circle(240, -8, 16, '#20242e')
  );
}

export function bench({ rect, line, group, tone, accent, fade }: Pen): string {
  return (
    line('M-220-20L-200-220M200-20L180-210M-260-10H-160M150-10H250', '#343945', 26) +
    line('M-200-170H180', '#4d5463', 26) +
    group(
      'translate(20 -220)',
      rect(-40, -46, 260, 54, 24, tone.dark),
      rect(-40, -52, 260, 50, 24, fade(tone.light, tone.base)),
    ) +
    group(
      'translate(-40 -230) rotate(48)',
      rect(-300, -40, 300, 54, 24, tone.dark),
      rect(-300, -46, 300, 50, 24, fade(tone.light, tone.base)),
    ) +
    rect(210, -250, 60, 60, 26, accent.base) +
    line('M-110-180L-160-330', '#4d5463', 16)
  );
}

export function hammock({ path, line, tone, accent, circle, rect }: Pen): string {
  const stripes = [0.2, 0.4, 0.6, 0.8]
    .map((part) => `M${-270 + part * 540} ${-250 + Math.round(150 * 4 * part * (1 - part)) - 20}v60`)
    .join('');
  return (
    rect(-380, -440, 30, 440, 8, '#744a30') +
    rect(350, -440, 30, 440, 8, '#744a30') +
    circle(-365, -440, 24, '#5d8a55') +
    circle(365, -440, 24, '#5d8a55') +
    line('M-365-380L-270-270M-365-380L-260-240M365-380L270-270M365-380L260-240', '#e6d9c3', 6) +
    path('M-280-280Q0-60 280-280Q260-160 180-110Q0-40-180-110Q-260-160-280-280z', tone.dark) +
    path('M-280-280Q0-90 280-280Q200-120 0-110T-280-280z', tone.light) +
    line(stripes, accent.base, 18) +
    line(
      Array.from(
        { length: 9 },
        (_, thread) => `M${-160 + thread * 40} ${-96 + Math.abs(thread - 4) * -6}v40`,
      ).join(''),
      accent.light,
      6,
    )
  );
}

/** Two crossed poles for the trail. */
export const trekkingPoles: Drawing = {
  pose: 'standing',
  width: 320,
  height: 560,
  focus: [0, -420],
  draw: ({ rect, circle, line, group, tone, accent, fade }) => {
    const pole = (turn: number) =>
      group(
        `rotate(${turn} 0 -260)`,
        rect(-7, -430, 14, 300, 6, fade(tone.light, tone.dark, 'right')),
        rect(-5, -150, 10, 140, 4, fade('#d9dee6', '#8d95a3', 'right')),
        rect(-11, -290, 22, 26, 6, accent.base),
        rect(-20, -40, 40, 10, 5, accent.dark),
        line('M-6-500Q-50-470-8-440', accent.base, 9),
        rect(-15, -530, 30, 110, 14, fade('#3a4050', '#1c2029', 'right')),
        circle(0, -6, 5, '#5f6674'),
      );
    return pole(16) + pole(-16);
  },
};
