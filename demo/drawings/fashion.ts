import { art } from './art.ts';
import { contours, dressContour } from './outlines.ts';
import type { Drawing } from './product.ts';

export const sneakers: Drawing = {
  pose: 'standing',
  width: 700,
  height: 360,
  focus: [-120, -120],
  draw: (pen) => {
    const { path, line, rect, ellipse, tone, accent, fade, group, variant } = pen;
    const high = variant % 3 === 1;
    const collar = high
      ? 'M150-420H290Q322-330 318-120H-250Q-330-140-300-190Q-120-230 20-300Q110-350 150-420z'
      : 'M120-300Q180-280 220-310L300-330Q330-230 318-120H-270Q-340-130-310-185Q-150-215-40-280Q40-330 120-300z';
    const stripe = [
      line('M-20-150L110-260M40-140L160-250M100-130L205-240', accent.base, 22),
      path('M-120-150Q60-130 270-290Q180-90 0-110Q-90-120-120-150z', accent.base),
      line('M-110-150Q60-230 110-170T300-180', accent.base, 20),
    ][variant % 3] as string;
    const shoe =
      path(collar, fade(tone.glow, tone.base, 'diagonal')) +
      path('M-270-120Q-340-130-310-185Q-250-198-190-214Q-130-190-124-120z', tone.light) +
      line('M-190-214Q-130-190-124-120', tone.dark, 5) +
      stripe +
      (high
        ? ellipse(220, -418, 70, 14, tone.deep)
        : path('M120-300Q180-280 220-310L300-330q-60 40-110 44-40 2-70-14z', tone.deep)) +
      (high
        ? line('M30-300l60 34M66-326l60 34M100-354l60 34M128-386l56 30', accent.glow, 10)
        : line('M-100-250l54 40M-56-274l54 40M-10-298l54 40M36-314l50 36', accent.glow, 10)) +
      rect(-326, -126, 652, 42, 20, '#fbf8f1') +
      path(
        'M-326-100H326v46q-6 20-40 20H-280q-40-4-46-30z',
        fade(variant % 2 ? accent.base : '#efe9dc', variant % 2 ? accent.dark : '#cfc6b4'),
      ) +
      line('M-300-56H296', variant % 2 ? accent.deep : '#b7ad99', 6);
    const back = group('translate(70 -34) scale(.94)', shoe);
    return pen.soft(0.85, back) + group('translate(-30 26)', shoe);
  },
};

export const dress: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -180],
  upright: true,
  draw: ({ path, line, circle, tone, accent, fade, variant, random, inside, soft, group }) => {
    const long = variant % 3 === 1;
    const hem = long ? 370 : 300;
    const skirt = variant % 2 ? 270 : 210;
    const body = dressContour(variant);
    const dots = Array.from({ length: 34 }, (_, dot) =>
      circle(
        -230 + (dot % 7) * 78 + random.int(-16, 16),
        -170 + Math.floor(dot / 7) * 112 + random.int(-16, 16),
        random.int(7, 13),
        dot % 3 ? accent.base : accent.glow,
      ),
    );
    const folds = line(
      `M-40-60L-${skirt * 0.5} ${hem}M0-60V${hem + 20}M40-60L${skirt * 0.5} ${hem}`,
      tone.dark,
      5,
    );
    const hung =
      line('M-110-372Q0-450 110-372M0-410v-30q0-30 26-30t24 26', '#8a6a48', 12) +
      path(body, fade(tone.light, tone.base, 'diagonal')) +
      soft(0.55, folds) +
      (variant % 3 === 2 ? '' : inside(path(body, '#000'), ...dots)) +
      path('M-88-84Q0-60 88-84l4 36Q0-22-92-48z', accent.dark) +
      line('M-40-340Q0-270 40-340', tone.deep, 6);
    return group('translate(0 34) scale(.88)', hung);
  },
};

export const jacket: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [-20, -150],
  upright: true,
  draw: (pen) => {
    const { path, line, rect, circle, tone, accent, fade, variant, group } = pen;
    const sleeve = contours.sleeve;
    const zip =
      variant % 2
        ? line('M0-230V290', '#c9ced6', 9) + rect(-7, -120, 14, 44, 6, '#9aa1ac')
        : [-150, -60, 30, 120, 210].map((y) => circle(0, y, 11, accent.light)).join('');
    return (
      line('M-120-330Q0-420 120-330M0-372v-30q0-30 26-30', '#8a6a48', 12) +
      path(sleeve, fade(tone.base, tone.dark)) +
      group('scale(-1 1)', path(sleeve, fade(tone.light, tone.base))) +
      path(contours.jacket, fade(tone.light, tone.base, 'diagonal')) +
      (variant % 3 === 1 ? path('M-180 40Q0 60 180 40V-40Q0-20-180-40z', accent.base) : '') +
      line('M0-250V300', tone.deep, 7) +
      zip +
      path(
        'M-90-310L-120-200L-10-170L0-250zM90-310L120-200L10-170L0-250z',
        variant % 3 === 2 ? accent.base : tone.dark,
      ) +
      rect(-140, 90, 96, 20, 8, tone.dark) +
      rect(44, 90, 96, 20, 8, tone.dark) +
      path('M-176 262Q0 292 176 262v36Q0 328-176 298z', tone.dark) +
      line('M-312 190l84 18M312 190l-84 18', tone.deep, 7)
    );
  },
};

export const shirt: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -140],
  upright: true,
  draw: (pen) => {
    const { path, line, rect, tone, accent, fade, variant, inside } = pen;
    const body = contours.shirt;
    const front = [
      art(pen, { x: -100, y: -110, width: 200, height: 200, radius: 100 }, variant + 2, accent, tone),
      inside(
        path(body, '#000'),
        ...[-220, -110, 0, 110, 220].map((y) => rect(-360, y, 720, 46, 0, accent.base)),
      ),
      inside(
        path(body, '#000'),
        line('M-280-320V340M-160-320V340M-40-320V340M80-320V340M200-320V340', accent.base, 22),
        pen.soft(
          0.5,
          line('M-360-200H360M-360-80H360M-360 40H360M-360 160H360M-360 280H360', accent.dark, 22),
        ),
      ),
      line('M0-250V320', tone.dark, 5) +
        [-180, -90, 0, 90, 180].map((y) => pen.circle(0, y, 8, accent.dark)).join('') +
        rect(50, -130, 90, 104, 8, tone.light),
    ][variant % 4] as string;
    return (
      path(body, fade(tone.glow, tone.base, 'diagonal')) +
      front +
      line('M-184-74L-176-200M184-74L176-200', tone.dark, 5) +
      path('M-100-300Q0-230 100-300L84-310Q0-262-84-310z', tone.dark) +
      (variant % 4 === 3 ? path('M-96-304L-120-220L0-236zM96-304L120-220L0-236z', tone.light) : '')
    );
  },
};

/** Pleated, with a waistband. */
export const skirt: Drawing = {
  pose: 'flat',
  width: 0,
  focus: [0, -60],
  draw: ({ path, rect, line, tone, accent, fade }) =>
    path('M-130-290H130L300 300Q0 350-300 300z', fade(tone.light, tone.dark)) +
    [-210, -126, -42, 42, 126, 210]
      .map((foot) => line(`M${Math.round(foot * 0.42)}-286L${foot} 318`, tone.dark, 7))
      .join('') +
    [-168, -84, 0, 84, 168]
      .map((foot) => line(`M${Math.round(foot * 0.42)}-286L${foot} 322`, tone.glow, 4))
      .join('') +
    rect(-140, -330, 280, 54, 12, fade(accent.light, accent.dark)) +
    rect(-16, -324, 32, 42, 6, accent.deep),
};
