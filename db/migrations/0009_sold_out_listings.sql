-- What a seller sees about similar prices counts listings that sold out, the newest of their category.
create index listings_sold_out on listings (category_id, id desc) where state = 'sold_out';
