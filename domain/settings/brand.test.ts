import { expect, test } from 'vitest';
import { brandColor, brandTones, contrast, defaultBrand, hexOf, logoAddress } from './brand.ts';

test('the usual brand is the blue of the design, in the notation of letters', () => {
  expect(hexOf(0.46, 0.165, defaultBrand.hue)).toBe('#1f50b2');
  expect(hexOf(1, 0, 0)).toBe('#ffffff');
  expect(hexOf(0, 0, 0)).toBe('#000000');
});

test('at every hue what is written on the brand can be read (design §1.2, WCAG 1.4.3)', () => {
  for (let hue = 0; hue < 360; hue++)
    for (const theme of Object.keys(brandTones) as (keyof typeof brandTones)[]) {
      const ratio = contrast(brandColor(theme, 'brand', hue), brandColor(theme, 'on', hue));
      expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
});

test('contrast goes from one to twenty-one', () => {
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

test('without a picture there is no address', () => {
  expect(logoAddress(defaultBrand)).toBe('');
  expect(logoAddress({ ...defaultBrand, logo: 'a'.repeat(32) })).toContain('a'.repeat(32));
});
