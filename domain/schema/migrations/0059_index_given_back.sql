-- Usage subtracts what was given back of calls whose caller had been told that there is no charge. There are very few, among
-- many transfers.
create index credit_transfers_given_back_idx on credit_transfers (owner_id, created_at)
  where business_key like 'giveback:%';
