import type { PersonRow } from './sellers.ts';

/** Profile data of the accounts listed at `/dev`. */
export const fixedRows: readonly PersonRow[] = [
  {
    username: 'olivia_da_equipe',
    name: 'Olívia Camargo',
    from: ['São Paulo', 'SP'],
    level: 3,
    sells: [],
    bio: 'Administração da Praça.',
    email: 'admin@demo.praca',
  },
  {
    username: 'samuel_da_equipe',
    name: 'Samuel Duarte',
    from: ['Belo Horizonte', 'MG'],
    level: 3,
    sells: [],
    bio: 'Atendimento da Praça, de segunda a sábado.',
    email: 'suporte@demo.praca',
  },
  {
    username: 'helena_vende',
    name: 'Helena Andrade Rocha',
    from: ['São Paulo', 'SP'],
    level: 3,
    sells: ['casa-e-decoracao', 'moda', 'livros', 'cozinha'],
    bio: 'Casa, roupa e livro com história. Embalo como se fosse presente.',
    email: 'vendedora@demo.praca',
  },
  {
    username: 'otavio_digital',
    name: 'Otávio Medeiros',
    from: ['Porto Alegre', 'RS'],
    level: 3,
    sells: ['gift-cards', 'licencas-e-assinaturas', 'informatica', 'games'],
    bio: 'Códigos na hora e informática testada em bancada.',
    email: 'vendedor@demo.praca',
  },
  {
    username: 'clara_compra',
    name: 'Clara Nascimento',
    from: ['Salvador', 'BA'],
    level: 2,
    sells: [],
    bio: 'Compro pouco e escolho bem.',
    email: 'compradora@demo.praca',
  },
  {
    username: 'renata_da_equipe',
    name: 'Renata Figueiredo',
    from: ['Curitiba', 'PR'],
    level: 3,
    sells: [],
    bio: 'Administração da Praça. Confirma o que outro admin propõe.',
    email: 'admin2@demo.praca',
  },
];
