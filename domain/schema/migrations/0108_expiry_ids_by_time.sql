-- Lists of transfers are sorted and paged by id, so an expiry needs an id that sorts by time, as every other transfer has.
-- Several lots may expire within one millisecond; the counter keeps their order.
create or replace function expire_lots(account uuid) returns void language plpgsql as $$
declare
  lot record;
  counter int := 0;
begin
  for lot in
    select id, remaining_micros from credit_lots
     where owner_id = account and remaining_micros > 0 and expires_at <= now()
     order by expires_at, id
  loop
    update credit_lots set remaining_micros = 0 where id = lot.id;
    with moved as (
      update credit_accounts
         set balance_micros = balance_micros - lot.remaining_micros, version = version + 1
       where owner_id = account
      returning balance_micros
    )
    insert into credit_transfers
      (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
    select uuid_now(counter), account, 'BREAKAGE', 'EXPIRY', -lot.remaining_micros, balance_micros, 'expiry:' || lot.id
      from moved;
    counter := counter + 1;
  end loop;
  perform point_to_lots(account);
end
$$;

-- A UUID of version 7: the start of the transaction in milliseconds, the counter, and random bits.
create function uuid_now(counter int) returns uuid language sql volatile as $$
  select (left(uuid_at(now())::text, 13) || '-7' || lpad(to_hex(counter & 4095), 3, '0')
          || substr(gen_random_uuid()::text, 19))::uuid
$$;
