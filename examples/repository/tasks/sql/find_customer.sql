select id, name from customers where email = :email limit 1;
