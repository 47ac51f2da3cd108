-- Monthly budgets in credits, per company, key or alias. A hard budget rejects calls, as the monthly cap of a key does; a
-- soft one only reports. The hard budget of a key is its cap (api_keys.monthly_credit_cap_micros), so there is no row for
-- it here: two limits for the same thing would have to be enforced, shown and explained twice.
create table budgets (
  id uuid primary key,
  company_id uuid not null references companies (id),
  scope text not null constraint budgets_scope_known check (scope in ('COMPANY', 'KEY', 'ALIAS')),
  key_id uuid references api_keys (id),
  alias text references model_aliases (alias),
  is_hard boolean not null,
  limit_micros bigint not null constraint budgets_limit_not_negative check (limit_micros >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint budgets_key_only_of_key check ((scope = 'KEY') = (key_id is not null)),
  constraint budgets_alias_only_of_alias check ((scope = 'ALIAS') = (alias is not null)),
  constraint budgets_hard_key_is_cap check (not (scope = 'KEY' and is_hard)),
  constraint budgets_one_per_scope unique nulls not distinct (company_id, scope, key_id, alias, is_hard)
);

-- The credits charged since the beginning of the month (UTC): by the whole company, by one of its keys, and for one alias.
-- A sum that is not wanted is null and costs nothing.
create function read_month_spent(
  company uuid, for_company boolean, key uuid, model text,
  out company_micros bigint, out key_micros bigint, out alias_micros bigint, out month_ends_in_ms double precision
) language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  month_start date := date_trunc('month', now() at time zone 'utc')::date;
begin
  if for_company then
    company_micros := (select coalesce(sum(u.charged_micros), 0) from usage_rollups u
                        where u.company_id = company and u.day >= month_start);
  end if;
  if key is not null then
    key_micros := (select coalesce(sum(u.charged_micros), 0) from usage_rollups u
                    where u.company_id = company and u.key_id = key and u.day >= month_start);
  end if;
  if model is not null then
    alias_micros := (select coalesce(sum(u.charged_micros), 0) from usage_rollups u
                      where u.company_id = company and u.alias = model and u.day >= month_start);
  end if;
  month_ends_in_ms := extract(epoch from (month_start + interval '1 month') at time zone 'utc' - now()) * 1000;
end
$$;

-- As place_holds, for calls that hard budgets limit too. Each hold is decided after the one before it, because a hold that
-- one budget refuses must not count against another. A limit that is null does not apply. `reached` names the budget that
-- refused a hold; `spent_micros` and `held_micros` are then those of the budget.
create function place_budgeted_holds(
  call_ids uuid[], company_ids uuid[], key_ids uuid[], operations text[], aliases text[], estimates bigint[],
  tokens bigint[], durations_ms bigint[], are_forced boolean[], company_limits bigint[], key_limits bigint[],
  alias_limits bigint[], grace_ms bigint
) returns table (
  call_id uuid, is_placed boolean, balance_micros bigint, held_micros bigint, reached text, spent_micros bigint
) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  held jsonb;
  spent jsonb;
  q record;
  b record;
begin
  -- A hold that is lost can be written again, so the commit does not wait for the disk.
  set local synchronous_commit = off;
  -- The lock also keeps settlements of these companies out, so that what they have spent does not change until the end.
  perform from credit_accounts where owner_id = any (company_ids) order by owner_id for no key update;
  -- The sums of the open holds, by what a budget may limit.
  select coalesce(jsonb_object_agg(name, micros), '{}') into held from (
    select n.name, sum(h.estimate_micros) as micros
      from credit_holds h
      cross join lateral (values (h.company_id::text), (h.company_id || ' ' || h.key_id), (h.company_id || ' ' || h.alias))
        as n (name)
     where h.company_id = any (company_ids) and h.call_id <> all (call_ids)
       and h.deadline > now() - make_interval(secs => grace_ms / 1000.0)
       and (select k.id from calls k where k.id = h.call_id) is null
     group by n.name) sums;
  -- What has been spent, of every budget that limits one of the calls.
  select coalesce(jsonb_object_agg(name, micros), '{}') into spent from (
    select c.company::text as name, (read_month_spent(c.company, true, null, null)).company_micros as micros
      from (select distinct company from unnest(company_ids, company_limits) as u (company, most)
             where most is not null) c
    union all
    select k.company || ' ' || k.key_id, (read_month_spent(k.company, false, k.key_id, null)).key_micros
      from (select distinct company, key_id from unnest(company_ids, key_ids, key_limits) as u (company, key_id, most)
             where most is not null) k
    union all
    select m.company || ' ' || m.alias, (read_month_spent(m.company, false, null, m.alias)).alias_micros
      from (select distinct company, alias from unnest(company_ids, aliases, alias_limits) as u (company, alias, most)
             where most is not null) m
  ) sums;
  for q in
    select a.*, coalesce(spendable_micros(c), 0) as balance
      from unnest(call_ids, company_ids, key_ids, operations, aliases, estimates, tokens, durations_ms, are_forced,
                  company_limits, key_limits, alias_limits) with ordinality
        as a (id, company, key_id, operation, alias, estimate, tokens, duration_ms, is_forced,
              company_limit, key_limit, alias_limit, position)
      left join credit_accounts c on c.owner_id = a.company
     order by a.position
  loop
    call_id := q.id;
    balance_micros := q.balance;
    reached := null;
    spent_micros := null;
    held_micros := coalesce((held ->> q.company::text)::bigint, 0);
    select l.budget, l.spent, l.held into b
      from (select position, budget, most, coalesce((spent ->> name)::bigint, 0) as spent,
                   coalesce((held ->> name)::bigint, 0) as held
              from (values (1, 'company', q.company_limit, q.company::text),
                           (2, 'key', q.key_limit, q.company || ' ' || q.key_id),
                           (3, 'alias', q.alias_limit, q.company || ' ' || q.alias)
                   ) as v (position, budget, most, name)) l
     where l.most is not null and l.spent + l.held >= l.most
     order by l.position limit 1;
    if b.budget is not null then
      reached := b.budget;
      spent_micros := b.spent;
      held_micros := b.held;
    end if;
    is_placed := reached is null and (q.is_forced or q.balance > held_micros);
    if is_placed then
      insert into credit_holds as h
        (call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens, deadline)
      values (q.id, q.company, q.key_id, q.operation, q.alias, q.estimate, q.tokens,
              now() + make_interval(secs => q.duration_ms / 1000.0))
      on conflict (call_id) do update set deadline = greatest(h.deadline, excluded.deadline);
      select held || jsonb_object_agg(name, coalesce((held ->> name)::bigint, 0) + q.estimate) into held
        from unnest(array[q.company::text, q.company || ' ' || q.key_id, q.company || ' ' || q.alias]) as n (name);
    end if;
    return next;
  end loop;
end
$$;
