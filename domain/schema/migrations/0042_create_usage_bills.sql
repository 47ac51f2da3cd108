-- A postpaid company pays for what it has used: by the rate of a plan, with one bill for each month. A bill is written
-- here first, with the credits that it takes off the company's tab, and then at the payment provider.
create table postpaid_terms (
  company_id uuid primary key references companies (id),
  -- Its price for its credits is the rate.
  plan_id uuid not null references plans (id),
  days_until_due integer not null constraint postpaid_terms_days_range check (days_until_due between 1 and 365),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table usage_bills (
  id uuid primary key,
  company_id uuid not null references companies (id),
  plan_id uuid not null references plans (id),
  -- The first day, in UTC, that is not in it any more.
  period_end date not null,
  billed_micros bigint not null constraint usage_bills_billed_not_negative check (billed_micros >= 0),
  amount_minor bigint not null constraint usage_bills_amount_not_negative check (amount_minor >= 0),
  currency text not null,
  days_until_due integer not null,
  provider_invoice_id text constraint usage_bills_provider_invoice_id_key unique,
  -- Whoever takes it to the provider puts this off, so that nobody else does so at the same time.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint usage_bills_company_id_period_end_key unique (company_id, period_end)
);

create index usage_bills_unsent_idx on usage_bills (next_attempt_at) where provider_invoice_id is null and amount_minor > 0;

-- How much the keys of a company may be allowed at most; null is the platform's own ceiling.
alter table plans
  add column key_rpm_limit_max integer constraint plans_key_rpm_limit_max_positive check (key_rpm_limit_max > 0),
  add column key_tpm_limit_max integer constraint plans_key_tpm_limit_max_positive check (key_tpm_limit_max > 0);
