import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';

export function ladder({ line, rect, tone, accent }: Pen): string {
  const steps = [-80, -160, -240, -320, -400]
    .map((y) => rect(-150 + (-80 - y) * 0.2, y, 260 - (-80 - y) * 0.28, 24, 6, tone.light))
    .join('');
  return (
    line('M60-520L220 0M100-520L270-10', tone.dark, 18) +
    line('M60-170H240', tone.dark, 10) +
    line('M-60-520L-170-6M60-520L130-6', tone.base, 24) +
    steps +
    rect(-90, -548, 190, 44, 10, accent.base) +
    rect(-190, -14, 50, 18, 6, '#20242e') +
    rect(108, -14, 50, 18, 6, '#20242e')
  );
}

export function cooler({ rect, line, path, tone, accent, fade, soft, circle }: Pen): string {
  return (
    line('M-230-300Q-220-470 0-470T230-300', '#d9dee6', 22) +
    rect(-270, -280, 540, 280, 36, tone.deep) +
    rect(-270, -286, 532, 278, 36, fade(tone.light, tone.dark)) +
    path('M-284-370H284Q290-290 276-270H-276Q-290-290-284-370z', accent.dark) +
    rect(-284, -386, 568, 84, 26, fade(accent.glow, accent.light)) +
    rect(-60, -310, 120, 50, 12, accent.base) +
    soft(0.35, rect(-230, -240, 34, 190, 17, '#ffffff')) +
    circle(210, -50, 20, accent.light)
  );
}

/** Compressors, pressure washers, sprayers and mowers: a tank or body on wheels with a hose. */
export function tankMachine({ rect, circle, line, tone, accent, fade, ring, path }: Pen): string {
  const wheel = (x: number) =>
    circle(x, -60, 60, '#20242e') + circle(x, -60, 34, '#d9dee6') + circle(x, -60, 12, '#20242e');
  return (
    line('M-200-180L-330-430H-400', '#343945', 24) +
    line('M-400-430h-30', accent.base, 30) +
    line('M190-250Q360-320 350-160T420-40', accent.deep, 18) +
    rect(-240, -230, 480, 170, 84, tone.deep) +
    rect(-240, -238, 472, 168, 84, fade(tone.light, tone.dark)) +
    rect(-190, -214, 300, 20, 10, tone.glow) +
    path('M-100-240V-350Q-100-390-60-390H110Q150-390 150-350V-240z', fade('#4d5463', '#20242e')) +
    line('M-60-350H110M-60-316H110M-60-282H110', '#6b7382', 9) +
    circle(200, -290, 40, '#d9dee6') +
    ring(200, -290, 40, '#5b6371', 7) +
    line('M200-290l16-20', '#c93a35', 6) +
    rect(-40, -160, 110, 36, 10, accent.base) +
    wheel(-150) +
    rect(160, -70, 40, 70, 8, '#343945')
  );
}

/** A potted orchid with two arched stems. */
export const orchid: Drawing = {
  pose: 'standing',
  width: 300,
  height: 560,
  focus: [0, -380],
  draw: ({ path, line, ellipse, circle, rect, group, tone, accent, fade }) => {
    const flower = (x: number, y: number, scale: number) =>
      group(
        `translate(${x} ${y}) scale(${scale})`,
        ...[0, 72, 144, 216, 288].map((turn) =>
          group(`rotate(${turn})`, ellipse(0, -26, 20, 30, fade(tone.glow, tone.light))),
        ),
        circle(0, 0, 12, '#c2527d'),
        circle(-2, -3, 5, '#f3d27a'),
      );
    return (
      line('M-6-150Q-60-420 90-500', '#5d7f4a', 8) +
      line('M10-150Q90-330-70-430', '#5d7f4a', 8) +
      path('M0-130Q-150-220-190-120Q-90-90 0-130z', '#4f7a58') +
      path('M0-130Q150-210 190-110Q90-80 0-130z', '#3f6a4c') +
      path('M-100-140H100L76 0H-76z', fade(accent.light, accent.dark, 'right')) +
      rect(-110, -160, 220, 30, 8, accent.base) +
      flower(90, -500, 1) +
      flower(30, -460, 1.1) +
      flower(-24, -390, 1.2) +
      flower(-74, -430, 1) +
      flower(-10, -320, 0.9)
    );
  },
};
