-- The platform's offers. A plan or a pack is written here first and then created at the payment provider, whose ids are
-- written back. A row without a price id means that this was interrupted; it can be resumed.
create type credit_pack_status as enum ('ACTIVE', 'ARCHIVED');
create type plan_interval as enum ('MONTH', 'YEAR');

create table plans (
  id uuid primary key,
  name text not null constraint plans_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  is_active boolean not null default true,
  billing_mode billing_mode not null default 'PREPAID',
  -- Granted by each paid period.
  credits_micros bigint not null constraint plans_credits_not_negative check (credits_micros >= 0),
  -- Granted by a trial, once per subscription.
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
  updated_at timestamptz not null default now(),
  -- The highest limits that a company's admins may give to a key; null means the platform's own limit.
  key_rpm_limit_max integer constraint plans_key_rpm_limit_max_positive check (key_rpm_limit_max > 0),
  key_tpm_limit_max integer constraint plans_key_tpm_limit_max_positive check (key_tpm_limit_max > 0),
  -- What the platform does for a company at its own expense: model work per month, documents and bytes per day. A super
  -- admin may grant a company more or less (company_allowances); where neither says anything, the settings apply.
  model_work_micros bigint constraint plans_model_work_not_negative check (model_work_micros >= 0),
  documents_per_day integer constraint plans_documents_per_day_not_negative check (documents_per_day >= 0),
  document_bytes_per_day bigint
    constraint plans_document_bytes_per_day_not_negative check (document_bytes_per_day >= 0)
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

-- The same offer exists only once: a request that is repeated after a lost response gets the existing pack.
create unique index credit_packs_active_terms_key on credit_packs (name, credits_micros, price_minor, currency)
  where status = 'ACTIVE';

create function refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is sold at a provider price keeps its terms' using errcode = 'restrict_violation';
end
$$;

-- A price at the provider cannot change, and subscribers are granted the credits that belong to the price of their
-- plan. So different terms need a new row.
create trigger plans_keep_their_terms before update on plans
  for each row when (old.provider_price_id is not null and
    (old.credits_micros, old.price_minor, old.currency, old.billing_interval, old.billing_mode)
      is distinct from (new.credits_micros, new.price_minor, new.currency, new.billing_interval, new.billing_mode))
  execute function refuse_price_change();
create trigger credit_packs_keep_their_terms before update on credit_packs
  for each row when (old.provider_price_id is not null and
    (old.credits_micros, old.price_minor, old.currency) is distinct from (new.credits_micros, new.price_minor, new.currency))
  execute function refuse_price_change();

-- Purchases, and the payment provider's view of them. Facts about money are only added, each under a unique key
-- (paid_grants, and the ledger's business keys). The other tables mirror objects of the provider, and each is guarded
-- so that messages may arrive twice, late and in any order.
create type credit_pack_purchase_status as enum
  ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'PARTIALLY_REFUNDED', 'REFUNDED');
create type subscription_status as enum
  ('INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'UNPAID', 'PAUSED', 'CANCELED');
-- In the order in which an invoice may advance. PAID and VOID are both final: whichever comes first is kept.
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
  -- Not a foreign key: a purchase restored from the provider's record may name a pack that no longer exists.
  pack_id uuid not null,
  bought_by uuid references users (id),
  status credit_pack_purchase_status not null default 'PENDING',
  -- The terms when the checkout began; later changes of the pack do not matter.
  credits_micros bigint not null constraint credit_pack_purchases_credits_positive check (credits_micros > 0),
  price_minor bigint not null,
  currency text not null,
  provider_session_id text constraint credit_pack_purchases_provider_session_id_key unique,
  provider_payment_intent_id text,
  -- The amount paid according to the provider, with taxes and discounts.
  paid_minor bigint,
  -- The customer has agreed to a payment that takes days; only the provider's later message completes it.
  is_awaiting_payment boolean not null default false,
  -- Set if the provider's amount or currency differs from the offer: a person must look at it.
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
  -- The newest message that was applied: its time in seconds, and the rank of its type among messages of the same
  -- second.
  event_created_at timestamptz not null,
  event_rank smallint not null,
  -- Messages of the same second contradict each other, so the subscription must be fetched from the provider.
  needs_refetch boolean not null default false,
  -- Incremented by every write, so that a stale response of the provider is not written.
  revision bigint not null default 1,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the provider created the subscription: of two active ones, the later is set to end.
  provider_created_at timestamptz
);

create index subscriptions_company_id_idx on subscriptions (company_id, id desc);
create index subscriptions_refetch_idx on subscriptions (id) where needs_refetch;
create index subscriptions_active_idx on subscriptions (company_id) where is_active;

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
  updated_at timestamptz not null default now(),
  -- The sum of the invoice's lines for plans, before discounts and taxes, and the ids of those plans. An invoice
  -- without this sum is left out when granted credits are compared with the money paid (reconciliation check I9).
  plan_lines_minor bigint,
  plan_ids uuid[] not null default '{}',
  -- The plans whose trial this invoice covers, and the months or years in which it contains a free plan. Each counts
  -- once per company.
  trial_plan_ids uuid[] not null default '{}',
  free_periods text[] not null default '{}'
);

create index invoices_company_id_idx on invoices (company_id, id desc);
-- Used by the gateway for postpaid companies: is any open invoice past its due date?
create index invoices_open_idx on invoices (company_id, due_at) where status = 'OPEN';
create index invoices_recheck_idx on invoices (next_check_at) where status = 'OPEN';

-- Credits granted by a payment, and how many of them refunds have taken back: one row per grant in the ledger. Credits
-- of plans decrease and increase with the money paid for them, and are held while a payment is disputed.
create table paid_grants (
  business_key text primary key,
  company_id uuid not null references companies (id),
  purchase_id uuid references credit_pack_purchases (id),
  provider_invoice_id text,
  -- Negative on an invoice that credits the unused time of a plan that the company has left. The amount that a refund
  -- of such an invoice revokes is then negative as well.
  granted_micros bigint not null constraint paid_grants_granted_not_zero check (granted_micros <> 0),
  revoked_micros bigint not null default 0
    constraint paid_grants_revoked_within_granted
    check (revoked_micros between least(granted_micros, 0) and greatest(granted_micros, 0)),
  -- How often a failed refund gave credits back; makes the key of a later refund unique.
  reinstatements integer not null default 0,
  created_at timestamptz not null default now(),
  -- The credits that remained in the lot when its payment was disputed; held while the dispute is open.
  held_micros bigint not null default 0 constraint paid_grants_held_not_negative check (held_micros >= 0),
  -- How often credits were held; makes the key of the next hold unique.
  holds integer not null default 0,
  constraint paid_grants_have_a_payment check (purchase_id is not null or provider_invoice_id is not null)
);

create index paid_grants_purchase_id_idx on paid_grants (purchase_id);
create index paid_grants_provider_invoice_id_idx on paid_grants (provider_invoice_id);
create index paid_grants_company_id_idx on paid_grants (company_id);

-- The credits by which the grants of a company's invoices exceed what the money paid for them buys at the best rate of
-- its plans. The provider credits the unused time of a plan even if that time was never paid for or was refunded; this
-- amount was taken back to make up for that.
create table excess_grants (
  company_id uuid not null references companies (id),
  currency text not null,
  excess_micros bigint not null constraint excess_grants_excess_not_negative check (excess_micros >= 0),
  -- How often the amount has changed; makes the key of the next change unique.
  changes integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (company_id, currency)
);

-- Charges that were refunded or disputed, whether or not we know yet what they paid for.
create table provider_charges (
  provider_charge_id text primary key,
  provider_payment_intent_id text,
  provider_invoice_id text,
  provider_customer_id text,
  purchase_id uuid,
  amount_minor bigint not null,
  -- Sum of all refunds so far. Messages only increase it; a response of the provider may decrease it.
  refunded_minor bigint not null default 0,
  -- A refund of this charge has failed once: since then only a response of the provider counts.
  has_failed_refund boolean not null default false,
  -- Null, OPEN, WON or LOST.
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

-- Notices to people. Each is stored once, in the transaction that causes it, and is then sent by mail.
create table billing_notices (
  notice_key text primary key,
  company_id uuid not null references companies (id),
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index billing_notices_unsent_idx on billing_notices (created_at) where sent_at is null;

-- The inbox of the payment provider: every message is stored here before it is processed, so that an outage loses none,
-- and the result is written in the same transaction as its status.
create type provider_event_status as enum ('RECEIVED', 'PROCESSED', 'PARKED', 'QUARANTINED', 'IGNORED');
create type provider_event_source as enum ('WEBHOOK', 'SWEEP', 'REPLAY');

create table provider_events (
  id text primary key,
  type text not null,
  object_id text,
  customer_id text,
  -- The provider's time, which has a resolution of a second.
  event_created_at timestamptz not null,
  api_version text,
  is_live boolean not null,
  payload jsonb not null,
  source provider_event_source not null,
  status provider_event_status not null default 'RECEIVED',
  attempts integer not null default 0,
  -- The first retry is delayed, because the process that receives an event makes the first attempt itself.
  next_attempt_at timestamptz not null default now() + interval '2 seconds',
  last_error text,
  -- The object that a parked event needs, such as `purchase:…`: when it appears, the event is retried immediately.
  waits_for text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
) with (fillfactor = 80);

create index provider_events_due_idx on provider_events (next_attempt_at) where status in ('RECEIVED', 'PARKED');
create index provider_events_waits_for_idx on provider_events (waits_for) where status = 'PARKED';
create index provider_events_created_idx on provider_events (event_created_at desc, id);
-- Events that wait for a person are few, but are counted every few seconds among all events ever received.
create index provider_events_quarantined_idx on provider_events (received_at) where status = 'QUARANTINED';

-- How far the provider's own list of events has been compared with the inbox. One row.
create table provider_event_sweeps (
  is_only boolean primary key default true constraint provider_event_sweeps_is_one_row check (is_only),
  swept_through timestamptz not null,
  updated_at timestamptz not null default now()
);

-- A postpaid company pays for its usage at the rate of a plan, with one bill per month. A bill is written here first,
-- with the credits that it settles, and is then created at the payment provider.
create table postpaid_terms (
  company_id uuid primary key references companies (id),
  -- The rate is the plan's price divided by its credits.
  plan_id uuid not null references plans (id),
  days_until_due integer not null constraint postpaid_terms_days_range check (days_until_due between 1 and 365),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table usage_bills (
  id uuid primary key,
  company_id uuid not null references companies (id),
  plan_id uuid not null references plans (id),
  -- The first UTC day after the period.
  period_end date not null,
  billed_micros bigint not null constraint usage_bills_billed_not_negative check (billed_micros >= 0),
  amount_minor bigint not null constraint usage_bills_amount_not_negative check (amount_minor >= 0),
  currency text not null,
  days_until_due integer not null,
  provider_invoice_id text constraint usage_bills_provider_invoice_id_key unique,
  -- Set to a later time by the process that is sending the bill to the provider, so that no other process sends it at
  -- the same time.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint usage_bills_company_id_period_end_key unique (company_id, period_end)
);

create index usage_bills_unsent_idx on usage_bills (next_attempt_at) where provider_invoice_id is null and amount_minor > 0;

-- The highest limits that a key of the company may have, by the plan of its active subscription or the plan by which
-- its usage is billed. Null if the plan sets none or there is no plan: then the platform's own limit applies. Gateways
-- apply this on every lookup: otherwise a company could subscribe for a day, create a key, cancel, and keep the plan's
-- limits.
create function key_ceilings(company uuid, out rpm_limit_max integer, out tpm_limit_max integer)
  language sql stable as $$
  select p.key_rpm_limit_max, p.key_tpm_limit_max
    from plans p
   where p.id in (select s.plan_id from subscriptions s where s.company_id = company and s.is_active
                  union all
                  select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                   where t.company_id = company and c.billing_mode = 'POSTPAID')
   order by p.key_rpm_limit_max desc nulls last, p.key_tpm_limit_max desc nulls last
   limit 1
$$;
