-- The picture by which people recognise a category (domain/listings/category-icons.ts); the nearest category with a
-- value decides. Null: the mosaic alone.
alter table categories
  add column icon text check (icon in ('baby', 'bike', 'book-open', 'bot', 'briefcase', 'camera', 'car', 'clapperboard',
    'coffee', 'cooking-pot', 'dices', 'disc-3', 'gamepad-2', 'gift', 'graduation-cap', 'guitar', 'hammer', 'handbag',
    'headphones', 'house', 'key-round', 'lamp', 'laptop', 'palette', 'paw-print', 'shirt', 'smartphone', 'sofa',
    'sparkles', 'sprout', 'swords', 'ticket', 'toy-brick', 'tv', 'volleyball', 'watch'));
