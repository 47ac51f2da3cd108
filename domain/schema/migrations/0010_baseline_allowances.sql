-- What the platform does for a company at its own expense: model work per month, documents and bytes per day. A plan
-- may set the amounts, and a super admin may grant a company more or less here; where neither does, the settings apply.
create table company_allowances (
  company_id uuid primary key references companies (id),
  -- Null means the plan's amount.
  model_work_micros bigint constraint company_allowances_model_work_not_negative check (model_work_micros >= 0),
  documents_per_day integer constraint company_allowances_documents_not_negative check (documents_per_day >= 0),
  document_bytes_per_day bigint constraint company_allowances_bytes_not_negative check (document_bytes_per_day >= 0),
  -- Set when the month's model work was found to be used up: its cost need not be added up again before this time.
  model_work_waits_until timestamptz,
  updated_at timestamptz not null default now()
);

-- The amounts of the plan of the active subscription or the plan by which usage is billed, as in key_ceilings. Null if
-- the plan sets none or there is no plan.
create function plan_allowance(
  company uuid, out model_work_micros bigint, out documents_per_day integer, out document_bytes_per_day bigint
) language sql stable as $$
  select max(p.model_work_micros), max(p.documents_per_day), max(p.document_bytes_per_day)
    from plans p
   where p.id in (select s.plan_id from subscriptions s where s.company_id = company and s.is_active
                  union all
                  select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                   where t.company_id = company and c.billing_mode = 'POSTPAID')
$$;
