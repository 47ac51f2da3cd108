-- The ledger. A transfer moves micro-credits between an owner's account and one counter-account, so every row is
-- double entry by itself; only the owner's side has a materialised balance, so no row is hot for everybody.
-- The charges of calls are the USAGE side of the ledger and live in the table calls, one row each.
create type credit_owner_kind as enum ('COMPANY', 'USER');
create type credit_transaction_type as enum
  ('PACK_PURCHASE', 'REFUND', 'SUBSCRIPTION_GRANT', 'USAGE', 'ADJUSTMENT', 'EXPIRY', 'PROMO');
create type credit_counter_account as enum
  ('PROVIDER_CASH', 'REFUND_CASH', 'REVENUE_USAGE', 'BREAKAGE', 'PROMOTION', 'ADJUSTMENT');
create type credit_lot_kind as enum ('GRANTED', 'BOUGHT');

create table credit_accounts (
  -- The company or the user: ids are unique across both.
  owner_id uuid primary key,
  owner_kind credit_owner_kind not null,
  -- May be negative: that is debt, and the next credits pay it first.
  balance_micros bigint not null default 0,
  -- All that calls were ever charged; with it the balance can be checked without reading billions of calls.
  charged_micros bigint not null default 0 constraint credit_accounts_charged_not_negative check (charged_micros >= 0),
  -- Rises with every change, so that a cache can tell the newer of two balances.
  version bigint not null default 0,
  -- The lot that pays next, so that a settlement need not look for it. It may be empty: then the next one is due.
  open_lot_id uuid,
  -- Not later than the first expiry among the lots that still hold something.
  next_expiry_at timestamptz,
  -- Set when reconciliation finds drift: billable calls stop until a person has looked.
  frozen_at timestamptz,
  frozen_reason text
) with (fillfactor = 50);

create table credit_lots (
  id uuid primary key,
  owner_id uuid not null references credit_accounts (owner_id),
  -- What the credits came from; the business key of the transfer that granted them.
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
  -- One fact, one row: pack:…, sub:…, refund:…, expiry:…
  business_key text not null constraint credit_transfers_business_key_key unique,
  reason text,
  reverses_id uuid references credit_transfers (id),
  created_at timestamptz not null default now()
);

create index credit_transfers_owner_id_idx on credit_transfers (owner_id, id desc);

create trigger credit_transfers_are_append_only before update or delete on credit_transfers
  for each row execute function refuse_change();
create trigger credit_transfers_are_not_truncated before truncate on credit_transfers
  for each statement execute function refuse_change();
