-- What was bought, and what the payment provider says of it. Money facts are additive and keyed (paid_grants, and the
-- ledger's own business keys); the rest mirrors objects of the provider, each guarded so that messages about it may come
-- twice, late and in any order.
create type credit_pack_purchase_status as enum
  ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'PARTIALLY_REFUNDED', 'REFUNDED');
create type subscription_status as enum
  ('INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'UNPAID', 'PAUSED', 'CANCELED');
-- In the order in which an invoice can only go forward; of PAID and VOID the first one stays.
create type invoice_status as enum ('DRAFT', 'OPEN', 'UNCOLLECTIBLE', 'PAID', 'VOID');

create table provider_customers (
  provider_customer_id text primary key,
  company_id uuid not null references companies (id),
  created_at timestamptz not null default now()
);

create index provider_customers_company_id_idx on provider_customers (company_id);

create table credit_pack_purchases (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- Not a foreign key: a purchase that is made again from the provider's record may be of a pack that is gone.
  pack_id uuid not null,
  bought_by uuid references users (id),
  status credit_pack_purchase_status not null default 'PENDING',
  -- As they were when the checkout began; what becomes of the pack later does not matter.
  credits_micros bigint not null constraint credit_pack_purchases_credits_positive check (credits_micros > 0),
  price_minor bigint not null,
  currency text not null,
  provider_session_id text constraint credit_pack_purchases_provider_session_id_key unique,
  provider_payment_intent_id text,
  -- What the provider says was paid, with taxes and discounts.
  paid_minor bigint,
  -- The customer has agreed to a payment that takes days; only the provider's later word completes it.
  is_awaiting_payment boolean not null default false,
  -- The provider's amount or currency is not what was offered: for a person to look at.
  mismatch text,
  next_check_at timestamptz not null default now() + interval '10 minutes',
  checks integer not null default 0,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index credit_pack_purchases_company_id_idx on credit_pack_purchases (company_id, id desc);
create index credit_pack_purchases_payment_intent_idx on credit_pack_purchases (provider_payment_intent_id);
create index credit_pack_purchases_unfinished_idx on credit_pack_purchases (next_check_at) where status = 'PENDING';

create table subscriptions (
  id uuid primary key,
  company_id uuid not null references companies (id),
  plan_id uuid references plans (id),
  status subscription_status not null,
  is_active boolean not null,
  end_date timestamptz,
  provider_subscription_id text not null constraint subscriptions_provider_subscription_id_key unique,
  provider_customer_id text,
  provider_price_id text,
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_end timestamptz,
  cancel_at timestamptz,
  cancel_at_period_end boolean not null default false,
  pause_behavior text,
  -- The newest message that was applied: its second, and what kind of message it was among those of one second.
  event_created_at timestamptz not null,
  event_rank smallint not null,
  -- Messages of one second contradict each other: the provider has to be asked.
  needs_refetch boolean not null default false,
  -- Rises with every write, so that an answer of the provider that was overtaken is not written.
  revision bigint not null default 1,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index subscriptions_company_id_idx on subscriptions (company_id, id desc);
create index subscriptions_refetch_idx on subscriptions (id) where needs_refetch;

create table invoices (
  id uuid primary key,
  company_id uuid not null references companies (id),
  status invoice_status not null,
  -- Null for a pack that was bought without an invoice of the provider.
  provider_invoice_id text constraint invoices_provider_invoice_id_key unique,
  purchase_id uuid constraint invoices_purchase_id_key unique references credit_pack_purchases (id),
  provider_subscription_id text,
  billing_reason text,
  number text,
  currency text not null,
  total_minor bigint not null,
  amount_paid_minor bigint not null default 0,
  amount_remaining_minor bigint not null default 0,
  due_at timestamptz,
  paid_at timestamptz,
  attempt_count integer not null default 0,
  next_payment_attempt_at timestamptz,
  is_action_required boolean not null default false,
  finalization_error text,
  hosted_invoice_url text,
  invoice_pdf_url text,
  event_created_at timestamptz,
  revision bigint not null default 1,
  next_check_at timestamptz not null default now() + interval '1 hour',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index invoices_company_id_idx on invoices (company_id, id desc);
-- What the gateway asks about a postpaid company: is anything open and past its date.
create index invoices_open_idx on invoices (company_id, due_at) where status = 'OPEN';
create index invoices_recheck_idx on invoices (next_check_at) where status = 'OPEN';

-- Credits that a payment gave, and how much of them refunds have taken back: one row for each grant in the ledger.
create table paid_grants (
  business_key text primary key,
  company_id uuid not null references companies (id),
  purchase_id uuid references credit_pack_purchases (id),
  provider_invoice_id text,
  granted_micros bigint not null constraint paid_grants_granted_positive check (granted_micros > 0),
  revoked_micros bigint not null default 0
    constraint paid_grants_revoked_within_granted check (revoked_micros >= 0 and revoked_micros <= granted_micros),
  -- How often a refund that had failed gave credits back: with it the key of a later refund is a new one.
  reinstatements integer not null default 0,
  created_at timestamptz not null default now(),
  constraint paid_grants_have_a_payment check (purchase_id is not null or provider_invoice_id is not null)
);

create index paid_grants_purchase_id_idx on paid_grants (purchase_id);
create index paid_grants_provider_invoice_id_idx on paid_grants (provider_invoice_id);

-- A charge of which something was refunded or disputed, whether or not we know yet what it paid for.
create table provider_charges (
  provider_charge_id text primary key,
  provider_payment_intent_id text,
  provider_invoice_id text,
  provider_customer_id text,
  purchase_id uuid,
  amount_minor bigint not null,
  -- Of all refunds so far. Messages only raise it; what was asked of the provider may lower it.
  refunded_minor bigint not null default 0,
  -- A refund of it has failed once: since then only the provider's own answer counts.
  has_failed_refund boolean not null default false,
  -- null, OPEN, WON or LOST.
  dispute_status text constraint provider_charges_dispute_status_known check (dispute_status in ('OPEN', 'WON', 'LOST')),
  dispute_id text,
  disputed_minor bigint not null default 0,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index provider_charges_payment_intent_idx on provider_charges (provider_payment_intent_id);
create index provider_charges_provider_invoice_id_idx on provider_charges (provider_invoice_id);
create index provider_charges_purchase_id_idx on provider_charges (purchase_id);

-- What people have to be told of, each once: written in the transaction that causes it, for whoever sends mail.
create table billing_notices (
  notice_key text primary key,
  company_id uuid not null references companies (id),
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index billing_notices_unsent_idx on billing_notices (created_at) where sent_at is null;
