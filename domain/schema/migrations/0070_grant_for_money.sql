-- Credits of plans follow the money that was paid for them, down as well as up, and are held while a payment is disputed.

-- What the lines of an invoice for plans come to before discounts and taxes, and which plans these are. Null for invoices from
-- before this migration, to which the rule is not applied: a change to a smaller plan took nothing back then.
alter table invoices
  add column plan_lines_minor bigint,
  add column plan_ids uuid[] not null default '{}',
  -- Of which plans it is the trial, and of which months or years it carries a free plan: each counts once for a company.
  add column trial_plan_ids uuid[] not null default '{}',
  add column free_periods text[] not null default '{}';

-- The unused time of a plan that was left is a negative share of the invoice that credits it. The part of it that a refund of
-- that invoice gives back is negative as well.
alter table paid_grants
  drop constraint paid_grants_granted_positive,
  drop constraint paid_grants_revoked_within_granted,
  -- What was left of the lot when its payment was disputed, while the dispute is open.
  add column held_micros bigint not null default 0,
  -- How often something was held: with it the key of the next hold is a new one.
  add column holds integer not null default 0,
  add constraint paid_grants_granted_not_zero check (granted_micros <> 0) not valid,
  add constraint paid_grants_revoked_within_granted
    check (revoked_micros between least(granted_micros, 0) and greatest(granted_micros, 0)) not valid,
  add constraint paid_grants_held_not_negative check (held_micros >= 0) not valid;
alter table paid_grants validate constraint paid_grants_granted_not_zero;
alter table paid_grants validate constraint paid_grants_revoked_within_granted;
alter table paid_grants validate constraint paid_grants_held_not_negative;

create index paid_grants_company_id_idx on paid_grants (company_id);

-- By how much the shares of a company's invoices exceed the money paid for them at the best rate of its plans. The provider
-- credits the unused time of a plan also if that time was never paid, or was refunded; this much was taken back for it.
create table excess_grants (
  company_id uuid not null references companies (id),
  currency text not null,
  excess_micros bigint not null constraint excess_grants_excess_not_negative check (excess_micros >= 0),
  -- How often it has changed: with it the key of the next change is a new one.
  changes integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (company_id, currency)
);

-- When the provider made the subscription: of two that live at once the later one is set to end.
alter table subscriptions add column provider_created_at timestamptz;
create index subscriptions_active_idx on subscriptions (company_id) where is_active;
