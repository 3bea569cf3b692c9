import { describe, expect, test } from 'vitest';
import { defaultBrand } from '#domain/settings/brand.ts';
import { fillNames, unknownNames } from '#domain/settings/placeholders.ts';
import { letterNames, namesOf } from '#domain/settings/letters.ts';
import { setBrand } from '#server/settings/current/brand.ts';
import { defaultWording, renderLetter, applyWording } from './letters.ts';
import type { LetterParts } from './letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';
import type { Sample } from '#server/process/letters-catalogue.ts';

const origin = 'https://praca.example';

describe.each(letterNames)('the letter %s', (name) => {
  const parts = allLetters[name];
  const make = (sample: Sample) => renderLetter(parts(sample));
  const usual = make({ origin, ...defaultSample });

  test('has the same content in plain text and in HTML, in Portuguese, 600 pixels wide and with a dark scheme', () => {
    expect(usual.subject).toMatch(/^.{8,80}$/);
    expect(usual.text).not.toMatch(/<\w/);
    expect(usual.html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(usual.html).toContain('max-width:600px');
    expect(usual.html).toContain('prefers-color-scheme: dark');
    expect(usual.text).toContain('Você recebe esta mensagem porque');
    expect(usual.html).toContain('Você recebe esta mensagem porque');
  });

  test('its default wording with placeholders, filled in, gives the original text', () => {
    const given = parts({ origin, ...defaultSample });
    const house = defaultWording(given);
    expect(unknownNames(`${house.subject} ${house.body}`, namesOf(name))).toEqual([]);
    expect(renderLetter(applyWording(given, house))).toEqual(usual);
    const facts = { ...given.values, marca: 'Praça' };
    expect(fillNames(house.subject, facts)).toBe(usual.subject);
  });

  test('with an operator’s wording it keeps its link and code', () => {
    const given = parts({ origin, ...defaultSample });
    const own = renderLetter(
      applyWording(given, { subject: 'Novidade de {{marca}}', body: 'Um.\n\nDois <b>, {{marca}}.' }),
    );
    expect(own.subject).toBe('Novidade de Praça');
    expect(own.html).toContain('Dois &lt;b&gt;, Praça.');
    expect(own.text).toContain('Um.\n\nDois <b>, Praça.');
    expect([own.url, own.text.includes(given.code ?? given.heading)]).toEqual([usual.url, true]);
  });

  test('links nowhere but to the configured origin, and loads nothing (T41)', () => {
    const links = [...`${usual.html} ${usual.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
    expect(links.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(usual.html).not.toMatch(/\b(?:src|background)=|url\(/);
    if (usual.url) expect(usual.html).toContain(`href="${usual.url}"`);
  });

  test('escapes everything that a person wrote', () => {
    const hostile = '<img src=x onerror="alert(1)">&\'';
    const { html, text } = make({ origin, username: hostile, to: 'a@b.com.br', other: hostile });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('onerror="');
    expect(text.includes(hostile) || !html.includes('&lt;img')).toBe(true);
  });
});

test("the marketplace's name is escaped in every letter (T96)", () => {
  setBrand({ ...defaultBrand, name: '<b onclick=x>&"Praça' });
  try {
    for (const name of letterNames) {
      const { html } = renderLetter(allLetters[name]({ origin, ...defaultSample }));
      expect(html).not.toContain('<b ');
      expect(html).toContain('&lt;b onclick=x&gt;&amp;&quot;Praça');
    }
  } finally {
    setBrand(defaultBrand);
  }
});

test('a subject cannot start another header', () => {
  const parts = {
    name: 'ja-tem-conta',
    values: {},
    to: 'a@b.com.br',
    heading: 'Oi',
    paragraphs: [],
  } as const;
  expect(renderLetter({ ...parts, subject: 'Oi\r\nBcc: todos@exemplo.com.br' }).subject).toBe(
    'Oi Bcc: todos@exemplo.com.br',
  );
});

test('a letter that an older version queued keeps its own wording', () => {
  const { name: _name, values: _values, ...old } = allLetters[letterNames[0]!]({ origin, ...defaultSample });
  const sent = renderLetter(old as LetterParts);
  expect([sent.subject, sent.text.includes(old.heading)]).toEqual([old.subject, true]);
});
