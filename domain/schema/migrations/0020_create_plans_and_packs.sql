-- What the platform sells. A plan or a pack is written here first and then at the payment provider, whose ids are
-- written back: a row without a price id is one whose way to the provider was not finished, and can be taken up again.
create type credit_pack_status as enum ('ACTIVE', 'ARCHIVED');
create type plan_interval as enum ('MONTH', 'YEAR');

create table plans (
  id uuid primary key,
  name text not null constraint plans_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  is_active boolean not null default true,
  billing_mode billing_mode not null default 'PREPAID',
  -- What each paid period grants.
  credits_micros bigint not null constraint plans_credits_not_negative check (credits_micros >= 0),
  -- What a trial grants, once for each subscription.
  trial_credits_micros bigint not null default 0 constraint plans_trial_credits_not_negative check (trial_credits_micros >= 0),
  trial_days integer not null default 0 constraint plans_trial_days_not_negative check (trial_days >= 0),
  -- In the smallest unit of the currency.
  price_minor bigint not null constraint plans_price_not_negative check (price_minor >= 0),
  currency text not null constraint plans_currency_shape check (currency ~ '^[a-z]{3}$'),
  billing_interval plan_interval not null default 'MONTH',
  sort_order integer not null default 0,
  provider_product_id text,
  provider_price_id text constraint plans_provider_price_id_key unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credit_packs (
  id uuid primary key,
  name text not null constraint credit_packs_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  credits_micros bigint not null constraint credit_packs_credits_positive check (credits_micros > 0),
  price_minor bigint not null constraint credit_packs_price_not_negative check (price_minor >= 0),
  currency text not null constraint credit_packs_currency_shape check (currency ~ '^[a-z]{3}$'),
  sort_order integer not null default 0,
  status credit_pack_status not null default 'ACTIVE',
  provider_product_id text,
  provider_price_id text constraint credit_packs_provider_price_id_key unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The same offer twice is one offer: whoever repeats a request whose answer was lost gets the pack that is there.
create unique index credit_packs_active_terms_key on credit_packs (name, credits_micros, price_minor, currency)
  where status = 'ACTIVE';

create function refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is sold at a provider price keeps its terms' using errcode = 'restrict_violation';
end
$$;

-- A price at the provider cannot change, and subscribers of a plan are granted by its price: other terms are another row.
create trigger plans_keep_their_terms before update on plans
  for each row when (old.provider_price_id is not null and
    (old.credits_micros, old.price_minor, old.currency, old.billing_interval, old.billing_mode)
      is distinct from (new.credits_micros, new.price_minor, new.currency, new.billing_interval, new.billing_mode))
  execute function refuse_price_change();
create trigger credit_packs_keep_their_terms before update on credit_packs
  for each row when (old.provider_price_id is not null and
    (old.credits_micros, old.price_minor, old.currency) is distinct from (new.credits_micros, new.price_minor, new.currency))
  execute function refuse_price_change();
