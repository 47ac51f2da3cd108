-- The ledger. A transfer moves micro-credits between an owner's account and one counter-account, so every row is a
-- double entry. Only the owner's account has a stored balance, so there is no row that all transfers must update.
-- Charges for calls (type USAGE) also belong to the ledger but are stored in the table calls, one row each.
create type credit_owner_kind as enum ('COMPANY', 'USER');
create type credit_transaction_type as enum
  ('PACK_PURCHASE', 'REFUND', 'SUBSCRIPTION_GRANT', 'USAGE', 'ADJUSTMENT', 'EXPIRY', 'PROMO');
create type credit_counter_account as enum
  ('PROVIDER_CASH', 'REFUND_CASH', 'REVENUE_USAGE', 'BREAKAGE', 'PROMOTION', 'ADJUSTMENT');
create type credit_lot_kind as enum ('GRANTED', 'BOUGHT');

create table credit_accounts (
  -- The company or the user; ids are unique across both.
  owner_id uuid primary key,
  owner_kind credit_owner_kind not null,
  -- Negative if the owner is in debt; the next credits pay the debt first.
  balance_micros bigint not null default 0,
  -- The sum of all charges for calls, so that the balance can be checked without reading billions of calls.
  charged_micros bigint not null default 0 constraint credit_accounts_charged_not_negative check (charged_micros >= 0),
  -- Incremented by every change, so that a cache can recognise the newer of two balances.
  version bigint not null default 0,
  -- The lot that pays next, so that a settlement need not search for it. If this lot is empty, the one after it pays.
  open_lot_id uuid,
  -- At or before the earliest expiry among the lots that are not empty.
  next_expiry_at timestamptz,
  -- Set when reconciliation finds drift: billable calls stop until a person has looked at it.
  frozen_at timestamptz,
  frozen_reason text
) with (fillfactor = 50);

create table credit_lots (
  id uuid primary key,
  owner_id uuid not null references credit_accounts (owner_id),
  -- The business key of the transfer that granted the credits.
  source_key text not null constraint credit_lots_source_key_key unique,
  kind credit_lot_kind not null,
  granted_micros bigint not null constraint credit_lots_granted_positive check (granted_micros > 0),
  remaining_micros bigint not null
    constraint credit_lots_remaining_within_granted check (remaining_micros >= 0 and remaining_micros <= granted_micros),
  expires_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 50);

-- remaining_micros is in no index, so that burning a lot stays a heap-only update.
create index credit_lots_owner_id_idx on credit_lots (owner_id, id);

create table credit_transfers (
  id uuid primary key,
  owner_id uuid not null references credit_accounts (owner_id),
  counter_account credit_counter_account not null,
  type credit_transaction_type not null constraint credit_transfers_usage_is_in_calls check (type <> 'USAGE'),
  amount_micros bigint not null constraint credit_transfers_amount_not_zero check (amount_micros <> 0),
  balance_after_micros bigint not null,
  -- Identifies the fact that caused the transfer, so that each fact has one row: pack:…, sub:…, refund:…, expiry:…
  business_key text not null constraint credit_transfers_business_key_key unique,
  reason text,
  reverses_id uuid references credit_transfers (id),
  created_at timestamptz not null default now()
);

create index credit_transfers_owner_id_idx on credit_transfers (owner_id, id desc);
-- Charges that were given back are subtracted from the reported usage. They are very few among many transfers.
create index credit_transfers_given_back_idx on credit_transfers (owner_id, created_at)
  where business_key like 'giveback:%';

create trigger credit_transfers_are_append_only before update or delete on credit_transfers
  for each row execute function refuse_change();
create trigger credit_transfers_are_not_truncated before truncate on credit_transfers
  for each statement execute function refuse_change();

-- The functions that move credits. Each locks the account row first (several rows in order of their ids), and an
-- account's lots, calls and rollups are written only under that lock. So two batches with the same companies wait for
-- each other and never deadlock.

-- Updates the account's open lot and next expiry. The account must be locked.
create function point_to_lots(account uuid) returns void language sql as $$
  update credit_accounts
     set open_lot_id = (select id from credit_lots where owner_id = account and remaining_micros > 0
                         order by expires_at nulls last, kind, id limit 1),
         next_expiry_at = (select min(expires_at) from credit_lots where owner_id = account and remaining_micros > 0)
   where owner_id = account
$$;

-- Takes an amount from the lots of an account: first from the named lot, then from the lots that expire first; among
-- those, granted lots before bought ones, and older before newer. The part that no lot covers is debt. The account must
-- be locked.
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

-- Closes expired lots, each with its transfer. The account must be locked.
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

-- Locks an account, creates it if it is new, and closes its expired lots.
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

-- Adds credits (as a lot, after paying debt) or removes them (by burning lots). A known business key changes nothing
-- and returns the existing transfer.
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

-- Charges the accounts of a batch of calls and burns their lots; returns the new balances and versions, in the order of
-- the accounts. The calls and rollups are inserted by the statement that calls this function, which the settlement
-- generates from its column list.
--
-- It fails without changing anything with GH002 if an account is new or has expired lots: the caller opens the accounts
-- with lock_account and sends the batch again. The whole statement likewise fails on the primary key of calls if a call
-- of the batch is already closed: the caller removes the call and sends the rest again.
--
-- The caller computes the sums, because it has the calls at hand: computing them here again would take a third of the
-- time, and reconciliation compares them with the rows. Account ids are unique and in ascending order.
create function charge_accounts(account_ids uuid[], account_charges bigint[], out balances bigint[], out versions bigint[])
language plpgsql as $$
#variable_conflict use_column
declare
  owners uuid[];
  open_lots uuid[];
  has_expired boolean;
  paid uuid[];
begin
  -- The update locks the accounts. With the settings of the settlement's connections the plan is a nested loop over the
  -- array, so the order of the array is the order of the locks.
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
  )
  select array_agg(owner_id) into paid from burnt;
  if cardinality(paid) is distinct from cardinality(account_ids) then
    -- Rare: if the open lot does not cover the amount, it is taken from several lots, or becomes debt.
    perform burn_lots(c.owner_id, c.amount) from unnest(account_ids, account_charges) as c (owner_id, amount)
      where c.amount > 0 and c.owner_id <> all (coalesce(paid, '{}'));
  end if;
end
$$;

-- Aborts a settlement statement with an error, so that it changes nothing. Plain SQL cannot raise an error itself, so
-- the statement calls this function.
create function refuse_batch(code text) returns text language plpgsql as $$
begin
  raise exception 'the batch was refused' using errcode = code;
end
$$;

-- The charged calls whose answers are not known to be delivered: one row per lane of a process's settlement. A batch
-- writes the row in the statement that makes its charges, so that both are durable together. The next write of the same
-- lane, at most half a second later, omits the calls that were delivered meanwhile. The calls in the rows of a dead
-- process were charged and perhaps never delivered, so their charges are returned.
create table undelivered_calls (
  process_id uuid not null,
  lane smallint not null,
  -- Counts the writes of the lane: a late write must not replace a newer one.
  version bigint not null,
  call_ids uuid[] not null,
  written_at timestamptz not null default now(),
  primary key (process_id, lane)
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Ids hardly compress, and trying takes longer than writing them.
alter table undelivered_calls alter column call_ids set storage external;

-- The answers to calls that were sent with an Idempotency-Key, kept for a day: a retry gets the same answer and is not
-- charged again. The answer is written in the transaction of the charge, so neither exists without the other.
create table stored_answers (
  key_id uuid not null,
  idempotency_key text not null,
  body_hash bytea not null,
  call_id uuid not null,
  -- Until this time the call counts as running; after it, another call may take over the claim.
  claimed_until timestamptz not null,
  content_type text,
  answer bytea,
  created_at timestamptz not null default now(),
  company_id uuid,
  -- Why an answer was delivered and charged but not kept: it was too large, its company stores too much, or the process
  -- was too busy. A retry must then be refused and must not run again.
  not_kept text constraint stored_answers_not_kept_reason check (not_kept in ('too_large', 'quota', 'busy')),
  primary key (key_id, idempotency_key)
);

create unique index stored_answers_call_id_idx on stored_answers (call_id);
create index stored_answers_created_at_idx on stored_answers (created_at);

-- Bytes of stored answers per company. Written by the statement that charges, which already holds the lock of the
-- company's account, and by the purge, which takes no other lock.
create table stored_answer_totals (
  company_id uuid primary key,
  bytes bigint not null
) with (fillfactor = 50);

-- A parked call was answered, but its cost is uncertain. A person decides once, with a reason; the call's own row never
-- changes. The charge is an adjustment of the ledger under the key parked:<call>.
create table parked_call_decisions (
  call_id uuid primary key,
  company_id uuid not null,
  charged_micros bigint not null constraint parked_call_decisions_charged_not_negative check (charged_micros >= 0),
  reason text not null constraint parked_call_decisions_reason_not_blank check (btrim(reason) <> ''),
  decided_by text not null,
  decided_at timestamptz not null default now()
);

create trigger parked_call_decisions_are_append_only before update or delete on parked_call_decisions
  for each row execute function refuse_change();

-- Reconciliation adds up the charges of all calls and compares the sums with the accounts. Calls never change, so sums
-- are kept here and not computed again: otherwise every run would read billions of rows, and a detached partition could
-- not be added up any more. Never has more rows than usage_rollups.
create table reconciled_days (
  company_id uuid not null,
  day date not null,
  -- The charges of the company's calls that were closed on that day and before reconciliation_progress.calls_through.
  calls_micros bigint not null,
  checked_at timestamptz not null default now(),
  primary key (company_id, day)
);

-- One row. Locked by every writer of reconciled_days, so that two concurrent runs do not count a call twice.
create table reconciliation_progress (
  is_only boolean primary key default true constraint reconciliation_progress_is_one_row check (is_only),
  -- Calls closed before this time are in reconciled_days.
  calls_through timestamptz not null
);

-- The results of every reconciliation of all accounts. All replicas export their gauges from the latest row, so that an
-- alert does not depend on the process that ran the reconciliation, and a person can see when a drift began.
create table reconciliation_reports (
  id uuid primary key,
  ended_at timestamptz not null default now(),
  took_ms integer not null,
  -- Invariant → number of accounts that violate it. An invariant that was not checked is left out.
  drifting jsonb not null,
  -- The first drifts, with their amounts.
  drifts jsonb not null,
  -- Account → outcome of the attempt to freeze it.
  freezes jsonb not null,
  has_drift boolean not null
);

create index reconciliation_reports_ended_at_idx on reconciliation_reports (ended_at);
