-- The statements that move credits. Every one of them locks the account row first, several of them in the order of
-- their ids, and everything else that belongs to an account (lots, calls, rollups) is written only under that lock:
-- so two batches with the same companies wait for each other and never deadlock.

-- Says on the account which lot pays next and when the next one expires. The account must be locked.
create function point_to_lots(account uuid) returns void language sql as $$
  update credit_accounts
     set open_lot_id = (select id from credit_lots where owner_id = account and remaining_micros > 0
                         order by expires_at nulls last, kind, id limit 1),
         next_expiry_at = (select min(expires_at) from credit_lots where owner_id = account and remaining_micros > 0)
   where owner_id = account
$$;

-- Takes an amount from the lots of an account: the named lot first, then first-expiring, then granted before bought,
-- then oldest. What no lot can give is debt. The account must be locked.
create function burn_lots(account uuid, amount_micros bigint, first_lot uuid default null) returns void
language sql as $$
  with ordered as (
    select id, remaining_micros,
           sum(remaining_micros) over (order by (id is distinct from first_lot), expires_at nulls last, kind, id)
             - remaining_micros as before_micros
      from credit_lots
     where owner_id = account and remaining_micros > 0
  )
  update credit_lots l
     set remaining_micros = l.remaining_micros - least(o.remaining_micros, burn_lots.amount_micros - o.before_micros)
    from ordered o
   where l.id = o.id and o.before_micros < burn_lots.amount_micros;
  select point_to_lots(account);
$$;

-- Ends the lots whose time is over, each with its transfer. The account must be locked.
create function expire_lots(account uuid) returns void language plpgsql as $$
declare
  lot record;
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
    select gen_random_uuid(), account, 'BREAKAGE', 'EXPIRY', -lot.remaining_micros, balance_micros, 'expiry:' || lot.id
      from moved;
  end loop;
  perform point_to_lots(account);
end
$$;

-- Locks an account, making it if it is new, and ends its expired lots.
create function lock_account(account uuid, kind credit_owner_kind) returns credit_accounts language plpgsql as $$
declare
  found_row credit_accounts;
begin
  insert into credit_accounts (owner_id, owner_kind) values (account, kind) on conflict do nothing;
  select * into found_row from credit_accounts where owner_id = account for no key update;
  if found_row.next_expiry_at <= now() then
    perform expire_lots(account);
    select * into found_row from credit_accounts where owner_id = account;
  end if;
  return found_row;
end
$$;

-- Moves credits in (a lot, of which debt takes its part first) or out (burning lots). A known business key changes
-- nothing and gives the transfer that is there.
create function post_transfer(
  transfer_id uuid, account uuid, kind credit_owner_kind, counter credit_counter_account,
  transfer_type credit_transaction_type, amount bigint, key text,
  lot credit_lot_kind default null, lot_expires_at timestamptz default null, first_lot_key text default null,
  reason text default null, reverses uuid default null
) returns table (is_new boolean, id uuid, amount_micros bigint, balance_micros bigint, version bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  before credit_accounts;
  after_micros bigint;
begin
  before := lock_account(account, kind);
  return query
    select false, t.id, t.amount_micros, before.balance_micros, before.version
      from credit_transfers t where t.business_key = key;
  if found then
    return;
  end if;
  after_micros := before.balance_micros + amount;
  insert into credit_transfers
    (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key, reason, reverses_id)
  values (transfer_id, account, counter, transfer_type, amount, after_micros, key, reason, reverses);
  if amount > 0 then
    insert into credit_lots (id, owner_id, source_key, kind, granted_micros, remaining_micros, expires_at)
    values (transfer_id, account, key, lot, amount, greatest(0, least(amount, after_micros)), lot_expires_at);
    perform point_to_lots(account);
  else
    perform burn_lots(account, -amount, (select l.id from credit_lots l where l.source_key = first_lot_key));
  end if;
  return query
    update credit_accounts a
       set balance_micros = after_micros, version = a.version + 1
     where a.owner_id = account
    returning true, transfer_id, amount, a.balance_micros, a.version;
end
$$;

-- Closes a whole batch of calls: the rows, the balances, the lots and the rollups, or none of it. Returned are the new
-- balances and versions, in the order of the accounts.
--
-- Two things make it refuse, having changed nothing: the primary key of calls, if a call of the batch is closed already
-- (the caller takes it out and sends the rest again), and GH002, if an account is new or has lots that expired (the
-- caller opens the accounts with lock_account and sends the batch again).
--
-- The sums are made by the caller, who has the calls in hand: making them here again would cost a third of the time,
-- and reconciliation compares them with the rows. Account ids and call ids are in ascending order and stand once;
-- `account_positions` says for each call which of the accounts is its company's, and `charges_through` what that
-- account is charged in this batch up to and including the call.
create function settle_calls(
  account_ids uuid[], account_charges bigint[],
  rollup_company_ids uuid[], rollup_key_ids uuid[], rollup_aliases text[], rollup_requests bigint[],
  rollup_failed_requests bigint[], rollup_prompt_tokens bigint[], rollup_cached_tokens bigint[],
  rollup_completion_tokens bigint[], rollup_charges bigint[],
  ids uuid[], account_positions integer[], key_ids uuid[], aliases text[], operations text[], statuses call_status[],
  reasons text[], price_versions bigint[], prompt_token_counts integer[], cached_token_counts integer[],
  completion_token_counts integer[], charges bigint[], charges_through bigint[], holds bigint[], durations_ms integer[],
  out balances bigint[], out versions bigint[]
)
language plpgsql as $$
#variable_conflict use_column
declare
  owners uuid[];
  open_lots uuid[];
  has_expired boolean;
  paid uuid[];
begin
  -- Charging the accounts locks them. With the settings that the settlement's connections have, the plan is a nested
  -- loop over the array, so the order of the array is the order of the locks.
  with charged as (
    update credit_accounts a
       set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
           version = a.version + 1
      from unnest(account_ids, account_charges) as c (owner_id, amount)
     where a.owner_id = c.owner_id
    returning a.owner_id, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
  )
  select array_agg(owner_id), array_agg(balance_micros), array_agg(version), array_agg(open_lot_id),
         bool_or(next_expiry_at <= now())
    into owners, balances, versions, open_lots, has_expired
    from (select * from charged order by owner_id) as ordered;
  if owners is distinct from account_ids or has_expired then
    raise exception 'an account must be opened first' using errcode = 'GH002';
  end if;

  with burnt as (
    update credit_lots l set remaining_micros = l.remaining_micros - c.amount
      from unnest(open_lots, account_charges) as c (lot_id, amount)
     where l.id = c.lot_id and l.remaining_micros >= c.amount
    returning l.owner_id
  ), inserted as (
    insert into calls (id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens,
                       cached_tokens, completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
    select i.id, account_ids[i.position], i.key_id, i.alias, i.operation, i.status, i.reason, i.price_version, i.prompt,
           i.cached, i.completion, i.charged, i.held,
           balances[i.position] + account_charges[i.position] - i.charged_through, i.duration_ms
      from unnest(ids, account_positions, key_ids, aliases, operations, statuses, reasons, price_versions,
                  prompt_token_counts, cached_token_counts, completion_token_counts, charges, charges_through, holds,
                  durations_ms)
             as i (id, position, key_id, alias, operation, status, reason, price_version, prompt, cached, completion,
                   charged, charged_through, held, duration_ms)
  ), rolled as (
    insert into usage_rollups as u (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                    cached_tokens, completion_tokens, charged_micros)
    select r.company_id, r.key_id, r.alias, (now() at time zone 'UTC')::date, r.requests, r.failed, r.prompt, r.cached,
           r.completion, r.charged
      from unnest(rollup_company_ids, rollup_key_ids, rollup_aliases, rollup_requests, rollup_failed_requests,
                  rollup_prompt_tokens, rollup_cached_tokens, rollup_completion_tokens, rollup_charges)
             as r (company_id, key_id, alias, requests, failed, prompt, cached, completion, charged)
    on conflict (company_id, key_id, alias, day) do update
       set requests = u.requests + excluded.requests,
           failed_requests = u.failed_requests + excluded.failed_requests,
           prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
           cached_tokens = u.cached_tokens + excluded.cached_tokens,
           completion_tokens = u.completion_tokens + excluded.completion_tokens,
           charged_micros = u.charged_micros + excluded.charged_micros
  )
  select array_agg(owner_id) into paid from burnt;
  if cardinality(paid) is distinct from cardinality(account_ids) then
    -- Rare: where the open lot does not suffice, the amount is taken from several, or becomes debt.
    perform burn_lots(c.owner_id, c.amount) from unnest(account_ids, account_charges) as c (owner_id, amount)
      where c.amount > 0 and c.owner_id <> all (coalesce(paid, '{}'));
  end if;
end
$$;
