-- What the platform does for a company at its own expense: model work in a month, documents and bytes in a day. A plan may say how
-- much; a super admin may grant a company more or less; where neither does, the settings count.
alter table plans
  add column model_work_micros bigint,
  add column documents_per_day integer,
  add column document_bytes_per_day bigint,
  add constraint plans_model_work_not_negative check (model_work_micros >= 0) not valid,
  add constraint plans_documents_per_day_not_negative check (documents_per_day >= 0) not valid,
  add constraint plans_document_bytes_per_day_not_negative check (document_bytes_per_day >= 0) not valid;
alter table plans validate constraint plans_model_work_not_negative;
alter table plans validate constraint plans_documents_per_day_not_negative;
alter table plans validate constraint plans_document_bytes_per_day_not_negative;

create table company_allowances (
  company_id uuid primary key references companies (id),
  -- Null: as the plan says.
  model_work_micros bigint constraint company_allowances_model_work_not_negative check (model_work_micros >= 0),
  documents_per_day integer constraint company_allowances_documents_not_negative check (documents_per_day >= 0),
  document_bytes_per_day bigint constraint company_allowances_bytes_not_negative check (document_bytes_per_day >= 0),
  -- Set when the model work of the month was found to be used up: until then no process has to add it up again.
  model_work_waits_until timestamptz,
  updated_at timestamptz not null default now()
);

-- By the plan of its active subscription or the one by which its usage is billed, as key_ceilings. Null where the plan says
-- nothing, or there is none.
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

-- The platform's calls for one company, which are added up before each further one. Calls of companies are not in it, so
-- settling them costs nothing more. It is not built on weeks that have calls, because settlements would wait for it: their
-- rows are found by calls_company_id_idx, as before, and a month later only weeks with the index are read.
create index calls_concerned_idx on only calls (concerned_company_id, id) include (company_id, charged_micros)
  where concerned_company_id is not null;
do $$
declare
  week record;
  is_used boolean;
begin
  for week in
    select c.oid::regclass as partition, c.relname || '_concerned_idx' as index
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'calls'::regclass
  loop
    execute format('select exists (select from %s)', week.partition) into is_used;
    if not is_used then
      execute format('create index %I on %s (concerned_company_id, id) include (company_id, charged_micros)
                      where concerned_company_id is not null', week.index, week.partition);
      execute format('alter index calls_concerned_idx attach partition %I', week.index);
    end if;
  end loop;
end
$$;
