import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames, unknownSettings } from './setting-names.ts';

const folder = import.meta.dirname;

test('the list has every name that the configuration reads, and no other', () => {
  const read = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^setting-names/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/'([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)'/g),
    ])
    .map((match) => match[1]!);
  expect([...settingNames].toSorted()).toEqual([...new Set(read)].toSorted());
});

test('a misspelt setting is named with the one that is probably meant', () => {
  const misspelt = {
    DATABSE_URL: 'DATABASE_URL',
    SECRET_KEYS: 'SECRET_KEY',
    TRUST_PROXI: 'TRUST_PROXY',
    SMPT_URL: 'SMTP_URL',
    public_url: 'PUBLIC_URL',
    S3_BUKET: 'S3_BUCKET',
  };
  for (const [given, meant] of Object.entries(misspelt))
    expect(unknownSettings({ [given]: 'x' })).toEqual([
      `${given}: não é um ajuste da Praça e não vale nada; será ${meant}?`,
    ]);
});

test('a setting of our services that does not exist is named, without its value', () => {
  expect(unknownSettings({ ASAAS_SANDBOX: 'segredo', S3_PATH_STYLE: '1' })).toEqual([
    'ASAAS_SANDBOX: não é um ajuste da Praça e não vale nada.',
    'S3_PATH_STYLE: não é um ajuste da Praça e não vale nada.',
  ]);
});

test('our settings and the variables of other programs are not named', () => {
  const others = [
    'HOME',
    'PATH',
    'POST',
    'HOSTNAME',
    'NODE_OPTIONS',
    'NODE_PATH',
    'LOGNAME',
    'LANG',
    'LC_ALL',
  ];
  const more = ['GOOGLE_APPLICATION_CREDENTIALS', 'PGHOST', 'MAIL', 'TZ', 'USER', 'npm_config_user_agent'];
  for (const name of [...settingNames, ...others, ...more])
    expect(unknownSettings({ [name]: 'x' })).toEqual([]);
});
