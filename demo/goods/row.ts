/** One item on sale: title, price in reais, subject of the picture, and particular attributes. */
export type Row = readonly [title: string, reais: number, drawing: string, detail: string];

/** Rows of one category leaf. */
export type Goods = Readonly<Record<string, readonly Row[]>>;
