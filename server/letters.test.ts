import { describe, expect, test } from 'vitest';
import { letter } from './letters.ts';
import { allLetters, usualSample } from './letters-catalogue.ts';

const origin = 'https://praca.example';
const names = Object.keys(allLetters);

describe.each(names)('the letter %s', (name) => {
  const make = allLetters[name]!;
  const usual = make({ origin, ...usualSample });

  test('says the same in plain text and in HTML, in Portuguese, 600 pixels wide and dark where asked', () => {
    expect(usual.subject).toMatch(/^.{8,80}$/);
    expect(usual.text).not.toMatch(/<\w/);
    expect(usual.html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(usual.html).toContain('max-width:600px');
    expect(usual.html).toContain('prefers-color-scheme: dark');
    expect(usual.text).toContain('Você recebe esta mensagem porque');
    expect(usual.html).toContain('Você recebe esta mensagem porque');
  });

  test('links nowhere but to the configured origin, and loads nothing (T41)', () => {
    const links = [...`${usual.html} ${usual.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
    expect(links.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(usual.html).not.toMatch(/\b(?:src|background)=|url\(/);
    if (usual.url) expect(usual.html).toContain(`href="${usual.url}"`);
  });

  test('lets nothing a person wrote become markup', () => {
    const hostile = '<img src=x onerror="alert(1)">&\'';
    const { html, text } = make({ origin, username: hostile, to: 'a@b.com.br', other: hostile });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('onerror="');
    expect(text.includes(hostile) || !html.includes('&lt;img')).toBe(true);
  });
});

test('a subject cannot begin another header', () => {
  const parts = { to: 'a@b.com.br', heading: 'Oi', paragraphs: [] };
  expect(letter({ ...parts, subject: 'Oi\r\nBcc: todos@exemplo.com.br' }).subject).toBe(
    'Oi Bcc: todos@exemplo.com.br',
  );
});
