import { describe, expect, test } from 'vitest';
import type { StaffCategory } from '#contract/listings/categories.ts';
import {
  iconOf,
  inheritedIcon,
  inheritedProofLabel,
  inheritedReleaseDelay,
  proofOf,
  releaseDelayOf,
} from './inherited-labels.ts';

const top: StaffCategory = {
  id: 1,
  parentId: null,
  position: 1,
  slug: 'jogos',
  name: 'Jogos',
  active: true,
  risky: false,
  randomContent: false,
  warrantyDays: 7,
  holdDays: null,
  kind: null,
  deliveryTypes: null,
  icon: null,
  deliveryProof: null,
  deliveryData: null,
  deliveryDataHint: '',
  rulesText: '',
  attributes: [],
  listings: 0,
  onSale: 0,
};
const leaf: StaffCategory = { ...top, id: 2, parentId: 1, slug: 'contas', name: 'Contas' };
const week = 7 * 86_400_000;

describe('the retention', () => {
  test('without a release delay in any ancestor the general rule is named', () => {
    expect(releaseDelayOf([top, leaf], leaf, week)).toBe('7 dias, a regra geral');
    expect(inheritedReleaseDelay([top, leaf], null, week)).toBe('7 dias, a regra geral');
  });

  test('what is inherited names the category it comes from', () => {
    expect(releaseDelayOf([{ ...top, holdDays: 14 }, leaf], leaf, week)).toBe('14 dias, o prazo de «Jogos»');
  });

  test('its own release delay needs no name', () => {
    const own = { ...leaf, holdDays: 21 };
    expect(releaseDelayOf([{ ...top, holdDays: 14 }, own], own, week)).toBe('21 dias');
  });
});

describe('the proof of a delivery', () => {
  test('without a choice in any ancestor a text is enough', () => {
    expect(proofOf([top, leaf], leaf)).toBe('Só texto');
    expect(inheritedProofLabel([top], null)).toBe('Só texto');
  });

  test('what is inherited names the category it comes from, and its own choice needs no name', () => {
    const tree = [{ ...top, deliveryProof: 'video' as const }, leaf];
    expect(proofOf(tree, leaf)).toBe('Vídeo, como em «Jogos»');
    expect(proofOf(tree, { ...leaf, deliveryProof: 'file' })).toBe('Imagem ou PDF');
  });
});

describe('the icon', () => {
  test('without one in any ancestor the mosaic stands alone', () => {
    expect(inheritedIcon([top], null)).toEqual({ icon: null, text: 'Sem ícone, só o mosaico' });
    expect(iconOf([top, leaf], leaf)).toBe('Sem ícone, só o mosaico');
  });

  test('what is inherited names the category it comes from, and its own choice needs no name', () => {
    const tree = [{ ...top, icon: 'gamepad-2' as const }, leaf];
    expect(inheritedIcon(tree, top.id)).toEqual({ icon: 'gamepad-2', text: 'Controle, como em «Jogos»' });
    expect(iconOf(tree, { ...leaf, icon: 'tv' })).toBe('Televisão');
  });
});
