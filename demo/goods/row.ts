/** One thing somebody sells: title, price in reais, what the picture shows, and what is particular about it. */
export type Row = readonly [title: string, reais: number, drawing: string, detail: string];

/** Rows of one category leaf. */
export type Goods = Readonly<Record<string, readonly Row[]>>;
