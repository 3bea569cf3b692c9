import { lexemesOf } from './language/lemmas.ts';

/** Things that belong together: words of category names under which they are sold, the nearest first, and the things. */
interface Topic {
  categories: readonly string[];
  things: readonly string[];
}

const readTopics = (): readonly Topic[] => [
  topic(
    'eletrodomésticos eletroportáteis cozinha casa',
    'geladeira refrigerador fogão freezer frigobar micro-ondas cooktop lava-louças coifa exaustor fritadeira liquidificador batedeira cafeteira torradeira sanduicheira forno espremedor ventilador aspirador',
  ),
  topic(
    'utensílios cozinha casa',
    'panela frigideira faca garfo colher talher prato copo taça xícara tigela caneca bule chaleira assadeira forma garrafa jarra marmita tábua',
  ),
  topic(
    'cama enxoval decoração casa',
    'lençol fronha colcha edredom cobertor travesseiro toalha cortina tapete almofada manta colchão',
  ),
  topic(
    'móveis sofás mesas estantes casa',
    'cama guarda-roupa armário cômoda sofá poltrona mesa cadeira estante rack escrivaninha banco banqueta aparador sapateira',
  ),
  topic('iluminação decoração casa', 'luminária abajur lustre arandela lâmpada vela lanterna refletor'),
  topic(
    'papelaria estudo livros',
    'régua caderno caneta lápis borracha estojo apontador cola tesoura compasso agenda papel envelope giz',
  ),
  topic(
    'mercado alimentos bebidas cozinha',
    'vinho cerveja pão água café queijo chocolate azeite arroz feijão leite mel açúcar sal farinha suco bolo biscoito',
  ),
  topic(
    'bebês crianças',
    'berço fralda mamadeira chupeta carrinho babador andador cadeirinha banheira mordedor enxoval',
  ),
  topic(
    'moda roupas',
    'vestido saia camisa camiseta calça bermuda blusa jaqueta casaco meia cueca sutiã pijama biquíni terno gravata cinto linho moletom blazer',
  ),
  topic('calçados tênis moda', 'sapato bota sandália chinelo salto sapatilha tênis sapatênis chuteira'),
  topic('bolsas mochilas moda', 'bolsa mochila mala carteira pochete necessaire'),
  topic('relógios óculos joias moda', 'relógio óculos anel brinco colar pulseira aliança corrente'),
  topic('smartphones celulares', 'celular smartphone carregador capa película cabo chip'),
  topic(
    'informática notebooks computador',
    'computador notebook monitor teclado mouse impressora roteador memória processador placa gabinete fonte cabo',
  ),
  topic('games consoles jogos', 'videogame console controle jogo cartucho joystick'),
  topic('áudio fones TVs', 'fone caixa soundbar televisão projetor rádio microfone'),
  topic('câmeras fotografia lentes', 'câmera lente tripé filmadora flash filme'),
  topic(
    'ferramentas',
    'martelo serrote alicate furadeira parafusadeira lixadeira trena parafuso prego serra chave escada broca esmerilhadeira enxada pá',
  ),
  topic(
    'jardim jardinagem plantas',
    'mangueira vaso planta adubo semente grama regador tesoura orquídea terra',
  ),
  topic(
    'esporte academia',
    'bola raquete halter anilha esteira skate patins luva corda barraca prancha rede',
  ),
  topic('ciclismo bicicletas', 'bicicleta capacete pedal selim guidão corrente pneu bomba'),
  topic('brinquedos crianças', 'boneca carrinho quebra-cabeça pelúcia lego pião bola blocos'),
  topic('livros quadrinhos', 'livro gibi romance dicionário mangá revista enciclopédia'),
  topic(
    'instrumentos musicais',
    'violão guitarra flauta bateria piano teclado violino saxofone gaita cavaquinho',
  ),
  topic('colecionáveis', 'miniatura moeda selo boneco estátua vinil disco carta'),
  topic('beleza perfumaria saúde', 'perfume batom shampoo creme maquiagem esmalte sabonete secador chapinha'),
  topic('pets animais', 'ração coleira aquário gaiola cachorro gato casinha'),
  topic('carros motos automotivo', 'pneu roda farol retrovisor óleo bateria volante carro moto'),
];

function topic(categories: string, things: string): Topic {
  return { categories: categories.split(' ').map(lexemeOf), things: things.split(' ') };
}

/** The lexeme under which titles have a thing. */
export function lexemeOf(word: string): string {
  return lexemesOf(word.toLowerCase().replaceAll(/[\s-]/g, ''))[0]!;
}

/** Built at the first use, since it reads the dictionary. */
let byThing: ReadonlyMap<string, Topic> | undefined;

function indexThings(): ReadonlyMap<string, Topic> {
  const index = new Map<string, Topic>();
  for (const each of readTopics())
    for (const lexeme of each.things.map(lexemeOf)) if (!index.has(lexeme)) index.set(lexeme, each);
  return index;
}

/** The topic of a word, as it was typed; undefined for most words. */
export function topicOf(word: string): Topic | undefined {
  byThing ??= indexThings();
  return byThing.get(lexemeOf(word));
}
