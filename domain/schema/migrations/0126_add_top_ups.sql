-- Automatic top-up: a pack is bought with the saved card when the balance falls below a threshold. A company without a row
-- has it turned off. A failed payment stops it until an admin sets it again.
create table top_up_settings (
  company_id uuid primary key references companies (id),
  threshold_micros bigint not null constraint top_up_settings_threshold_positive check (threshold_micros > 0),
  pack_id uuid not null references credit_packs (id),
  -- In the minor unit of the pack's currency.
  monthly_max_minor bigint not null constraint top_up_settings_maximum_positive check (monthly_max_minor > 0),
  stopped_at timestamptz,
  stopped_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint top_up_settings_stop_has_reason check ((stopped_at is null) = (stopped_reason is null))
);

-- One row for each crossing of the threshold, under the id of its purchase. The purchase has the price.
create table top_ups (
  id uuid primary key references credit_pack_purchases (id),
  company_id uuid not null references companies (id),
  status text not null default 'PENDING'
    constraint top_ups_status_known check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Part of the idempotency keys. A key under which the provider answered with a server error gives the same answer for
  -- a day, so the next attempts use another one.
  key_number integer not null default 1,
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint top_ups_end_has_time check ((status = 'PENDING') = (ended_at is null))
);

-- A crossing lasts until its pack has been credited or its payment has failed.
create unique index top_ups_one_pending_key on top_ups (company_id) where status = 'PENDING';
create index top_ups_due_idx on top_ups (next_attempt_at) where status = 'PENDING';
create index top_ups_of_company_idx on top_ups (company_id, created_at);

-- The prices of a company's top-ups that began this month (UTC) and did not fail, in one currency.
create function top_up_month_minor(company uuid, money text) returns bigint language sql stable as $$
  select coalesce(sum(p.price_minor), 0)::bigint
    from top_ups t join credit_pack_purchases p on p.id = t.id
   where t.company_id = company and t.status <> 'FAILED' and p.currency = money
     and t.created_at >= date_trunc('month', now(), 'UTC')
$$;
