import type { FieldErrors } from '#domain/errors.ts';
import { fieldsOfGroup } from './groups.ts';
import type { SettingField } from './groups.ts';

/** The company that operates the marketplace (Decreto 7.962/2013, art. 2), shown in the footer and in the terms. */
export interface CompanyRules {
  name: string;
  /** The CNPJ with its punctuation. */
  document: string;
  /** Street, number and further parts, separated by commas. */
  address: string;
  email: string;
}

/** The company of the demonstration; an operator replaces it before opening. */
export const defaultCompany: CompanyRules = {
  name: 'Praça Demonstração Ltda.',
  document: '12.345.678/0001-95',
  address: 'Rua do Exemplo, 100, Centro, São Paulo, SP, 01001-000',
  email: 'contato@praca.example',
};

/** Whether the operator entered a company; until then the site names none. */
export function isEnteredCompany({ document }: CompanyRules): boolean {
  return document !== defaultCompany.document;
}

/** Error messages for what is left of the example in a company that is entered by this change. */
export function exampleLeft(before: CompanyRules, after: CompanyRules): FieldErrors {
  if (isEnteredCompany(before) || !isEnteredCompany(after)) return {};
  const left = (Object.keys(defaultCompany) as (keyof CompanyRules)[]).filter(
    (name) => after[name] === defaultCompany[name],
  );
  return Object.fromEntries(left.map((name) => [`company.${name}`, 'Escreva o dado da sua empresa.']));
}

/** Who receives a payment, as the payer reads it: the company, or the brand until one is entered. */
export function receiverName(company: CompanyRules, brand: { name: string }): string {
  return isEnteredCompany(company) ? company.name : brand.name;
}

const { text } = fieldsOfGroup('company');

export const companyFields: readonly SettingField[] = [
  text('company.name', 'Razão social', {
    help: 'No rodapé, nos termos e como recebedor de Pix, boletos e transferências.',
  }),
  text('company.document', 'CNPJ da empresa', {
    pattern: String.raw`[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-\d{2}`,
    fault: 'Escreva o CNPJ com a pontuação: 12.345.678/0001-95.',
    max: 18,
  }),
  text('company.address', 'Endereço', {
    help: 'Rua, número, bairro, cidade, estado e CEP, separados por vírgulas.',
    max: 200,
  }),
  text('company.email', 'E-mail de contato', {
    help: 'É por onde quem compra e quem vende fala com a empresa (Decreto 7.962/2013).',
    pattern: String.raw`[^\s@]+@[^\s@]+\.[^\s@]{2,}`,
    fault: 'Confira o e-mail. Ex.: contato@exemplo.com.br',
    max: 254,
  }),
];
