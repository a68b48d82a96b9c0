update orders set status = 'refunded' where id = :id;
