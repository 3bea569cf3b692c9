import { expect, test } from 'vitest';
import { brandColor, brandTones, contrast, defaultBrand, hexOf, logoAddress } from './brand.ts';

test('the default brand colour is the blue of the design as `#rrggbb`', () => {
  expect(hexOf(0.46, 0.165, defaultBrand.hue)).toBe('#1f50b2');
  expect(hexOf(1, 0, 0)).toBe('#ffffff');
  expect(hexOf(0, 0, 0)).toBe('#000000');
});

test('text on the brand colour has enough contrast at every hue (design §1.2, WCAG 1.4.3)', () => {
  for (let hue = 0; hue < 360; hue++)
    for (const theme of Object.keys(brandTones) as (keyof typeof brandTones)[]) {
      const ratio = contrast(brandColor(theme, 'brand', hue), brandColor(theme, 'on', hue));
      expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
});

test('contrast ranges from 1 to 21', () => {
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

test('a brand without a logo has no logo URL', () => {
  expect(logoAddress(defaultBrand)).toBe('');
  expect(logoAddress({ ...defaultBrand, logo: 'a'.repeat(32) })).toContain('a'.repeat(32));
});
