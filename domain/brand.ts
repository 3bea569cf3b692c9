/** The marketplace's name, as people read it. */
export const brandName = 'Praça';
