-- While Redis is down, the holds of running calls are kept here. Like holds in Redis they may be lost, because every
-- process can write its own again. So the table is unlogged, and placing a hold does not wait for the disk.
create unlogged table credit_holds (
  call_id uuid primary key,
  company_id uuid not null,
  key_id uuid not null,
  operation text not null,
  alias text not null,
  estimate_micros bigint not null constraint credit_holds_estimate_not_negative check (estimate_micros >= 0),
  reserved_tokens bigint not null,
  deadline timestamptz not null
);

create index credit_holds_company_id_idx on credit_holds (company_id);
create index credit_holds_deadline_idx on credit_holds (deadline);

-- The spendable balance of an account: expired lots do not count, even before they are closed. Written in plpgsql,
-- because a function in language sql that cannot be inlined is planned again for every statement.
create function spendable_micros(account credit_accounts) returns bigint language plpgsql stable as $$
begin
  if account.next_expiry_at <= now() then
    return account.balance_micros - coalesce(
      (select sum(l.remaining_micros)::bigint from credit_lots l
        where l.owner_id = account.owner_id and l.remaining_micros > 0 and l.expires_at <= now()), 0);
  end if;
  return account.balance_micros;
end
$$;

-- Places holds while credits last: a hold is placed if balance − Σ earlier holds > 0, so that only the last call may
-- exceed the balance. The accounts are locked in order of their ids, as in a settlement. Holds of closed calls do not
-- count, because their charges are already in the balance. Forced holds are placed regardless of the balance.
create function place_holds(
  call_ids uuid[], company_ids uuid[], key_ids uuid[], operations text[], aliases text[], estimates bigint[],
  tokens bigint[], durations_ms bigint[], are_forced boolean[], grace_ms bigint
) returns table (call_id uuid, is_placed boolean, balance_micros bigint, held_micros bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  -- A hold that is lost can be written again, so the commit does not wait for the disk.
  set local synchronous_commit = off;
  perform from credit_accounts where owner_id = any (company_ids) order by owner_id for no key update;
  return query
  with asked as (
    select * from unnest(call_ids, company_ids, key_ids, operations, aliases, estimates, tokens, durations_ms, are_forced)
      with ordinality
      as a (id, company, key_id, operation, alias, estimate, tokens, duration_ms, is_forced, position)
  ), accounts as (
    select c.id, coalesce(spendable_micros(a), 0) as balance,
           (select coalesce(sum(h.estimate_micros), 0) from credit_holds h
             where h.company_id = c.id and h.call_id <> all (call_ids)
               and h.deadline > now() - make_interval(secs => grace_ms / 1000.0)
               and (select k.id from calls k where k.id = h.call_id) is null) as held
      from (select distinct company as id from asked) c
      left join credit_accounts a on a.owner_id = c.id
  ), decided as (
    -- The sum includes refused holds as well, which makes no difference: once one hold is refused, all later ones that
    -- are not forced are refused too.
    select q.*, c.balance, c.held,
           c.held + sum(q.estimate) over (partition by q.company order by q.position) - q.estimate as held_before
      from asked q join accounts c on c.id = q.company
  ), placed as (
    insert into credit_holds as h
      (call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens, deadline)
    select d.id, d.company, d.key_id, d.operation, d.alias, d.estimate, d.tokens,
           now() + make_interval(secs => d.duration_ms / 1000.0)
      from decided d
     where d.is_forced or d.balance > d.held_before
    on conflict (call_id) do update set deadline = greatest(h.deadline, excluded.deadline)
    returning h.call_id
  )
  select d.id, p.call_id is not null, d.balance,
         (d.held + coalesce(sum(d.estimate) filter (where p.call_id is not null) over before_it, 0))::bigint
    from decided d left join placed p on p.call_id = d.id
  window before_it as (partition by d.company order by d.position rows between unbounded preceding and 1 preceding)
   order by d.position;
end
$$;

-- Everything needed to decide about a company's calls, in one snapshot: the account, which of the given calls are
-- closed, and the holds of open calls.
create function read_account_snapshot(company uuid, call_ids uuid[], first_id uuid, last_id uuid, grace_ms bigint)
returns table (
  balance_micros bigint, version bigint, is_frozen boolean, is_postpaid boolean, valid_for_ms double precision,
  closed_ids uuid[], holds json
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select coalesce(spendable_micros(a), 0), coalesce(a.version, 0), a.frozen_at is not null,
         coalesce(c.billing_mode = 'POSTPAID', false),
         (extract(epoch from case
            when a.next_expiry_at > now() then a.next_expiry_at
            when a.next_expiry_at <= now() then
              (select min(l.expires_at) from credit_lots l
                where l.owner_id = company and l.remaining_micros > 0 and l.expires_at > now())
          end - now()) * 1000)::double precision,
         -- The bounds exclude the partitions of other weeks.
         (select array_agg(k.id) from calls k
           where k.id = any (call_ids) and k.id between first_id and last_id),
         (select json_agg(json_build_object('callId', h.call_id, 'keyId', h.key_id, 'operation', h.operation,
                   'alias', h.alias, 'estimateMicros', h.estimate_micros::text, 'reservedTokens', h.reserved_tokens,
                   'remainingMs', round(extract(epoch from h.deadline - now()) * 1000)))
            from credit_holds h
           where h.company_id = company and h.deadline > now() - make_interval(secs => grace_ms / 1000.0)
             and (select k.id from calls k where k.id = h.call_id) is null)
    from (select company as id) asked
    left join companies c on c.id = asked.id
    left join credit_accounts a on a.owner_id = asked.id;
end
$$;

-- As on the settlement's connections, sequential scans are off, because the planner assumes that a new or empty table
-- stays small. The generic plan is forced, because planning over all partitions of calls takes longer than running the
-- statement.
alter function place_holds set enable_seqscan = off;
alter function place_holds set plan_cache_mode = force_generic_plan;
alter function read_account_snapshot set enable_seqscan = off;
alter function read_account_snapshot set plan_cache_mode = force_generic_plan;
