select count(*) from orders{{ params.open ? " where status = 'open'" : '' }};
