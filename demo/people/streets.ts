/** A street of a city, without residents among the demo's people. */
export interface Street {
  /** The first five digits of its postal code; three more tell addresses apart. */
  area: string;
  street: string;
  district: string;
}

const street = (area: string, name: string, district = 'Centro'): Street => ({
  area,
  street: name,
  district,
});

/** «City, UF» → a street from which people of the demo send, and where they receive. */
export const streets: Readonly<Record<string, Street>> = {
  'Aracaju, SE': street('49010', 'Rua Itabaianinha'),
  'Arapongas, PR': street('86700', 'Avenida Arapongas'),
  'Belo Horizonte, MG': street('30160', 'Rua da Bahia'),
  'Belém, PA': street('66010', 'Avenida Presidente Vargas', 'Campina'),
  'Brasília, DF': street('70308', 'SCS Quadra 4, Bloco A', 'Asa Sul'),
  'Campinas, SP': street('13010', 'Rua Barão de Jaguara'),
  'Campo Grande, MS': street('79002', 'Rua 14 de Julho'),
  'Caxias do Sul, RS': street('95010', 'Rua Sinimbu'),
  'Contagem, MG': street('32310', 'Avenida João César de Oliveira', 'Eldorado'),
  'Cuiabá, MT': street('78005', 'Avenida Getúlio Vargas', 'Centro Norte'),
  'Curitiba, PR': street('80020', 'Rua XV de Novembro'),
  'Florianópolis, SC': street('88062', 'Avenida das Rendeiras', 'Lagoa da Conceição'),
  'Fortaleza, CE': street('60025', 'Rua Barão do Rio Branco'),
  'Goiânia, GO': street('74010', 'Avenida Goiás', 'Setor Central'),
  'Gramado, RS': street('95670', 'Avenida Borges de Medeiros'),
  'Joinville, SC': street('89201', 'Rua do Príncipe'),
  'João Pessoa, PB': street('58010', 'Rua Duque de Caxias'),
  'Londrina, PR': street('86010', 'Avenida Paraná'),
  'Maceió, AL': street('57020', 'Rua do Comércio'),
  'Manaus, AM': street('69010', 'Avenida Eduardo Ribeiro'),
  'Maringá, PR': street('87013', 'Avenida Brasil', 'Zona 01'),
  'Natal, RN': street('59025', 'Rua João Pessoa', 'Cidade Alta'),
  'Niterói, RJ': street('24020', 'Rua da Conceição'),
  'Palmas, TO': street('77001', 'Avenida Juscelino Kubitschek', 'Plano Diretor Norte'),
  'Petrópolis, RJ': street('25620', 'Rua do Imperador'),
  'Porto Alegre, RS': street('90020', 'Rua dos Andradas', 'Centro Histórico'),
  'Porto Velho, RO': street('76801', 'Avenida Sete de Setembro'),
  'Poços de Caldas, MG': street('37701', 'Rua Assis Figueiredo'),
  'Recife, PE': street('50030', 'Rua do Bom Jesus', 'Recife'),
  'Ribeirão Preto, SP': street('14010', 'Rua Álvares Cabral'),
  'Rio Branco, AC': street('69900', 'Avenida Ceará'),
  'Rio de Janeiro, RJ': street('20040', 'Rua do Ouvidor'),
  'Sabará, MG': street('34505', 'Rua Dom Pedro II'),
  'Salvador, BA': street('40020', 'Rua Chile'),
  'Santos, SP': street('11010', 'Rua XV de Novembro'),
  'São José do Vale do Rio Preto, RJ': street('25780', 'Rua Coronel Francisco Limongi'),
  'São Luís, MA': street('65010', 'Rua de Nazaré'),
  'São Paulo, SP': street('01206', 'Rua Santa Ifigênia', 'Santa Ifigênia'),
  'Teresina, PI': street('64000', 'Rua Álvaro Mendes'),
  'Tiradentes, MG': street('36325', 'Rua Direita'),
  'Uberlândia, MG': street('38400', 'Avenida Afonso Pena'),
  'Vitória, ES': street('29010', 'Avenida Jerônimo Monteiro'),
};
