-- The schema that the migrations produce; written by `pnpm schema`, not by hand.

CREATE SCHEMA tasks;

CREATE TYPE public.billing_mode AS ENUM (
    'PREPAID',
    'POSTPAID'
);

CREATE TYPE public.call_status AS ENUM (
    'SUCCEEDED',
    'FAILED',
    'PARKED'
);

CREATE TYPE public.credit_counter_account AS ENUM (
    'PROVIDER_CASH',
    'REFUND_CASH',
    'REVENUE_USAGE',
    'BREAKAGE',
    'PROMOTION',
    'ADJUSTMENT'
);

CREATE TYPE public.credit_lot_kind AS ENUM (
    'GRANTED',
    'BOUGHT'
);

CREATE TYPE public.credit_owner_kind AS ENUM (
    'COMPANY',
    'USER'
);

CREATE TYPE public.credit_pack_purchase_status AS ENUM (
    'PENDING',
    'COMPLETED',
    'FAILED',
    'EXPIRED',
    'PARTIALLY_REFUNDED',
    'REFUNDED'
);

CREATE TYPE public.credit_pack_status AS ENUM (
    'ACTIVE',
    'ARCHIVED'
);

CREATE TYPE public.credit_transaction_type AS ENUM (
    'PACK_PURCHASE',
    'REFUND',
    'SUBSCRIPTION_GRANT',
    'USAGE',
    'ADJUSTMENT',
    'EXPIRY',
    'PROMO'
);

CREATE TYPE public.document_kind AS ENUM (
    'CV',
    'OTHER'
);

CREATE TYPE public.document_status AS ENUM (
    'UPLOADING',
    'STORED',
    'READ',
    'PARSED',
    'REFUSED',
    'DELETING'
);

CREATE TYPE public.event_delivery_status AS ENUM (
    'PENDING',
    'DELIVERED',
    'FAILED'
);

CREATE TYPE public.generator_state AS ENUM (
    'RUNNING',
    'STOPPED'
);

CREATE TYPE public.invoice_status AS ENUM (
    'DRAFT',
    'OPEN',
    'UNCOLLECTIBLE',
    'PAID',
    'VOID'
);

CREATE TYPE public.job_status AS ENUM (
    'DRAFT',
    'ACTIVE',
    'PAUSED',
    'CLOSED',
    'EXPIRED'
);

CREATE TYPE public.mail_bounce_kind AS ENUM (
    'PERMANENT',
    'TEMPORARY'
);

CREATE TYPE public.mail_bounce_source AS ENUM (
    'ANSWER',
    'REPORT'
);

CREATE TYPE public.mail_status AS ENUM (
    'QUEUED',
    'SENT',
    'REJECTED',
    'FAILED',
    'UNKNOWN'
);

CREATE TYPE public.match_judgement AS ENUM (
    'NONE',
    'PENDING',
    'JUDGED'
);

CREATE TYPE public.match_subject AS ENUM (
    'TALENT',
    'JOB'
);

CREATE TYPE public.meeting_status AS ENUM (
    'WAITING',
    'DONE',
    'NO_TRANSCRIPT'
);

CREATE TYPE public.membership_role AS ENUM (
    'ADMIN',
    'MEMBER'
);

CREATE TYPE public.model_capability AS ENUM (
    'chat',
    'extract',
    'embed'
);

CREATE TYPE public.plan_interval AS ENUM (
    'MONTH',
    'YEAR'
);

CREATE TYPE public.provider_event_source AS ENUM (
    'WEBHOOK',
    'SWEEP',
    'REPLAY'
);

CREATE TYPE public.provider_event_status AS ENUM (
    'RECEIVED',
    'PROCESSED',
    'PARKED',
    'QUARANTINED',
    'IGNORED'
);

CREATE TYPE public.room_event_kind AS ENUM (
    'room_created',
    'room_destroyed'
);

CREATE TYPE public.subscription_status AS ENUM (
    'INCOMPLETE',
    'TRIALING',
    'ACTIVE',
    'PAST_DUE',
    'UNPAID',
    'PAUSED',
    'CANCELED'
);

CREATE TYPE public.talent_status AS ENUM (
    'ACTIVE',
    'WITHDRAWN'
);

CREATE TYPE tasks.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

CREATE FUNCTION public.burn_lots(account uuid, amount_micros bigint, first_lot uuid DEFAULT NULL::uuid) RETURNS void
    LANGUAGE sql
    AS $$
  with ordered as (
    select id, remaining_micros,
           sum(remaining_micros) over (order by (id is distinct from first_lot), expires_at nulls last, kind, id)
             - remaining_micros as before_micros
      from credit_lots
     where owner_id = account and remaining_micros > 0
  )
  update credit_lots l
     set remaining_micros = l.remaining_micros - least(o.remaining_micros, burn_lots.amount_micros - o.before_micros)
    from ordered o
   where l.id = o.id and o.before_micros < burn_lots.amount_micros;
  select point_to_lots(account);
$$;

CREATE FUNCTION public.call_partition_days(name text) RETURNS daterange
    LANGUAGE sql STABLE STRICT
    AS $_$
  select case when name ~ '^calls_[0-9]{4}w[0-9]{2}$'
              then daterange(to_date(substring(name from 7), 'IYYY"w"IW'), to_date(substring(name from 7), 'IYYY"w"IW') + 7)
              when name ~ '^calls_[0-9]{8}$'
              then daterange(to_date(substring(name from 7), 'YYYYMMDD'), to_date(substring(name from 7), 'YYYYMMDD') + 1)
         end
$_$;

CREATE FUNCTION public.charge_accounts(account_ids uuid[], account_charges bigint[], OUT balances bigint[], OUT versions bigint[]) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
  owners uuid[];
  open_lots uuid[];
  has_expired boolean;
  paid uuid[];
  base bigint := version_base();
begin
  -- The update locks the accounts. With the settings of the settlement's connections the plan is a nested loop over the
  -- array, so the order of the array is the order of the locks.
  with charged as (
    update credit_accounts a
       set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
           version = a.version + 1
      from unnest(account_ids, account_charges) as c (owner_id, amount)
     where a.owner_id = c.owner_id
    returning a.owner_id, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
  )
  select array_agg(owner_id), array_agg(balance_micros), array_agg(version + base), array_agg(open_lot_id),
         bool_or(next_expiry_at <= now())
    into owners, balances, versions, open_lots, has_expired
    from (select * from charged order by owner_id) as ordered;
  if owners is distinct from account_ids or has_expired then
    raise exception 'an account must be opened first' using errcode = 'GH002';
  end if;

  with burnt as (
    update credit_lots l set remaining_micros = l.remaining_micros - c.amount
      from unnest(open_lots, account_charges) as c (lot_id, amount)
     where l.id = c.lot_id and l.remaining_micros >= c.amount
    returning l.owner_id
  )
  select array_agg(owner_id) into paid from burnt;
  if cardinality(paid) is distinct from cardinality(account_ids) then
    -- Rare: if the open lot does not cover the amount, it is taken from several lots, or becomes debt.
    perform burn_lots(c.owner_id, c.amount) from unnest(account_ids, account_charges) as c (owner_id, amount)
      where c.amount > 0 and c.owner_id <> all (coalesce(paid, '{}'));
  end if;
end
$$;

CREATE FUNCTION public.count_model_catalog_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update model_catalog_version set version = version + 1;
  return null;
end
$$;

CREATE FUNCTION public.create_call_partition(week_start date) RETURNS boolean
    LANGUAGE sql
    AS $$
  select create_call_partition(week_start, 7)
$$;

CREATE FUNCTION public.create_call_partition(first_day date, days integer) RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $_$
declare
  name text := case days when 7 then 'calls_' || to_char(first_day, 'IYYY"w"IW') when 1 then 'calls_' || to_char(first_day, 'YYYYMMDD') end;
  first_id uuid := uuid_at(first_day::timestamp at time zone 'UTC');
  end_id uuid := uuid_at((first_day + days)::timestamp at time zone 'UTC');
begin
  if name is null or (days = 7 and extract(isodow from first_day) <> 1) then
    raise exception 'a partition of calls is a day, or a week that begins on Monday';
  end if;
  if exists (select from call_partitions p where p.first_day < create_call_partition.first_day + days and p.end_day > create_call_partition.first_day)
    or exists (select from archived_call_partitions p
                where p.first_day < create_call_partition.first_day + days and p.end_day > create_call_partition.first_day) then
    return false;
  end if;
  execute format('create table %I (like calls including defaults including constraints including indexes including storage)', name);
  -- Nothing may be inserted into the default partition between the move and the attachment.
  lock table calls_default in access exclusive mode;
  if exists (select from calls_default where id >= first_id and id < end_id) then
    execute format('insert into %I select * from calls_default where id >= $1 and id < $2', name) using first_id, end_id;
    -- The rows do not change, only their partition. The lock keeps other sessions from using the disabled trigger.
    alter table calls_default disable trigger calls_are_append_only;
    delete from calls_default where id >= first_id and id < end_id;
    alter table calls_default enable trigger calls_are_append_only;
  end if;
  execute format('alter table calls attach partition %I for values from (%L) to (%L)', name, first_id, end_id);
  return true;
end
$_$;

CREATE FUNCTION public.create_score_log_month(month date) RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $_$
declare
  name text := 'match_score_log_' || to_char(month, 'YYYY"m"MM');
  first_moment timestamptz := month::timestamp at time zone 'UTC';
  end_moment timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I (like match_score_log including defaults including constraints including indexes including storage)', name);
  lock table match_score_log_default in access exclusive mode;
  execute format('insert into %I select * from match_score_log_default where scored_at >= $1 and scored_at < $2', name)
    using first_moment, end_moment;
  delete from match_score_log_default where scored_at >= first_moment and scored_at < end_moment;
  execute format('alter table match_score_log attach partition %I for values from (%L) to (%L)', name, first_moment, end_moment);
  return true;
end
$_$;

CREATE FUNCTION public.current_catalog_version() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select v.version + (select count(*) from model_prices p where p.valid_from <= now()) from model_catalog_version v
$$;

CREATE FUNCTION public.database_incarnation() RETURNS text
    LANGUAGE sql PARALLEL SAFE
    AS $$
  select case when pg_is_in_recovery() then null
              else left(pg_walfile_name(pg_current_wal_lsn()), 8) || ':' || s.system_identifier || ':' || d.oid end
    from pg_control_system() s, pg_database d
   where d.datname = current_database()
$$;

CREATE FUNCTION public.enqueue_changed_jobs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('JOB', array_agg(n.company_id), array_agg(n.job_id))
     from changed n join former o using (company_id, job_id)
    where n.facts_hash is distinct from o.facts_hash
   having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.enqueue_changed_talents() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(n.company_id), array_agg(n.talent_id))
     from changed n join former o using (company_id, talent_id)
    where n.facts_hash is distinct from o.facts_hash
   having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.enqueue_jobs_by_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('JOB', array_agg(n.company_id), array_agg(n.id))
     from changed n join former o using (company_id, id)
    where n.status is distinct from o.status
   having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.enqueue_match_subjects(changed_subject public.match_subject, company_ids uuid[], subject_ids uuid[]) RETURNS void
    LANGUAGE sql
    AS $$
  insert into match_queue (subject, company_id, subject_id)
  select changed_subject, c.company_id, c.subject_id
    from unnest(company_ids, subject_ids) as c (company_id, subject_id)
   order by c.company_id, c.subject_id
  on conflict (subject, company_id, subject_id) do update
    set version = match_queue.version + 1, failures = 0
$$;

CREATE FUNCTION public.enqueue_new_jobs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('JOB', array_agg(company_id), array_agg(job_id)) from changed having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.enqueue_new_talents() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(company_id), array_agg(talent_id)) from changed having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.enqueue_talents_by_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(n.company_id), array_agg(n.id))
     from changed n join former o using (company_id, id)
    where n.status is distinct from o.status
   having count(*) > 0;
  return null;
end $$;

CREATE FUNCTION public.expire_lots(account uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  lot record;
  counter int := 0;
begin
  for lot in
    select id, remaining_micros from credit_lots
     where owner_id = account and remaining_micros > 0 and expires_at <= now()
     order by expires_at, id
  loop
    update credit_lots set remaining_micros = 0 where id = lot.id;
    with moved as (
      update credit_accounts
         set balance_micros = balance_micros - lot.remaining_micros, version = version + 1
       where owner_id = account
      returning balance_micros
    )
    insert into credit_transfers
      (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
    select uuid_now(counter), account, 'BREAKAGE', 'EXPIRY', -lot.remaining_micros, balance_micros, 'expiry:' || lot.id
      from moved;
    counter := counter + 1;
  end loop;
  perform point_to_lots(account);
end
$$;

CREATE FUNCTION public.forget_jobs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from job_postings p
   using job_index i join former f using (company_id, job_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.job_id = i.job_id;
  delete from job_index i using former f where i.company_id = f.company_id and i.job_id = f.job_id;
  delete from matches m using former f where m.company_id = f.company_id and m.job_id = f.job_id;
  delete from match_queue q using former f
   where q.subject = 'JOB' and q.company_id = f.company_id and q.subject_id = f.job_id;
  return null;
end $$;

CREATE FUNCTION public.forget_talents() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  company_ids uuid[];
  job_ids uuid[];
begin
  delete from talent_postings p
   using talent_index i join former f using (company_id, talent_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.talent_id = i.talent_id;
  delete from talent_index i using former f where i.company_id = f.company_id and i.talent_id = f.talent_id;
  -- The matches before the queue, in the order of a batch that ends.
  with deleted as (
    delete from matches m using former f where m.company_id = f.company_id and m.talent_id = f.talent_id
    returning m.company_id, m.job_id
  ), incomplete as (
    select distinct company_id, job_id from deleted join job_index using (company_id, job_id)
     where last_kept_points is not null
  )
  select array_agg(company_id), array_agg(job_id) into company_ids, job_ids from incomplete;
  perform enqueue_match_subjects('JOB', company_ids, job_ids) where job_ids is not null;
  delete from match_queue q using former f
   where q.subject = 'TALENT' and q.company_id = f.company_id and q.subject_id = f.talent_id;
  delete from match_score_log l using former f where l.company_id = f.company_id and l.talent_id = f.talent_id;
  delete from judge_verdicts v using former f where v.company_id = f.company_id and v.talent_id = f.talent_id;
  return null;
end $$;

CREATE FUNCTION public.key_ceilings(company uuid, OUT rpm_limit_max integer, OUT tpm_limit_max integer) RETURNS record
    LANGUAGE sql STABLE
    AS $$
  select p.key_rpm_limit_max, p.key_tpm_limit_max
    from plans p
   where p.id in (select s.plan_id from subscriptions s where s.company_id = company and s.is_active
                  union all
                  select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                   where t.company_id = company and c.billing_mode = 'POSTPAID')
   order by p.key_rpm_limit_max desc nulls last, p.key_tpm_limit_max desc nulls last
   limit 1
$$;

CREATE TABLE public.credit_accounts (
    owner_id uuid NOT NULL,
    owner_kind public.credit_owner_kind NOT NULL,
    balance_micros bigint DEFAULT 0 NOT NULL,
    charged_micros bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    open_lot_id uuid,
    next_expiry_at timestamp with time zone,
    frozen_at timestamp with time zone,
    frozen_reason text,
    CONSTRAINT credit_accounts_charged_not_negative CHECK ((charged_micros >= 0))
)
WITH (fillfactor='50');

CREATE FUNCTION public.lock_account(account uuid, kind public.credit_owner_kind) RETURNS public.credit_accounts
    LANGUAGE plpgsql
    AS $$
declare
  found_row credit_accounts;
begin
  insert into credit_accounts (owner_id, owner_kind) values (account, kind) on conflict do nothing;
  select * into found_row from credit_accounts where owner_id = account for no key update;
  if found_row.next_expiry_at <= now() then
    perform expire_lots(account);
    select * into found_row from credit_accounts where owner_id = account;
  end if;
  return found_row;
end
$$;

CREATE FUNCTION public.place_budgeted_holds(call_ids uuid[], company_ids uuid[], key_ids uuid[], operations text[], aliases text[], estimates bigint[], tokens bigint[], durations_ms bigint[], are_forced boolean[], company_limits bigint[], key_limits bigint[], alias_limits bigint[], grace_ms bigint) RETURNS TABLE(call_id uuid, is_placed boolean, balance_micros bigint, held_micros bigint, reached text, spent_micros bigint)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION public.place_holds(call_ids uuid[], company_ids uuid[], key_ids uuid[], operations text[], aliases text[], estimates bigint[], tokens bigint[], durations_ms bigint[], are_forced boolean[], grace_ms bigint) RETURNS TABLE(call_id uuid, is_placed boolean, balance_micros bigint, held_micros bigint)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION public.plan_allowance(company uuid, OUT model_work_micros bigint, OUT documents_per_day integer, OUT document_bytes_per_day bigint) RETURNS record
    LANGUAGE sql STABLE
    AS $$
  select max(p.model_work_micros), max(p.documents_per_day), max(p.document_bytes_per_day)
    from plans p
   where p.id in (select s.plan_id from subscriptions s where s.company_id = company and s.is_active
                  union all
                  select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                   where t.company_id = company and c.billing_mode = 'POSTPAID')
$$;

CREATE FUNCTION public.point_to_lots(account uuid) RETURNS void
    LANGUAGE sql
    AS $$
  update credit_accounts
     set open_lot_id = (select id from credit_lots where owner_id = account and remaining_micros > 0
                         order by expires_at nulls last, kind, id limit 1),
         next_expiry_at = (select min(expires_at) from credit_lots where owner_id = account and remaining_micros > 0)
   where owner_id = account
$$;

CREATE FUNCTION public.post_transfer(transfer_id uuid, account uuid, kind public.credit_owner_kind, counter public.credit_counter_account, transfer_type public.credit_transaction_type, amount bigint, key text, lot public.credit_lot_kind DEFAULT NULL::public.credit_lot_kind, lot_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, first_lot_key text DEFAULT NULL::text, reason text DEFAULT NULL::text, reverses uuid DEFAULT NULL::uuid) RETURNS TABLE(is_new boolean, id uuid, amount_micros bigint, balance_micros bigint, version bigint)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
  before credit_accounts;
  after_micros bigint;
begin
  before := lock_account(account, kind);
  return query
    select false, t.id, t.amount_micros, before.balance_micros, before.version
      from credit_transfers t where t.business_key = key;
  if found then
    return;
  end if;
  after_micros := before.balance_micros + amount;
  insert into credit_transfers
    (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key, reason, reverses_id)
  values (transfer_id, account, counter, transfer_type, amount, after_micros, key, reason, reverses);
  if amount > 0 then
    insert into credit_lots (id, owner_id, source_key, kind, granted_micros, remaining_micros, expires_at)
    values (transfer_id, account, key, lot, amount, greatest(0, least(amount, after_micros)), lot_expires_at);
    perform point_to_lots(account);
  else
    perform burn_lots(account, -amount, (select l.id from credit_lots l where l.source_key = first_lot_key));
  end if;
  return query
    update credit_accounts a
       set balance_micros = after_micros, version = a.version + 1
     where a.owner_id = account
    returning true, transfer_id, amount, a.balance_micros, a.version;
end
$$;

CREATE FUNCTION public.read_account_snapshot(company uuid, call_ids uuid[], first_id uuid, last_id uuid, grace_ms bigint) RETURNS TABLE(balance_micros bigint, version bigint, is_frozen boolean, is_postpaid boolean, valid_for_ms double precision, closed_ids uuid[], holds json)
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
begin
  return query
  select coalesce(spendable_micros(a), 0), coalesce(a.version, 0) + version_base(), a.frozen_at is not null,
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

CREATE FUNCTION public.read_month_spent(company uuid, for_company boolean, key uuid, model text, OUT company_micros bigint, OUT key_micros bigint, OUT alias_micros bigint, OUT month_ends_in_ms double precision) RETURNS record
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION public.record_change_of_all_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into key_changes default values;
  return null;
end
$$;

CREATE FUNCTION public.record_company_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' then insert into key_changes (company_id) values (old.company_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.company_id <> old.company_id then
    insert into key_changes (company_id) values (new.company_id);
  end if;
  return null;
end
$$;

CREATE FUNCTION public.record_dispute_of_charge() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into provider_disputes (provider_dispute_id, provider_charge_id, status, amount_minor)
  values (new.dispute_id, new.provider_charge_id, new.dispute_status, new.disputed_minor)
  on conflict (provider_dispute_id) do update
    set status = excluded.status, amount_minor = excluded.amount_minor, updated_at = now()
    where provider_disputes.status = 'OPEN' or excluded.status <> 'OPEN';
  return null;
end
$$;

CREATE FUNCTION public.record_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into key_changes (key_id) values (old.id);
  return null;
end
$$;

CREATE FUNCTION public.record_own_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into key_changes (company_id) values (old.id);
  return null;
end
$$;

CREATE FUNCTION public.refuse_batch(code text) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'the batch was refused' using errcode = code;
end
$$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION public.refuse_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a key keeps its company, its hash and its revocation' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION public.refuse_price_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'what is sold at a provider price keeps its terms' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION public.report_backup(info jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  newest timestamptz;
begin
  if pg_is_in_recovery() then return null; end if;
  select to_timestamp(max((b -> 'timestamp' ->> 'stop')::bigint)) into newest
    from jsonb_array_elements(info) s, jsonb_array_elements(s -> 'backup') b
   where (s -> 'status' ->> 'code')::int = 0 and not coalesce((b ->> 'error')::boolean, false);
  if newest is null then
    raise exception 'pgbackrest reports no usable backup: %', left(info::text, 500);
  end if;
  insert into newest_backup (ended_at) values (newest)
  on conflict (id) do update set ended_at = excluded.ended_at, reported_at = now();
  return newest;
end
$$;

CREATE FUNCTION public.spendable_micros(account public.credit_accounts) RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if account.next_expiry_at <= now() then
    return account.balance_micros - coalesce(
      (select sum(l.remaining_micros)::bigint from credit_lots l
        where l.owner_id = account.owner_id and l.remaining_micros > 0 and l.expires_at <= now()), 0);
  end if;
  return account.balance_micros;
end
$$;

CREATE FUNCTION public.stray_call_days(weeks_kept integer) RETURNS SETOF date
    LANGUAGE sql STABLE
    AS $$
  select distinct s.day
    from (select (to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) at time zone 'UTC')::date as day
            from calls_default
           where id >= uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - make_interval(weeks => weeks_kept))
             and id < uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + make_interval(weeks => 53))) s
   where not exists (select from archived_call_partitions p where p.first_day <= s.day and p.end_day > s.day)
$$;

CREATE FUNCTION public.stray_call_weeks(weeks_kept integer) RETURNS SETOF date
    LANGUAGE sql STABLE
    AS $$
  select distinct date_trunc('week', to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) at time zone 'UTC')::date
    from calls_default
   where id >= uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - make_interval(weeks => weeks_kept))
     and id < uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + make_interval(weeks => 53))
$$;

CREATE FUNCTION public.stray_score_months(months_kept integer) RETURNS SETOF date
    LANGUAGE sql STABLE
    AS $$
  select distinct date_trunc('month', scored_at at time zone 'UTC')::date from match_score_log_default
   where scored_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - make_interval(months => months_kept)
     and scored_at < date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => 13)
$$;

CREATE FUNCTION public.top_up_month_minor(company uuid, money text) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select coalesce(sum(p.price_minor), 0)::bigint
    from top_ups t join credit_pack_purchases p on p.id = t.id
   where t.company_id = company and t.status <> 'FAILED' and p.currency = money
     and t.created_at >= date_trunc('month', now(), 'UTC')
$$;

CREATE FUNCTION public.uuid_at(moment timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

CREATE FUNCTION public.uuid_now(counter integer) RETURNS uuid
    LANGUAGE sql
    AS $$
  select (left(uuid_at(now())::text, 13) || '-7' || lpad(to_hex(counter & 4095), 3, '0')
          || substr(gen_random_uuid()::text, 19))::uuid
$$;

CREATE FUNCTION public.version_base() RETURNS bigint
    LANGUAGE sql PARALLEL SAFE
    AS $$
  select case when pg_is_in_recovery() then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint << 40 end
$$;

CREATE FUNCTION tasks.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO tasks.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          tasks.job_now(),
          tasks.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE tasks.%I (LIKE tasks.job INCLUDING DEFAULTS)', tablename);

      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES tasks.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i11 ON tasks.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON tasks.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i7 ON tasks.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i9 ON tasks.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i12 ON tasks.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON tasks.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON tasks.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE tasks.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON tasks.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE tasks.job_table_format($cmd$CREATE INDEX job_i10 ON tasks.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE tasks.job_table_format($cmd$ALTER TABLE tasks.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE tasks.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE tasks.job ATTACH PARTITION tasks.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;

CREATE FUNCTION tasks.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN

      SELECT table_name, partition
      FROM tasks.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS tasks.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM tasks.%I WHERE name = %L', v_table, queue_name);
      END IF;

      DELETE FROM tasks.queue WHERE name = queue_name;
    END;
    $$;

CREATE FUNCTION tasks.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;

CREATE FUNCTION tasks.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;

CREATE FUNCTION tasks.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM tasks.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE tasks.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE tasks.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM tasks.queue WHERE partition = true
      LOOP
        EXECUTE tasks.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;

CREATE FUNCTION tasks.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM tasks.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO tasks.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          tasks.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO tasks.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        tasks.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        tasks.job_table_format(command, queue.table_name)
      FROM tasks.queue
      WHERE partition = true;
    END;
    $$;

CREATE TABLE public.alert_evaluation (
    id boolean DEFAULT true NOT NULL,
    after_company_id uuid,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alert_evaluation_one_row CHECK (id)
);

CREATE TABLE public.alert_rules (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    kind text NOT NULL,
    threshold bigint NOT NULL,
    is_muted boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alert_rules_kind_known CHECK ((kind = ANY (ARRAY['BALANCE_BELOW'::text, 'DAYS_LEFT_BELOW'::text, 'DAILY_SPEND_ABOVE'::text, 'BUDGET_SHARE_REACHED'::text, 'FAILURE_SHARE_ABOVE'::text, 'KEY_EXPIRES_WITHIN'::text, 'SPEND_UNUSUAL'::text]))),
    CONSTRAINT alert_rules_threshold_not_negative CHECK ((threshold >= 0))
);

CREATE TABLE public.alerts (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    rule_id uuid,
    kind text NOT NULL,
    subject text NOT NULL,
    period text NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    details jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone
);

CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    hint text NOT NULL,
    key_hash bytea NOT NULL,
    pepper_id text NOT NULL,
    scopes text[] NOT NULL,
    model_allowlist text[],
    rpm_limit integer NOT NULL,
    tpm_limit integer NOT NULL,
    monthly_credit_cap_micros bigint,
    may_read_company_usage boolean DEFAULT false NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    rotated_from_id uuid,
    limits_follow_plan boolean DEFAULT false NOT NULL,
    CONSTRAINT api_keys_hint_length CHECK ((length(hint) = 4)),
    CONSTRAINT api_keys_key_hash_length CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT api_keys_model_allowlist_not_empty CHECK (((cardinality(model_allowlist) > 0) AND (array_position(model_allowlist, NULL::text) IS NULL))),
    CONSTRAINT api_keys_monthly_credit_cap_not_negative CHECK ((monthly_credit_cap_micros >= 0)),
    CONSTRAINT api_keys_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
    CONSTRAINT api_keys_rpm_limit_positive CHECK ((rpm_limit > 0)),
    CONSTRAINT api_keys_scopes_known CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['inference:chat'::text, 'inference:parse'::text, 'usage:read'::text, 'jobs:read'::text]))),
    CONSTRAINT api_keys_tpm_limit_positive CHECK ((tpm_limit > 0))
)
WITH (fillfactor='80');

CREATE TABLE public.archived_call_days (
    company_id uuid NOT NULL,
    day date NOT NULL,
    partition_name text NOT NULL,
    calls bigint NOT NULL,
    charged_micros bigint NOT NULL
);

CREATE TABLE public.archived_call_objects (
    partition_name text NOT NULL,
    number integer NOT NULL,
    object_key text NOT NULL,
    sha256 text NOT NULL,
    bytes bigint NOT NULL,
    after_id uuid NOT NULL,
    through_id uuid NOT NULL,
    calls bigint NOT NULL,
    charged_micros bigint NOT NULL,
    verified_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.archived_call_partitions (
    name text NOT NULL,
    first_day date NOT NULL,
    end_day date NOT NULL,
    calls bigint DEFAULT 0 NOT NULL,
    charged_micros bigint DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    table_bytes bigint NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    detached_at timestamp with time zone,
    dropped_at timestamp with time zone,
    CONSTRAINT archived_call_partitions_days CHECK ((first_day < end_day)),
    CONSTRAINT archived_call_partitions_drop_is_last CHECK (((dropped_at IS NULL) OR (detached_at IS NOT NULL)))
);

CREATE TABLE public.archived_refunded_calls (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    alias text NOT NULL,
    operation text NOT NULL,
    concerned_company_id uuid,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    company_id uuid,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    client_address inet,
    request_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT audit_log_action_shape CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
    CONSTRAINT audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'key'::text, 'service'::text, 'operator'::text])))
);

CREATE TABLE public.billing_notices (
    notice_key text NOT NULL,
    company_id uuid NOT NULL,
    kind text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone
);

CREATE TABLE public.budgets (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    scope text NOT NULL,
    key_id uuid,
    alias text,
    is_hard boolean NOT NULL,
    limit_micros bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT budgets_alias_only_of_alias CHECK (((scope = 'ALIAS'::text) = (alias IS NOT NULL))),
    CONSTRAINT budgets_hard_key_is_cap CHECK ((NOT ((scope = 'KEY'::text) AND is_hard))),
    CONSTRAINT budgets_key_only_of_key CHECK (((scope = 'KEY'::text) = (key_id IS NOT NULL))),
    CONSTRAINT budgets_limit_not_negative CHECK ((limit_micros >= 0)),
    CONSTRAINT budgets_scope_known CHECK ((scope = ANY (ARRAY['COMPANY'::text, 'KEY'::text, 'ALIAS'::text])))
);

CREATE TABLE public.calls (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    alias text NOT NULL,
    operation text NOT NULL,
    status public.call_status NOT NULL,
    reason text,
    price_version bigint,
    prompt_tokens integer NOT NULL,
    cached_tokens integer NOT NULL,
    completion_tokens integer NOT NULL,
    charged_micros bigint NOT NULL,
    held_micros bigint NOT NULL,
    balance_after_micros bigint NOT NULL,
    duration_ms integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    concerned_company_id uuid,
    CONSTRAINT calls_cached_tokens_not_negative CHECK ((cached_tokens >= 0)),
    CONSTRAINT calls_completion_tokens_not_negative CHECK ((completion_tokens >= 0)),
    CONSTRAINT calls_only_success_is_charged CHECK (((charged_micros = 0) OR ((charged_micros > 0) AND (status = 'SUCCEEDED'::public.call_status)))),
    CONSTRAINT calls_prompt_tokens_not_negative CHECK ((prompt_tokens >= 0))
)
PARTITION BY RANGE (id);

CREATE VIEW public.call_partitions AS
 SELECT (c.relname)::text AS name,
    lower(public.call_partition_days((c.relname)::text)) AS first_day,
    upper(public.call_partition_days((c.relname)::text)) AS end_day,
    (EXISTS ( SELECT
           FROM pg_inherits i
          WHERE ((i.inhrelid = c.oid) AND (i.inhparent = ('public.calls'::regclass)::oid)))) AS is_attached
   FROM pg_class c
  WHERE ((c.relkind = 'r'::"char") AND (c.relname ~ '^calls_[0-9]{4}(w[0-9]{2}|[0-9]{4})$'::text) AND pg_table_is_visible(c.oid));

CREATE TABLE public.calls_default (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    alias text NOT NULL,
    operation text NOT NULL,
    status public.call_status NOT NULL,
    reason text,
    price_version bigint,
    prompt_tokens integer NOT NULL,
    cached_tokens integer NOT NULL,
    completion_tokens integer NOT NULL,
    charged_micros bigint NOT NULL,
    held_micros bigint NOT NULL,
    balance_after_micros bigint NOT NULL,
    duration_ms integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    concerned_company_id uuid,
    CONSTRAINT calls_cached_tokens_not_negative CHECK ((cached_tokens >= 0)),
    CONSTRAINT calls_completion_tokens_not_negative CHECK ((completion_tokens >= 0)),
    CONSTRAINT calls_only_success_is_charged CHECK (((charged_micros = 0) OR ((charged_micros > 0) AND (status = 'SUCCEEDED'::public.call_status)))),
    CONSTRAINT calls_prompt_tokens_not_negative CHECK ((prompt_tokens >= 0))
);

CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    billing_mode public.billing_mode DEFAULT 'PREPAID'::public.billing_mode NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    suspended_at timestamp with time zone,
    suspension_reason text,
    CONSTRAINT companies_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
    CONSTRAINT companies_platform_is_postpaid CHECK (((id <> '00000000-0000-7000-8000-000000000001'::uuid) OR (billing_mode = 'POSTPAID'::public.billing_mode))),
    CONSTRAINT companies_platform_not_suspended CHECK (((id <> '00000000-0000-7000-8000-000000000001'::uuid) OR (suspended_at IS NULL))),
    CONSTRAINT companies_suspension_has_reason CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
    CONSTRAINT companies_suspension_reason_not_blank CHECK (((btrim(suspension_reason) <> ''::text) AND (length(suspension_reason) <= 500)))
);

CREATE TABLE public.company_allowances (
    company_id uuid NOT NULL,
    model_work_micros bigint,
    documents_per_day integer,
    document_bytes_per_day bigint,
    model_work_waits_until timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_allowances_bytes_not_negative CHECK ((document_bytes_per_day >= 0)),
    CONSTRAINT company_allowances_documents_not_negative CHECK ((documents_per_day >= 0)),
    CONSTRAINT company_allowances_model_work_not_negative CHECK ((model_work_micros >= 0))
);

CREATE TABLE public.company_notices (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_notices_key_length CHECK (((length(key) >= 1) AND (length(key) <= 150)))
);

CREATE UNLOGGED TABLE public.credit_holds (
    call_id uuid NOT NULL,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    operation text NOT NULL,
    alias text NOT NULL,
    estimate_micros bigint NOT NULL,
    reserved_tokens bigint NOT NULL,
    deadline timestamp with time zone NOT NULL,
    CONSTRAINT credit_holds_estimate_not_negative CHECK ((estimate_micros >= 0))
);

CREATE TABLE public.credit_lots (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    source_key text NOT NULL,
    kind public.credit_lot_kind NOT NULL,
    granted_micros bigint NOT NULL,
    remaining_micros bigint NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_lots_granted_positive CHECK ((granted_micros > 0)),
    CONSTRAINT credit_lots_remaining_within_granted CHECK (((remaining_micros >= 0) AND (remaining_micros <= granted_micros)))
)
WITH (fillfactor='50');

CREATE TABLE public.credit_pack_purchases (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    pack_id uuid NOT NULL,
    bought_by uuid,
    status public.credit_pack_purchase_status DEFAULT 'PENDING'::public.credit_pack_purchase_status NOT NULL,
    credits_micros bigint NOT NULL,
    price_minor bigint NOT NULL,
    currency text NOT NULL,
    provider_session_id text,
    provider_payment_intent_id text,
    paid_minor bigint,
    is_awaiting_payment boolean DEFAULT false NOT NULL,
    mismatch text,
    next_check_at timestamp with time zone DEFAULT (now() + '00:10:00'::interval) NOT NULL,
    checks integer DEFAULT 0 NOT NULL,
    completed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_pack_purchases_credits_positive CHECK ((credits_micros > 0))
);

CREATE TABLE public.credit_packs (
    id uuid NOT NULL,
    name text NOT NULL,
    credits_micros bigint NOT NULL,
    price_minor bigint NOT NULL,
    currency text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    status public.credit_pack_status DEFAULT 'ACTIVE'::public.credit_pack_status NOT NULL,
    provider_product_id text,
    provider_price_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    provider_product_name text,
    CONSTRAINT credit_packs_credits_positive CHECK ((credits_micros > 0)),
    CONSTRAINT credit_packs_currency_shape CHECK ((currency ~ '^[a-z]{3}$'::text)),
    CONSTRAINT credit_packs_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
    CONSTRAINT credit_packs_price_not_negative CHECK ((price_minor >= 0))
);

CREATE TABLE public.credit_transfers (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    counter_account public.credit_counter_account NOT NULL,
    type public.credit_transaction_type NOT NULL,
    amount_micros bigint NOT NULL,
    balance_after_micros bigint NOT NULL,
    business_key text NOT NULL,
    reason text,
    reverses_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_transfers_amount_not_zero CHECK ((amount_micros <> 0)),
    CONSTRAINT credit_transfers_usage_is_in_calls CHECK ((type <> 'USAGE'::public.credit_transaction_type))
);

CREATE TABLE public.delivered_calls (
    process_id uuid NOT NULL,
    version bigint NOT NULL,
    call_ids uuid[] NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='20', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500');
ALTER TABLE ONLY public.delivered_calls ALTER COLUMN call_ids SET STORAGE EXTERNAL;

CREATE TABLE public.document_texts (
    company_id uuid NOT NULL,
    document_id uuid NOT NULL,
    text text NOT NULL,
    pages integer,
    language text,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    search tsvector NOT NULL
);

CREATE TABLE public.documents (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    kind public.document_kind NOT NULL,
    status public.document_status DEFAULT 'UPLOADING'::public.document_status NOT NULL,
    file_name text NOT NULL,
    content_hash bytea NOT NULL,
    size_bytes integer NOT NULL,
    talent_id uuid,
    uploaded_by uuid,
    refusal text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    cancelled_task_id uuid,
    CONSTRAINT documents_file_name_length CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
    CONSTRAINT documents_hash_length CHECK ((length(content_hash) = 32)),
    CONSTRAINT documents_refusal CHECK (((status <> 'REFUSED'::public.document_status) OR (refusal IS NOT NULL))),
    CONSTRAINT documents_size CHECK ((size_bytes > 0)),
    CONSTRAINT documents_talent_of_cv CHECK (((kind = 'CV'::public.document_kind) = (talent_id IS NOT NULL)))
);

CREATE TABLE public.email_changes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    new_email text NOT NULL,
    old_token_hash bytea NOT NULL,
    new_token_hash bytea NOT NULL,
    old_confirmed_at timestamp with time zone,
    new_confirmed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT email_changes_email_shape CHECK (((new_email ~ '^[^@\s]+@[^@\s]+$'::text) AND (length(new_email) <= 254))),
    CONSTRAINT email_changes_new_token_hash_length CHECK ((octet_length(new_token_hash) = 32)),
    CONSTRAINT email_changes_old_token_hash_length CHECK ((octet_length(old_token_hash) = 32))
);

CREATE TABLE public.event_attempts (
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    company_id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    error text
);

CREATE TABLE public.event_deliveries (
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    company_id uuid NOT NULL,
    status public.event_delivery_status DEFAULT 'PENDING'::public.event_delivery_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    claim_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    CONSTRAINT event_deliveries_settled CHECK (((status = 'PENDING'::public.event_delivery_status) = (settled_at IS NULL)))
);

CREATE TABLE public.event_endpoints (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    event_types text[] DEFAULT '{}'::text[] NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    disabled_because text,
    failing_since timestamp with time zone,
    sealed_secret bytea NOT NULL,
    sealed_by text NOT NULL,
    previous_sealed_secret bytea,
    previous_sealed_by text,
    previous_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT event_endpoints_description_length CHECK ((length(description) <= 200)),
    CONSTRAINT event_endpoints_disabled_has_state CHECK (((disabled_because IS NULL) OR (NOT is_enabled))),
    CONSTRAINT event_endpoints_previous_complete CHECK ((((previous_sealed_secret IS NULL) = (previous_until IS NULL)) AND ((previous_sealed_secret IS NULL) = (previous_sealed_by IS NULL)))),
    CONSTRAINT event_endpoints_reason_known CHECK ((disabled_because = ANY (ARRAY['FAILING'::text, 'GONE'::text]))),
    CONSTRAINT event_endpoints_url_shape CHECK (((url ~ '^https?://'::text) AND (length(url) <= 2000)))
);

CREATE TABLE public.excess_grants (
    company_id uuid NOT NULL,
    currency text NOT NULL,
    excess_micros bigint NOT NULL,
    changes integer DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT excess_grants_excess_not_negative CHECK ((excess_micros >= 0))
);

CREATE UNLOGGED TABLE public.hold_table_use (
    is_only boolean DEFAULT true NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT hold_table_use_one_row CHECK (is_only)
);

CREATE TABLE public.invitations (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    email text NOT NULL,
    role public.membership_role NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    invited_by uuid,
    CONSTRAINT invitations_email_shape CHECK (((email ~ '^[^@\s]+@[^@\s]+$'::text) AND (length(email) <= 254))),
    CONSTRAINT invitations_end_has_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT invitations_end_reason_known CHECK ((end_reason = ANY (ARRAY['ACCEPTED'::text, 'REVOKED'::text, 'REPLACED'::text]))),
    CONSTRAINT invitations_token_hash_length CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.invoices (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    status public.invoice_status NOT NULL,
    provider_invoice_id text,
    purchase_id uuid,
    provider_subscription_id text,
    billing_reason text,
    number text,
    currency text NOT NULL,
    total_minor bigint NOT NULL,
    amount_paid_minor bigint DEFAULT 0 NOT NULL,
    amount_remaining_minor bigint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    paid_at timestamp with time zone,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_payment_attempt_at timestamp with time zone,
    is_action_required boolean DEFAULT false NOT NULL,
    finalization_error text,
    hosted_invoice_url text,
    invoice_pdf_url text,
    event_created_at timestamp with time zone,
    revision bigint DEFAULT 1 NOT NULL,
    next_check_at timestamp with time zone DEFAULT (now() + '01:00:00'::interval) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    plan_lines_minor bigint,
    plan_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    trial_plan_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    free_periods text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE public.job_facts (
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    facts jsonb NOT NULL,
    facts_hash bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT job_facts_hash_length CHECK ((length(facts_hash) = 32))
);

CREATE TABLE public.job_index (
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    facts_hash bytea NOT NULL,
    keys text[] NOT NULL,
    impacts integer[] NOT NULL,
    last_kept_points integer,
    matched_at timestamp with time zone,
    scorer_version integer
);

CREATE TABLE public.job_postings (
    company_id uuid NOT NULL,
    key text NOT NULL,
    impact integer NOT NULL,
    job_id uuid NOT NULL
);

CREATE TABLE public.jobs (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    external_id text,
    title text NOT NULL,
    status public.job_status DEFAULT 'DRAFT'::public.job_status NOT NULL,
    description_text text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    published_at timestamp with time zone,
    closes_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    posting jsonb,
    corrections jsonb DEFAULT '{}'::jsonb NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    cancelled_task_id uuid,
    CONSTRAINT jobs_title_not_blank CHECK (((btrim(title) <> ''::text) AND (length(title) <= 300)))
);

CREATE TABLE public.judge_queue (
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.judge_verdicts (
    key bytea NOT NULL,
    verdicts jsonb NOT NULL,
    judged_at timestamp with time zone DEFAULT now() NOT NULL,
    company_id uuid,
    talent_id uuid
);

CREATE TABLE public.key_change_cut (
    id boolean DEFAULT true NOT NULL,
    cut_xid xid8 NOT NULL,
    next_xid xid8 NOT NULL,
    next_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT key_change_cut_one_row CHECK (id)
);

CREATE TABLE public.key_changes (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    key_id uuid,
    company_id uuid
);

ALTER TABLE public.key_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.key_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.login_challenges (
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    device_generation integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.login_limits (
    subject text NOT NULL,
    full_until timestamp with time zone NOT NULL
);

CREATE TABLE public.login_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    address text,
    user_agent text,
    last_used_at timestamp with time zone,
    authenticated_at timestamp with time zone,
    CONSTRAINT login_sessions_end_has_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL)))
);

CREATE TABLE public.mail_bounces (
    id uuid NOT NULL,
    mail_id uuid NOT NULL,
    kind public.mail_bounce_kind NOT NULL,
    source public.mail_bounce_source NOT NULL,
    status_code text NOT NULL,
    diagnostic text NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mails (
    id uuid NOT NULL,
    company_id uuid,
    idempotency_key text NOT NULL,
    template text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    status public.mail_status DEFAULT 'QUEUED'::public.mail_status NOT NULL,
    deferrals integer DEFAULT 0 NOT NULL,
    handover_id uuid,
    handed_over_at timestamp with time zone,
    message_id text,
    last_answer text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    sealed_body bytea,
    sealed_by text,
    CONSTRAINT mails_key_length CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
    CONSTRAINT mails_recipient_length CHECK (((length(recipient) >= 3) AND (length(recipient) <= 320))),
    CONSTRAINT mails_sealed_by_secret CHECK (((sealed_body IS NULL) = (sealed_by IS NULL))),
    CONSTRAINT mails_settled CHECK (((status = 'QUEUED'::public.mail_status) = (settled_at IS NULL)))
);

CREATE TABLE public.match_batches (
    id uuid NOT NULL,
    number bigint NOT NULL,
    replica text NOT NULL,
    company_id uuid NOT NULL,
    subject public.match_subject NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    given_up_at timestamp with time zone,
    subjects integer NOT NULL,
    matches integer DEFAULT 0 NOT NULL,
    errors integer DEFAULT 0 NOT NULL,
    took_ms integer
);

CREATE TABLE public.match_generator (
    is_only boolean DEFAULT true NOT NULL,
    desired public.generator_state DEFAULT 'STOPPED'::public.generator_state NOT NULL,
    started_at timestamp with time zone,
    last_batch bigint DEFAULT 0 NOT NULL,
    CONSTRAINT match_generator_one_row CHECK (is_only)
);

CREATE TABLE public.match_queue (
    subject public.match_subject NOT NULL,
    company_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    batch_id uuid,
    claimed_version integer,
    failures integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.match_score_log (
    scored_at timestamp with time zone DEFAULT now() NOT NULL,
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    talent_id uuid NOT NULL,
    points integer NOT NULL,
    coverage integer NOT NULL,
    job_hash bytea NOT NULL,
    talent_hash bytea NOT NULL,
    scorer_version integer NOT NULL,
    judgement public.match_judgement NOT NULL,
    verdicts jsonb NOT NULL
)
PARTITION BY RANGE (scored_at);

CREATE TABLE public.match_score_log_default (
    scored_at timestamp with time zone DEFAULT now() NOT NULL,
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    talent_id uuid NOT NULL,
    points integer NOT NULL,
    coverage integer NOT NULL,
    job_hash bytea NOT NULL,
    talent_hash bytea NOT NULL,
    scorer_version integer NOT NULL,
    judgement public.match_judgement NOT NULL,
    verdicts jsonb NOT NULL
);

CREATE TABLE public.matches (
    company_id uuid NOT NULL,
    job_id uuid NOT NULL,
    talent_id uuid NOT NULL,
    points integer NOT NULL,
    coverage integer NOT NULL,
    job_hash bytea NOT NULL,
    talent_hash bytea NOT NULL,
    scorer_version integer NOT NULL,
    judgement public.match_judgement NOT NULL,
    verdicts jsonb DEFAULT '[]'::jsonb NOT NULL,
    computed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT matches_points_range CHECK (((points >= 0) AND (points <= 10000000)))
);

CREATE TABLE public.meeting_rooms (
    name text NOT NULL,
    company_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    spoken_from timestamp with time zone,
    CONSTRAINT meeting_rooms_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200)))
);

CREATE TABLE public.meetings (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    room text NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone NOT NULL,
    status public.meeting_status DEFAULT 'WAITING'::public.meeting_status NOT NULL,
    insights jsonb DEFAULT '[]'::jsonb NOT NULL,
    lines integer DEFAULT 0 NOT NULL,
    call_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    finished_at timestamp with time zone,
    spoken_from timestamp with time zone,
    cancelled_task_id uuid
);

CREATE TABLE public.memberships (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role public.membership_role NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.model_aliases (
    alias text NOT NULL,
    capability public.model_capability NOT NULL,
    max_output_tokens integer NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    context_tokens integer,
    CONSTRAINT model_aliases_alias_shape CHECK (((alias ~ '^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*$'::text) AND (length(alias) <= 100))),
    CONSTRAINT model_aliases_context_tokens_positive CHECK ((context_tokens > 0)),
    CONSTRAINT model_aliases_max_output_tokens CHECK (((max_output_tokens > 0) OR ((max_output_tokens = 0) AND (capability = 'embed'::public.model_capability))))
);

CREATE TABLE public.model_catalog_version (
    is_only boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT model_catalog_version_is_one_row CHECK (is_only)
);

CREATE TABLE public.model_prices (
    version bigint NOT NULL,
    alias text NOT NULL,
    input_micros_per_million bigint NOT NULL,
    cached_input_micros_per_million bigint NOT NULL,
    output_micros_per_million bigint NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT model_prices_cached_input_not_negative CHECK ((cached_input_micros_per_million >= 0)),
    CONSTRAINT model_prices_input_not_negative CHECK ((input_micros_per_million >= 0)),
    CONSTRAINT model_prices_output_not_negative CHECK ((output_micros_per_million >= 0))
);

ALTER TABLE public.model_prices ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.model_prices_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.model_routes (
    id uuid NOT NULL,
    alias text NOT NULL,
    "position" integer NOT NULL,
    base_url text NOT NULL,
    provider_model text NOT NULL,
    credential_ref text,
    weight integer DEFAULT 1 NOT NULL,
    connect_timeout_ms integer DEFAULT 2000 NOT NULL,
    first_byte_timeout_ms integer DEFAULT 120000 NOT NULL,
    idle_timeout_ms integer DEFAULT 60000 NOT NULL,
    total_timeout_ms integer DEFAULT 600000 NOT NULL,
    supports_stream_options boolean DEFAULT true NOT NULL,
    supports_json_schema boolean DEFAULT true NOT NULL,
    supports_legacy_completions boolean DEFAULT false NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    counts_total_tokens boolean DEFAULT true NOT NULL,
    answer_models text[] DEFAULT '{}'::text[] NOT NULL,
    rejected_fields text[] DEFAULT '{}'::text[] NOT NULL,
    hidden_fields text[] DEFAULT '{}'::text[] NOT NULL,
    hidden_names text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT model_routes_connect_timeout_positive CHECK ((connect_timeout_ms > 0)),
    CONSTRAINT model_routes_credential_ref_shape CHECK ((credential_ref ~ '^(env:[A-Za-z_][A-Za-z0-9_]*|file:/.+)$'::text)),
    CONSTRAINT model_routes_first_byte_timeout_positive CHECK ((first_byte_timeout_ms > 0)),
    CONSTRAINT model_routes_idle_timeout_positive CHECK ((idle_timeout_ms > 0)),
    CONSTRAINT model_routes_position_not_negative CHECK (("position" >= 0)),
    CONSTRAINT model_routes_provider_model_not_blank CHECK ((btrim(provider_model) <> ''::text)),
    CONSTRAINT model_routes_total_timeout_positive CHECK ((total_timeout_ms > 0)),
    CONSTRAINT model_routes_weight_positive CHECK ((weight > 0))
);

CREATE TABLE public.newest_backup (
    id boolean DEFAULT true NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    reported_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT newest_backup_one_row CHECK (id)
);

CREATE TABLE public.operation_counts (
    slot timestamp with time zone NOT NULL,
    kind text NOT NULL,
    outcome text NOT NULL,
    duration_step smallint NOT NULL,
    times bigint NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT operation_counts_times_positive CHECK ((times > 0))
)
WITH (fillfactor='50');

CREATE TABLE public.outgoing_events (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    type text NOT NULL,
    key text,
    data text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT outgoing_events_key_length CHECK (((length(key) >= 1) AND (length(key) <= 200))),
    CONSTRAINT outgoing_events_type_length CHECK (((length(type) >= 1) AND (length(type) <= 100)))
);

CREATE TABLE public.paid_grants (
    business_key text NOT NULL,
    company_id uuid NOT NULL,
    purchase_id uuid,
    provider_invoice_id text,
    granted_micros bigint NOT NULL,
    revoked_micros bigint DEFAULT 0 NOT NULL,
    reinstatements integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    held_micros bigint DEFAULT 0 NOT NULL,
    holds integer DEFAULT 0 NOT NULL,
    not_taken_micros bigint,
    CONSTRAINT paid_grants_granted_not_zero CHECK ((granted_micros <> 0)),
    CONSTRAINT paid_grants_have_a_payment CHECK (((purchase_id IS NOT NULL) OR (provider_invoice_id IS NOT NULL))),
    CONSTRAINT paid_grants_held_not_negative CHECK ((held_micros >= 0)),
    CONSTRAINT paid_grants_revoked_within_granted CHECK (((revoked_micros >= LEAST(granted_micros, (0)::bigint)) AND (revoked_micros <= GREATEST(granted_micros, (0)::bigint))))
);

CREATE TABLE public.parked_call_decisions (
    call_id uuid NOT NULL,
    company_id uuid NOT NULL,
    charged_micros bigint NOT NULL,
    reason text NOT NULL,
    decided_by text NOT NULL,
    decided_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT parked_call_decisions_charged_not_negative CHECK ((charged_micros >= 0)),
    CONSTRAINT parked_call_decisions_reason_not_blank CHECK ((btrim(reason) <> ''::text))
);

CREATE TABLE public.parse_results (
    company_id uuid NOT NULL,
    cache_key bytea NOT NULL,
    result bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    device_type text NOT NULL,
    is_backed_up boolean NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_counter_range CHECK ((counter >= 0)),
    CONSTRAINT passkeys_credential_length CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
    CONSTRAINT passkeys_device_type CHECK ((device_type = ANY (ARRAY['SINGLE_DEVICE'::text, 'MULTI_DEVICE'::text]))),
    CONSTRAINT passkeys_name_length CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

CREATE TABLE public.password_resets (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT password_resets_token_hash_length CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.plans (
    id uuid NOT NULL,
    name text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    billing_mode public.billing_mode DEFAULT 'PREPAID'::public.billing_mode NOT NULL,
    credits_micros bigint NOT NULL,
    trial_credits_micros bigint DEFAULT 0 NOT NULL,
    trial_days integer DEFAULT 0 NOT NULL,
    price_minor bigint NOT NULL,
    currency text NOT NULL,
    billing_interval public.plan_interval DEFAULT 'MONTH'::public.plan_interval NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    provider_product_id text,
    provider_price_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    key_rpm_limit_max integer,
    key_tpm_limit_max integer,
    model_work_micros bigint,
    documents_per_day integer,
    document_bytes_per_day bigint,
    provider_product_name text,
    CONSTRAINT plans_credits_not_negative CHECK ((credits_micros >= 0)),
    CONSTRAINT plans_currency_shape CHECK ((currency ~ '^[a-z]{3}$'::text)),
    CONSTRAINT plans_document_bytes_per_day_not_negative CHECK ((document_bytes_per_day >= 0)),
    CONSTRAINT plans_documents_per_day_not_negative CHECK ((documents_per_day >= 0)),
    CONSTRAINT plans_key_rpm_limit_max_positive CHECK ((key_rpm_limit_max > 0)),
    CONSTRAINT plans_key_tpm_limit_max_positive CHECK ((key_tpm_limit_max > 0)),
    CONSTRAINT plans_model_work_not_negative CHECK ((model_work_micros >= 0)),
    CONSTRAINT plans_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
    CONSTRAINT plans_price_not_negative CHECK ((price_minor >= 0)),
    CONSTRAINT plans_trial_credits_not_negative CHECK ((trial_credits_micros >= 0)),
    CONSTRAINT plans_trial_days_not_negative CHECK ((trial_days >= 0))
);

CREATE TABLE public.postpaid_terms (
    company_id uuid NOT NULL,
    plan_id uuid NOT NULL,
    days_until_due integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT postpaid_terms_days_range CHECK (((days_until_due >= 1) AND (days_until_due <= 365)))
);

CREATE TABLE public.provider_charges (
    provider_charge_id text NOT NULL,
    provider_payment_intent_id text,
    provider_invoice_id text,
    provider_customer_id text,
    purchase_id uuid,
    amount_minor bigint NOT NULL,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    has_failed_refund boolean DEFAULT false NOT NULL,
    dispute_status text,
    dispute_id text,
    disputed_minor bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT provider_charges_dispute_status_known CHECK ((dispute_status = ANY (ARRAY['OPEN'::text, 'WON'::text, 'LOST'::text])))
);

CREATE TABLE public.provider_customers (
    provider_customer_id text NOT NULL,
    company_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.provider_disputes (
    provider_dispute_id text NOT NULL,
    provider_charge_id text NOT NULL,
    status text NOT NULL,
    amount_minor bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT provider_disputes_status_known CHECK ((status = ANY (ARRAY['OPEN'::text, 'WON'::text, 'LOST'::text])))
);

CREATE TABLE public.provider_event_sweeps (
    is_only boolean DEFAULT true NOT NULL,
    swept_through timestamp with time zone NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT provider_event_sweeps_is_one_row CHECK (is_only)
);

CREATE TABLE public.provider_events (
    id text NOT NULL,
    type text NOT NULL,
    object_id text,
    customer_id text,
    event_created_at timestamp with time zone NOT NULL,
    api_version text,
    is_live boolean NOT NULL,
    payload jsonb NOT NULL,
    source public.provider_event_source NOT NULL,
    status public.provider_event_status DEFAULT 'RECEIVED'::public.provider_event_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT (now() + '00:00:02'::interval) NOT NULL,
    last_error text,
    waits_for text,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    processed_at timestamp with time zone
)
WITH (fillfactor='80');

CREATE TABLE public.reconciled_days (
    company_id uuid NOT NULL,
    day date NOT NULL,
    calls_micros bigint NOT NULL,
    checked_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.reconciliation_progress (
    is_only boolean DEFAULT true NOT NULL,
    calls_through timestamp with time zone NOT NULL,
    CONSTRAINT reconciliation_progress_is_one_row CHECK (is_only)
);

CREATE TABLE public.reconciliation_reports (
    id uuid NOT NULL,
    ended_at timestamp with time zone DEFAULT now() NOT NULL,
    took_ms integer NOT NULL,
    drifting jsonb NOT NULL,
    drifts jsonb NOT NULL,
    freezes jsonb NOT NULL,
    has_drift boolean NOT NULL
);

CREATE TABLE public.recovery_codes (
    user_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.refresh_tokens (
    token_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    issued_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    successor_hash bytea,
    successor_salt bytea,
    used_from bytea,
    replaced_at timestamp with time zone,
    CONSTRAINT refresh_tokens_token_hash_length CHECK ((octet_length(token_hash) = 32))
);

CREATE VIEW public.refunded_calls AS
 SELECT calls.id,
    calls.company_id,
    calls.key_id,
    calls.alias,
    calls.operation,
    calls.concerned_company_id,
    calls.created_at
   FROM public.calls
UNION ALL
 SELECT archived_refunded_calls.id,
    archived_refunded_calls.company_id,
    archived_refunded_calls.key_id,
    archived_refunded_calls.alias,
    archived_refunded_calls.operation,
    archived_refunded_calls.concerned_company_id,
    archived_refunded_calls.created_at
   FROM public.archived_refunded_calls;

CREATE TABLE public.room_events (
    id uuid NOT NULL,
    event public.room_event_kind NOT NULL,
    room text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    caller text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT room_events_room_not_blank CHECK (((btrim(room) <> ''::text) AND (length(room) <= 200)))
);

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    file text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sso_attempts (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    return_path text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sso_attempts_browser_hash_length CHECK ((octet_length(browser_hash) = 32)),
    CONSTRAINT sso_attempts_state_hash_length CHECK ((octet_length(state_hash) = 32))
);

CREATE TABLE public.sso_connections (
    company_id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret bytea NOT NULL,
    secret_id text NOT NULL,
    is_enforced boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sso_connections_client_id_length CHECK (((length(client_id) >= 1) AND (length(client_id) <= 500))),
    CONSTRAINT sso_connections_issuer_length CHECK ((length(issuer) <= 500))
);

CREATE TABLE public.sso_domains (
    company_id uuid NOT NULL,
    domain text NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT sso_domains_domain_shape CHECK ((domain ~ '^[a-z0-9.-]{3,253}$'::text))
);

CREATE TABLE public.sso_identities (
    company_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sso_identities_subject_length CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

CREATE TABLE public.stored_answer_totals (
    company_id uuid NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.stored_answers (
    key_id uuid NOT NULL,
    idempotency_key text NOT NULL,
    body_hash bytea NOT NULL,
    call_id uuid NOT NULL,
    claimed_until timestamp with time zone NOT NULL,
    content_type text,
    answer bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    company_id uuid,
    not_kept text,
    replayed_at timestamp with time zone,
    CONSTRAINT stored_answers_not_kept_reason CHECK ((not_kept = ANY (ARRAY['too_large'::text, 'quota'::text, 'busy'::text])))
);

CREATE TABLE public.subscriptions (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    plan_id uuid,
    status public.subscription_status NOT NULL,
    is_active boolean NOT NULL,
    end_date timestamp with time zone,
    provider_subscription_id text NOT NULL,
    provider_customer_id text,
    provider_price_id text,
    current_period_start timestamp with time zone,
    current_period_end timestamp with time zone,
    trial_end timestamp with time zone,
    cancel_at timestamp with time zone,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    pause_behavior text,
    event_created_at timestamp with time zone NOT NULL,
    event_rank smallint NOT NULL,
    needs_refetch boolean DEFAULT false NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    provider_created_at timestamp with time zone
);

CREATE TABLE public.talent_facts (
    company_id uuid NOT NULL,
    talent_id uuid NOT NULL,
    facts jsonb NOT NULL,
    facts_hash bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT talent_facts_hash_length CHECK ((length(facts_hash) = 32))
);

CREATE TABLE public.talent_index (
    company_id uuid NOT NULL,
    talent_id uuid NOT NULL,
    facts_hash bytea NOT NULL,
    keys text[] NOT NULL,
    impacts integer[] NOT NULL
);

CREATE TABLE public.talent_postings (
    company_id uuid NOT NULL,
    key text NOT NULL,
    impact integer NOT NULL,
    talent_id uuid NOT NULL
);

CREATE TABLE public.talents (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text,
    status public.talent_status DEFAULT 'ACTIVE'::public.talent_status NOT NULL,
    source_text text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    profile jsonb,
    corrections jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT talents_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200)))
);

CREATE TABLE public.task_steps (
    task_id uuid NOT NULL,
    step text NOT NULL,
    result jsonb NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.taxonomy_concepts (
    kind text NOT NULL,
    scheme text NOT NULL,
    id text NOT NULL,
    label text,
    isco_group text,
    CONSTRAINT taxonomy_concepts_kind CHECK ((kind = ANY (ARRAY['skill'::text, 'occupation'::text]))),
    CONSTRAINT taxonomy_concepts_scheme CHECK ((scheme = ANY (ARRAY['esco'::text, 'onet'::text])))
);

CREATE TABLE public.taxonomy_imports (
    source text NOT NULL,
    import_id bigint DEFAULT 1 NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.taxonomy_names (
    kind text NOT NULL,
    folded text NOT NULL,
    scheme text NOT NULL,
    concept_id text NOT NULL,
    source text NOT NULL,
    name text NOT NULL,
    is_preferred boolean NOT NULL,
    import_id bigint NOT NULL
);

CREATE TABLE public.term_count_sample (
    is_only boolean DEFAULT true NOT NULL,
    talents integer DEFAULT 0 NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT term_count_sample_one_row CHECK (is_only)
);

CREATE TABLE public.term_counts (
    term text NOT NULL,
    talents integer NOT NULL,
    CONSTRAINT term_counts_positive CHECK ((talents > 0))
);

CREATE TABLE public.top_up_settings (
    company_id uuid NOT NULL,
    threshold_micros bigint NOT NULL,
    pack_id uuid NOT NULL,
    monthly_max_minor bigint NOT NULL,
    stopped_at timestamp with time zone,
    stopped_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT top_up_settings_maximum_positive CHECK ((monthly_max_minor > 0)),
    CONSTRAINT top_up_settings_stop_has_reason CHECK (((stopped_at IS NULL) = (stopped_reason IS NULL))),
    CONSTRAINT top_up_settings_threshold_positive CHECK ((threshold_micros > 0))
);

CREATE TABLE public.top_ups (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    key_number integer DEFAULT 1 NOT NULL,
    failure text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT top_ups_end_has_time CHECK (((status = 'PENDING'::text) = (ended_at IS NULL))),
    CONSTRAINT top_ups_status_known CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'FAILED'::text])))
);

CREATE TABLE public.totp_factors (
    user_id uuid NOT NULL,
    sealed_secret bytea NOT NULL,
    secret_id text NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT totp_factors_step_when_confirmed CHECK (((confirmed_at IS NULL) OR (last_step IS NOT NULL)))
);

CREATE TABLE public.transcript_lines (
    id bigint NOT NULL,
    room text NOT NULL,
    spoken_at timestamp with time zone NOT NULL,
    speaker text NOT NULL,
    text text NOT NULL,
    CONSTRAINT transcript_lines_text_length CHECK ((length(text) <= 4000))
);

ALTER TABLE public.transcript_lines ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.transcript_lines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.undelivered_calls (
    process_id uuid NOT NULL,
    lane smallint NOT NULL,
    version bigint NOT NULL,
    call_ids uuid[] NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='20', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500');
ALTER TABLE ONLY public.undelivered_calls ALTER COLUMN call_ids SET STORAGE EXTERNAL;

CREATE TABLE public.upload_days (
    company_id uuid NOT NULL,
    day date NOT NULL,
    documents integer NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.usage_bills (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    plan_id uuid NOT NULL,
    period_end date NOT NULL,
    billed_micros bigint NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    days_until_due integer NOT NULL,
    provider_invoice_id text,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT usage_bills_amount_not_negative CHECK ((amount_minor >= 0)),
    CONSTRAINT usage_bills_billed_not_negative CHECK ((billed_micros >= 0))
);

CREATE TABLE public.usage_rollups (
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    alias text NOT NULL,
    day date NOT NULL,
    requests bigint NOT NULL,
    failed_requests bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    charged_micros bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text,
    is_super_admin boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    device_generation integer DEFAULT 1 NOT NULL,
    CONSTRAINT users_email_shape CHECK (((email ~ '^[^@\s]+@[^@\s]+$'::text) AND (length(email) <= 254)))
);

CREATE TABLE public.webauthn_challenges (
    challenge_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id uuid,
    session_id uuid,
    login_hash bytea,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT webauthn_challenges_binding CHECK (
CASE purpose
    WHEN 'LOG_IN'::text THEN (num_nonnulls(user_id, session_id, login_hash) = 0)
    WHEN 'CONFIRM_LOGIN'::text THEN ((user_id IS NOT NULL) AND (login_hash IS NOT NULL) AND (session_id IS NULL))
    ELSE ((user_id IS NOT NULL) AND (session_id IS NOT NULL) AND (login_hash IS NULL))
END),
    CONSTRAINT webauthn_challenges_purpose CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'REAUTHENTICATE'::text, 'CONFIRM_LOGIN'::text, 'LOG_IN'::text])))
);

CREATE TABLE tasks.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);

CREATE TABLE tasks.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state tasks.job_state DEFAULT 'created'::tasks.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);

CREATE TABLE tasks.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state tasks.job_state DEFAULT 'created'::tasks.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);

CREATE TABLE tasks.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);

CREATE TABLE tasks.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);

CREATE TABLE tasks.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);

CREATE TABLE tasks.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);

CREATE TABLE tasks.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE tasks.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);

CREATE TABLE tasks.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.calls ATTACH PARTITION public.calls_default DEFAULT;

ALTER TABLE ONLY public.match_score_log ATTACH PARTITION public.match_score_log_default DEFAULT;

ALTER TABLE ONLY tasks.job ATTACH PARTITION tasks.job_common DEFAULT;

ALTER TABLE ONLY public.alert_evaluation
    ADD CONSTRAINT alert_evaluation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_are_distinct UNIQUE (company_id, kind, threshold);

ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.archived_call_days
    ADD CONSTRAINT archived_call_days_pkey PRIMARY KEY (company_id, day, partition_name);

ALTER TABLE ONLY public.archived_call_objects
    ADD CONSTRAINT archived_call_objects_pkey PRIMARY KEY (partition_name, number);

ALTER TABLE ONLY public.archived_call_partitions
    ADD CONSTRAINT archived_call_partitions_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.archived_refunded_calls
    ADD CONSTRAINT archived_refunded_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.billing_notices
    ADD CONSTRAINT billing_notices_pkey PRIMARY KEY (notice_key);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_one_per_scope UNIQUE NULLS NOT DISTINCT (company_id, scope, key_id, alias, is_hard);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calls_default
    ADD CONSTRAINT calls_default_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.company_allowances
    ADD CONSTRAINT company_allowances_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.company_notices
    ADD CONSTRAINT company_notices_company_id_key_key UNIQUE (company_id, key);

ALTER TABLE ONLY public.company_notices
    ADD CONSTRAINT company_notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_accounts
    ADD CONSTRAINT credit_accounts_pkey PRIMARY KEY (owner_id);

ALTER TABLE ONLY public.credit_holds
    ADD CONSTRAINT credit_holds_pkey PRIMARY KEY (call_id);

ALTER TABLE ONLY public.credit_lots
    ADD CONSTRAINT credit_lots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_lots
    ADD CONSTRAINT credit_lots_source_key_key UNIQUE (source_key);

ALTER TABLE ONLY public.credit_pack_purchases
    ADD CONSTRAINT credit_pack_purchases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_pack_purchases
    ADD CONSTRAINT credit_pack_purchases_provider_session_id_key UNIQUE (provider_session_id);

ALTER TABLE ONLY public.credit_packs
    ADD CONSTRAINT credit_packs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_packs
    ADD CONSTRAINT credit_packs_provider_price_id_key UNIQUE (provider_price_id);

ALTER TABLE ONLY public.credit_transfers
    ADD CONSTRAINT credit_transfers_business_key_key UNIQUE (business_key);

ALTER TABLE ONLY public.credit_transfers
    ADD CONSTRAINT credit_transfers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.delivered_calls
    ADD CONSTRAINT delivered_calls_pkey PRIMARY KEY (process_id);

ALTER TABLE ONLY public.document_texts
    ADD CONSTRAINT document_texts_pkey PRIMARY KEY (company_id, document_id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_company_id_kind_content_hash_key UNIQUE (company_id, kind, content_hash);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_new_token_hash_key UNIQUE (new_token_hash);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_old_token_hash_key UNIQUE (old_token_hash);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_attempts
    ADD CONSTRAINT event_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_one_per_endpoint UNIQUE (event_id, endpoint_id);

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_endpoints
    ADD CONSTRAINT event_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.excess_grants
    ADD CONSTRAINT excess_grants_pkey PRIMARY KEY (company_id, currency);

ALTER TABLE ONLY public.hold_table_use
    ADD CONSTRAINT hold_table_use_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_provider_invoice_id_key UNIQUE (provider_invoice_id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_purchase_id_key UNIQUE (purchase_id);

ALTER TABLE ONLY public.job_facts
    ADD CONSTRAINT job_facts_pkey PRIMARY KEY (company_id, job_id);

ALTER TABLE ONLY public.job_index
    ADD CONSTRAINT job_index_pkey PRIMARY KEY (company_id, job_id);

ALTER TABLE ONLY public.job_postings
    ADD CONSTRAINT job_postings_pkey PRIMARY KEY (company_id, key, impact, job_id);

ALTER TABLE public.jobs
    ADD CONSTRAINT jobs_corrections_is_object CHECK ((jsonb_typeof(corrections) = 'object'::text)) NOT VALID;

ALTER TABLE public.jobs
    ADD CONSTRAINT jobs_metadata_is_object CHECK ((jsonb_typeof(metadata) = 'object'::text)) NOT VALID;

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (company_id, id);

ALTER TABLE public.jobs
    ADD CONSTRAINT jobs_posting_is_object CHECK ((jsonb_typeof(posting) = 'object'::text)) NOT VALID;

ALTER TABLE ONLY public.judge_queue
    ADD CONSTRAINT judge_queue_pkey PRIMARY KEY (company_id, job_id);

ALTER TABLE ONLY public.judge_verdicts
    ADD CONSTRAINT judge_verdicts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.key_change_cut
    ADD CONSTRAINT key_change_cut_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.key_changes
    ADD CONSTRAINT key_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.login_challenges
    ADD CONSTRAINT login_challenges_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.login_limits
    ADD CONSTRAINT login_limits_pkey PRIMARY KEY (subject);

ALTER TABLE public.login_sessions
    ADD CONSTRAINT login_sessions_end_reason_known CHECK ((end_reason = ANY (ARRAY['LOGOUT'::text, 'PASSWORD'::text, 'REUSE'::text, 'SUPER_ADMIN'::text, 'ENDED'::text]))) NOT VALID;

ALTER TABLE ONLY public.login_sessions
    ADD CONSTRAINT login_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_bounces
    ADD CONSTRAINT mail_bounces_mail_id_source_status_code_key UNIQUE (mail_id, source, status_code);

ALTER TABLE ONLY public.mail_bounces
    ADD CONSTRAINT mail_bounces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_idempotency_key_key UNIQUE (idempotency_key);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.match_batches
    ADD CONSTRAINT match_batches_number_key UNIQUE (number);

ALTER TABLE ONLY public.match_batches
    ADD CONSTRAINT match_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.match_generator
    ADD CONSTRAINT match_generator_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.match_queue
    ADD CONSTRAINT match_queue_pkey PRIMARY KEY (subject, company_id, subject_id);

ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (company_id, job_id, talent_id);

ALTER TABLE ONLY public.meeting_rooms
    ADD CONSTRAINT meeting_rooms_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_room_ended_at_key UNIQUE (room, ended_at);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.model_aliases
    ADD CONSTRAINT model_aliases_pkey PRIMARY KEY (alias);

ALTER TABLE ONLY public.model_catalog_version
    ADD CONSTRAINT model_catalog_version_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.model_prices
    ADD CONSTRAINT model_prices_alias_valid_from_key UNIQUE (alias, valid_from);

ALTER TABLE ONLY public.model_prices
    ADD CONSTRAINT model_prices_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.model_routes
    ADD CONSTRAINT model_routes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.model_routes
    ADD CONSTRAINT model_routes_target_key UNIQUE (alias, "position", base_url, provider_model);

ALTER TABLE ONLY public.newest_backup
    ADD CONSTRAINT newest_backup_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.operation_counts
    ADD CONSTRAINT operation_counts_pkey PRIMARY KEY (slot, kind, outcome, duration_step);

ALTER TABLE ONLY public.outgoing_events
    ADD CONSTRAINT outgoing_events_one_per_key UNIQUE (company_id, type, key);

ALTER TABLE ONLY public.outgoing_events
    ADD CONSTRAINT outgoing_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.paid_grants
    ADD CONSTRAINT paid_grants_pkey PRIMARY KEY (business_key);

ALTER TABLE ONLY public.parked_call_decisions
    ADD CONSTRAINT parked_call_decisions_pkey PRIMARY KEY (call_id);

ALTER TABLE ONLY public.parse_results
    ADD CONSTRAINT parse_results_pkey PRIMARY KEY (company_id, cache_key);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_provider_price_id_key UNIQUE (provider_price_id);

ALTER TABLE ONLY public.postpaid_terms
    ADD CONSTRAINT postpaid_terms_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.provider_charges
    ADD CONSTRAINT provider_charges_pkey PRIMARY KEY (provider_charge_id);

ALTER TABLE ONLY public.provider_customers
    ADD CONSTRAINT provider_customers_pkey PRIMARY KEY (provider_customer_id);

ALTER TABLE ONLY public.provider_disputes
    ADD CONSTRAINT provider_disputes_pkey PRIMARY KEY (provider_dispute_id);

ALTER TABLE ONLY public.provider_event_sweeps
    ADD CONSTRAINT provider_event_sweeps_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reconciled_days
    ADD CONSTRAINT reconciled_days_pkey PRIMARY KEY (company_id, day);

ALTER TABLE ONLY public.reconciliation_progress
    ADD CONSTRAINT reconciliation_progress_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.reconciliation_reports
    ADD CONSTRAINT reconciliation_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.room_events
    ADD CONSTRAINT room_events_event_room_occurred_at_key UNIQUE (event, room, occurred_at);

ALTER TABLE ONLY public.room_events
    ADD CONSTRAINT room_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.sso_attempts
    ADD CONSTRAINT sso_attempts_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.sso_connections
    ADD CONSTRAINT sso_connections_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.sso_domains
    ADD CONSTRAINT sso_domains_pkey PRIMARY KEY (company_id, domain);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_one_subject UNIQUE (company_id, issuer, user_id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_pkey PRIMARY KEY (company_id, issuer, subject);

ALTER TABLE ONLY public.stored_answer_totals
    ADD CONSTRAINT stored_answer_totals_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.stored_answers
    ADD CONSTRAINT stored_answers_pkey PRIMARY KEY (key_id, idempotency_key);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_provider_subscription_id_key UNIQUE (provider_subscription_id);

ALTER TABLE ONLY public.talent_facts
    ADD CONSTRAINT talent_facts_pkey PRIMARY KEY (company_id, talent_id);

ALTER TABLE ONLY public.talent_index
    ADD CONSTRAINT talent_index_pkey PRIMARY KEY (company_id, talent_id);

ALTER TABLE ONLY public.talent_postings
    ADD CONSTRAINT talent_postings_pkey PRIMARY KEY (company_id, key, impact, talent_id);

ALTER TABLE public.talents
    ADD CONSTRAINT talents_corrections_bounded CHECK (((jsonb_typeof(corrections) = 'object'::text) AND (length((corrections)::text) <= 100000))) NOT VALID;

ALTER TABLE ONLY public.talents
    ADD CONSTRAINT talents_pkey PRIMARY KEY (company_id, id);

ALTER TABLE public.talents
    ADD CONSTRAINT talents_profile_is_object CHECK ((jsonb_typeof(profile) = 'object'::text)) NOT VALID;

ALTER TABLE ONLY public.task_steps
    ADD CONSTRAINT task_steps_pkey PRIMARY KEY (task_id, step);

ALTER TABLE ONLY public.taxonomy_concepts
    ADD CONSTRAINT taxonomy_concepts_pkey PRIMARY KEY (kind, scheme, id);

ALTER TABLE ONLY public.taxonomy_imports
    ADD CONSTRAINT taxonomy_imports_pkey PRIMARY KEY (source);

ALTER TABLE ONLY public.taxonomy_names
    ADD CONSTRAINT taxonomy_names_pkey PRIMARY KEY (kind, folded, scheme, concept_id, source);

ALTER TABLE ONLY public.term_count_sample
    ADD CONSTRAINT term_count_sample_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.term_counts
    ADD CONSTRAINT term_counts_pkey PRIMARY KEY (term);

ALTER TABLE ONLY public.top_up_settings
    ADD CONSTRAINT top_up_settings_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.top_ups
    ADD CONSTRAINT top_ups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.totp_factors
    ADD CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.transcript_lines
    ADD CONSTRAINT transcript_lines_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.undelivered_calls
    ADD CONSTRAINT undelivered_calls_pkey PRIMARY KEY (process_id, lane);

ALTER TABLE ONLY public.upload_days
    ADD CONSTRAINT upload_days_pkey PRIMARY KEY (company_id, day);

ALTER TABLE ONLY public.usage_bills
    ADD CONSTRAINT usage_bills_company_id_period_end_key UNIQUE (company_id, period_end);

ALTER TABLE ONLY public.usage_bills
    ADD CONSTRAINT usage_bills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.usage_bills
    ADD CONSTRAINT usage_bills_provider_invoice_id_key UNIQUE (provider_invoice_id);

ALTER TABLE ONLY public.usage_rollups
    ADD CONSTRAINT usage_rollups_pkey PRIMARY KEY (company_id, key_id, alias, day);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY tasks.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY tasks.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);

ALTER TABLE ONLY tasks.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);

ALTER TABLE ONLY tasks.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);

ALTER TABLE ONLY tasks.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);

ALTER TABLE ONLY tasks.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);

ALTER TABLE ONLY tasks.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY tasks.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);

CREATE INDEX alerts_of_company_idx ON public.alerts USING btree (company_id, id);

CREATE UNIQUE INDEX alerts_open_crossing_key ON public.alerts USING btree (rule_id, subject) WHERE (ended_at IS NULL);

CREATE INDEX alerts_open_of_company_idx ON public.alerts USING btree (company_id) WHERE (ended_at IS NULL);

CREATE INDEX api_keys_company_id_idx ON public.api_keys USING btree (company_id, id);

CREATE INDEX archived_call_days_partition_idx ON public.archived_call_days USING btree (partition_name);

CREATE INDEX archived_call_objects_id_idx ON public.archived_call_objects USING btree (through_id);

CREATE INDEX audit_log_company_id_idx ON public.audit_log USING btree (company_id, id DESC);

CREATE INDEX billing_notices_unsent_idx ON public.billing_notices USING btree (created_at) WHERE (sent_at IS NULL);

CREATE INDEX calls_company_id_idx ON ONLY public.calls USING btree (company_id, id);

CREATE INDEX calls_concerned_idx ON ONLY public.calls USING btree (concerned_company_id, id) INCLUDE (company_id, charged_micros) WHERE (concerned_company_id IS NOT NULL);

CREATE INDEX calls_default_company_id_id_idx ON public.calls_default USING btree (company_id, id);

CREATE INDEX calls_default_concerned_company_id_id_company_id_charged_mi_idx ON public.calls_default USING btree (concerned_company_id, id) INCLUDE (company_id, charged_micros) WHERE (concerned_company_id IS NOT NULL);

CREATE INDEX calls_parked_idx ON ONLY public.calls USING btree (id) WHERE (status = 'PARKED'::public.call_status);

CREATE INDEX calls_default_id_idx ON public.calls_default USING btree (id) WHERE (status = 'PARKED'::public.call_status);

CREATE INDEX companies_by_name_idx ON public.companies USING btree (lower(name) text_pattern_ops);

CREATE INDEX company_notices_of_company_idx ON public.company_notices USING btree (company_id, id);

CREATE INDEX credit_holds_company_id_idx ON public.credit_holds USING btree (company_id);

CREATE INDEX credit_holds_deadline_idx ON public.credit_holds USING btree (deadline);

CREATE INDEX credit_lots_owner_id_idx ON public.credit_lots USING btree (owner_id, id);

CREATE INDEX credit_pack_purchases_company_id_idx ON public.credit_pack_purchases USING btree (company_id, id DESC);

CREATE INDEX credit_pack_purchases_payment_intent_idx ON public.credit_pack_purchases USING btree (provider_payment_intent_id);

CREATE INDEX credit_pack_purchases_unfinished_idx ON public.credit_pack_purchases USING btree (next_check_at) WHERE (status = 'PENDING'::public.credit_pack_purchase_status);

CREATE UNIQUE INDEX credit_packs_active_terms_key ON public.credit_packs USING btree (name, credits_micros, price_minor, currency) WHERE (status = 'ACTIVE'::public.credit_pack_status);

CREATE INDEX credit_transfers_given_back_idx ON public.credit_transfers USING btree (owner_id, created_at) WHERE (business_key ~~ 'giveback:%'::text);

CREATE INDEX credit_transfers_owner_id_idx ON public.credit_transfers USING btree (owner_id, id DESC);

CREATE INDEX document_texts_search ON public.document_texts USING gin (search);

CREATE INDEX documents_by_file_name_idx ON public.documents USING btree (company_id, lower(file_name) text_pattern_ops);

CREATE INDEX documents_by_status_idx ON public.documents USING btree (company_id, status, id);

CREATE INDEX documents_by_time ON public.documents USING btree (company_id, created_at DESC, id DESC);

CREATE INDEX documents_of_talent ON public.documents USING btree (company_id, talent_id) WHERE (talent_id IS NOT NULL);

CREATE INDEX documents_unfinished ON public.documents USING btree (updated_at) WHERE (status = 'UPLOADING'::public.document_status);

CREATE UNIQUE INDEX email_changes_one_open_idx ON public.email_changes USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX event_attempts_of_delivery ON public.event_attempts USING btree (delivery_id, id);

CREATE INDEX event_deliveries_due ON public.event_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (status = 'PENDING'::public.event_delivery_status);

CREATE INDEX event_deliveries_of_company ON public.event_deliveries USING btree (company_id, id);

CREATE INDEX event_deliveries_of_endpoint ON public.event_deliveries USING btree (endpoint_id, id);

CREATE INDEX event_endpoints_of_company ON public.event_endpoints USING btree (company_id, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX invitations_one_open_idx ON public.invitations USING btree (company_id, lower(email)) WHERE (ended_at IS NULL);

CREATE INDEX invoices_company_id_idx ON public.invoices USING btree (company_id, id DESC);

CREATE INDEX invoices_open_idx ON public.invoices USING btree (company_id, due_at) WHERE (status = 'OPEN'::public.invoice_status);

CREATE INDEX invoices_recheck_idx ON public.invoices USING btree (next_check_at) WHERE (status = 'OPEN'::public.invoice_status);

CREATE INDEX job_facts_outdated_idx ON public.job_facts USING btree (company_id, job_id) WHERE ((facts ->> 'schema'::text) IS DISTINCT FROM 'job_facts/2'::text);

CREATE INDEX job_index_by_scorer_version_idx ON public.job_index USING btree (scorer_version);

CREATE INDEX jobs_active_idx ON public.jobs USING btree (company_id, updated_at, id) WHERE (status = 'ACTIVE'::public.job_status);

CREATE INDEX jobs_by_closing_idx ON public.jobs USING btree (closes_at) WHERE (status = 'ACTIVE'::public.job_status);

CREATE INDEX jobs_by_title_idx ON public.jobs USING btree (company_id, lower(title) text_pattern_ops);

CREATE UNIQUE INDEX jobs_external_id_idx ON public.jobs USING btree (company_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX jobs_text_idx ON public.jobs USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || description_text))) WHERE (status = 'ACTIVE'::public.job_status);

CREATE INDEX jobs_words_idx ON public.jobs USING gin (to_tsvector('simple'::regconfig, regexp_replace(((title || ' '::text) || description_text), '[][!"#$%&''()*+,./:\x3b<=>?@\\^_`{|}~-]+'::text, ' '::text, 'g'::text))) WHERE (status = 'ACTIVE'::public.job_status);

CREATE INDEX judge_queue_due_at_idx ON public.judge_queue USING btree (due_at);

CREATE INDEX judge_verdicts_by_age_idx ON public.judge_verdicts USING btree (judged_at);

CREATE INDEX judge_verdicts_by_talent_idx ON public.judge_verdicts USING btree (company_id, talent_id);

CREATE INDEX key_changes_xid ON public.key_changes USING btree (xid);

CREATE INDEX login_challenges_by_expiry ON public.login_challenges USING btree (expires_at);

CREATE INDEX login_challenges_by_user ON public.login_challenges USING btree (user_id);

CREATE INDEX login_limits_full_until_idx ON public.login_limits USING btree (full_until);

CREATE INDEX login_sessions_expires_at_idx ON public.login_sessions USING btree (expires_at);

CREATE INDEX login_sessions_user_id_idx ON public.login_sessions USING btree (user_id);

CREATE INDEX mails_of_company ON public.mails USING btree (company_id, created_at);

CREATE INDEX match_batches_company_idx ON public.match_batches USING btree (company_id, claimed_at);

CREATE INDEX match_batches_finished_at_idx ON public.match_batches USING btree (finished_at);

CREATE INDEX match_batches_given_up_idx ON public.match_batches USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);

CREATE INDEX match_batches_in_hand_idx ON public.match_batches USING btree (leased_until) WHERE ((finished_at IS NULL) AND (given_up_at IS NULL));

CREATE INDEX match_queue_batch_idx ON public.match_queue USING btree (batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX match_queue_waiting_idx ON public.match_queue USING btree (company_id, enqueued_at) WHERE ((batch_id IS NULL) AND (failures < 5));

CREATE INDEX match_score_log_talent_idx ON ONLY public.match_score_log USING btree (company_id, talent_id, job_id, scored_at);

CREATE INDEX match_score_log_default_company_id_talent_id_job_id_scored__idx ON public.match_score_log_default USING btree (company_id, talent_id, job_id, scored_at);

CREATE INDEX matches_by_points_idx ON public.matches USING btree (company_id, job_id, points DESC, talent_id);

CREATE INDEX matches_by_talent_idx ON public.matches USING btree (company_id, talent_id);

CREATE INDEX meetings_company_id_idx ON public.meetings USING btree (company_id, ended_at DESC);

CREATE INDEX memberships_user_id_idx ON public.memberships USING btree (user_id);

CREATE INDEX paid_grants_company_id_idx ON public.paid_grants USING btree (company_id);

CREATE INDEX paid_grants_provider_invoice_id_idx ON public.paid_grants USING btree (provider_invoice_id);

CREATE INDEX paid_grants_purchase_id_idx ON public.paid_grants USING btree (purchase_id);

CREATE INDEX parse_results_created_at_idx ON public.parse_results USING btree (created_at);

CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);

CREATE INDEX password_resets_user_id_idx ON public.password_resets USING btree (user_id);

CREATE INDEX provider_charges_payment_intent_idx ON public.provider_charges USING btree (provider_payment_intent_id);

CREATE INDEX provider_charges_provider_invoice_id_idx ON public.provider_charges USING btree (provider_invoice_id);

CREATE INDEX provider_charges_purchase_id_idx ON public.provider_charges USING btree (purchase_id);

CREATE INDEX provider_customers_company_id_idx ON public.provider_customers USING btree (company_id);

CREATE INDEX provider_disputes_charge_idx ON public.provider_disputes USING btree (provider_charge_id);

CREATE INDEX provider_events_created_idx ON public.provider_events USING btree (event_created_at DESC, id);

CREATE INDEX provider_events_due_idx ON public.provider_events USING btree (next_attempt_at) WHERE (status = ANY (ARRAY['RECEIVED'::public.provider_event_status, 'PARKED'::public.provider_event_status]));

CREATE INDEX provider_events_quarantined_idx ON public.provider_events USING btree (received_at) WHERE (status = 'QUARANTINED'::public.provider_event_status);

CREATE INDEX provider_events_waits_for_idx ON public.provider_events USING btree (waits_for) WHERE (status = 'PARKED'::public.provider_event_status);

CREATE INDEX reconciliation_reports_ended_at_idx ON public.reconciliation_reports USING btree (ended_at);

CREATE INDEX refresh_tokens_session_id_idx ON public.refresh_tokens USING btree (session_id);

CREATE INDEX room_events_room_idx ON public.room_events USING btree (room, occurred_at);

CREATE INDEX sso_attempts_expires_at_idx ON public.sso_attempts USING btree (expires_at);

CREATE UNIQUE INDEX sso_domains_confirmed_key ON public.sso_domains USING btree (domain) WHERE (confirmed_at IS NOT NULL);

CREATE INDEX sso_identities_user_id_idx ON public.sso_identities USING btree (user_id);

CREATE UNIQUE INDEX stored_answers_call_id_idx ON public.stored_answers USING btree (call_id);

CREATE INDEX stored_answers_created_at_idx ON public.stored_answers USING btree (created_at);

CREATE INDEX subscriptions_active_idx ON public.subscriptions USING btree (company_id) WHERE is_active;

CREATE INDEX subscriptions_company_id_idx ON public.subscriptions USING btree (company_id, id DESC);

CREATE INDEX subscriptions_refetch_idx ON public.subscriptions USING btree (id) WHERE needs_refetch;

CREATE INDEX talent_facts_outdated_idx ON public.talent_facts USING btree (company_id, talent_id) WHERE ((facts ->> 'schema'::text) IS DISTINCT FROM 'talent_facts/2'::text);

CREATE INDEX talents_by_name_idx ON public.talents USING btree (company_id, lower(name) text_pattern_ops);

CREATE INDEX talents_by_status_idx ON public.talents USING btree (company_id, status, id);

CREATE INDEX task_steps_stored_at ON public.task_steps USING btree (stored_at);

CREATE INDEX taxonomy_names_concept_idx ON public.taxonomy_names USING btree (kind, scheme, concept_id);

CREATE INDEX taxonomy_names_source_idx ON public.taxonomy_names USING btree (source, import_id);

CREATE INDEX top_ups_due_idx ON public.top_ups USING btree (next_attempt_at) WHERE (status = 'PENDING'::text);

CREATE INDEX top_ups_of_company_idx ON public.top_ups USING btree (company_id, created_at);

CREATE UNIQUE INDEX top_ups_one_pending_key ON public.top_ups USING btree (company_id) WHERE (status = 'PENDING'::text);

CREATE UNIQUE INDEX transcript_lines_once_idx ON public.transcript_lines USING btree (room, spoken_at, speaker, md5(text));

CREATE INDEX usage_bills_unsent_idx ON public.usage_bills USING btree (next_attempt_at) WHERE ((provider_invoice_id IS NULL) AND (amount_minor > 0));

CREATE INDEX usage_rollups_by_day_idx ON public.usage_rollups USING btree (company_id, day);

CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE INDEX webauthn_challenges_by_expiry ON public.webauthn_challenges USING btree (expires_at);

CREATE INDEX webauthn_challenges_by_login ON public.webauthn_challenges USING btree (login_hash);

CREATE INDEX webauthn_challenges_by_session ON public.webauthn_challenges USING btree (session_id);

CREATE INDEX webauthn_challenges_by_user ON public.webauthn_challenges USING btree (user_id);

CREATE UNIQUE INDEX job_common_i1 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::tasks.job_state) AND (policy = 'short'::text));

CREATE INDEX job_common_i10 ON tasks.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::tasks.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i11 ON tasks.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::tasks.job_state) AND (NOT blocked));

CREATE INDEX job_common_i12 ON tasks.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);

CREATE UNIQUE INDEX job_common_i2 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::tasks.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX job_common_i3 ON tasks.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::tasks.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX job_common_i4 ON tasks.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::tasks.job_state) AND (singleton_on IS NOT NULL));

CREATE UNIQUE INDEX job_common_i6 ON tasks.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::tasks.job_state) AND (policy = 'exclusive'::text));

CREATE INDEX job_common_i7 ON tasks.job_common USING btree (name, group_id) WHERE ((state = 'active'::tasks.job_state) AND (group_id IS NOT NULL));

CREATE UNIQUE INDEX job_common_i8 ON tasks.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::tasks.job_state, 'retry'::tasks.job_state, 'failed'::tasks.job_state])) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i9 ON tasks.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::tasks.job_state));

CREATE INDEX job_dep_parent_idx ON tasks.job_dependency USING btree (parent_name, parent_id);

CREATE INDEX queue_stats_i1 ON ONLY tasks.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE INDEX task_turns ON tasks.job_common USING btree (name, group_id, priority, start_after) WHERE (state < 'active'::tasks.job_state);

CREATE INDEX warning_i1 ON tasks.warning USING btree (created_on DESC);

ALTER INDEX public.calls_company_id_idx ATTACH PARTITION public.calls_default_company_id_id_idx;

ALTER INDEX public.calls_concerned_idx ATTACH PARTITION public.calls_default_concerned_company_id_id_company_id_charged_mi_idx;

ALTER INDEX public.calls_parked_idx ATTACH PARTITION public.calls_default_id_idx;

ALTER INDEX public.calls_pkey ATTACH PARTITION public.calls_default_pkey;

ALTER INDEX public.match_score_log_talent_idx ATTACH PARTITION public.match_score_log_default_company_id_talent_id_job_id_scored__idx;

ALTER INDEX tasks.job_pkey ATTACH PARTITION tasks.job_common_pkey;

CREATE TRIGGER api_keys_keep_what_they_are BEFORE UPDATE ON public.api_keys FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.company_id IS DISTINCT FROM new.company_id)) OR (old.key_hash IS DISTINCT FROM new.key_hash)) OR ((old.revoked_at IS NOT NULL) AND (new.revoked_at IS DISTINCT FROM old.revoked_at)))) EXECUTE FUNCTION public.refuse_key_change();

CREATE TRIGGER api_keys_record_change AFTER DELETE OR UPDATE OF name, hint, key_hash, pepper_id, scopes, model_allowlist, rpm_limit, tpm_limit, monthly_credit_cap_micros, may_read_company_usage, created_by, created_at, expires_at, revoked_at, rotated_from_id, limits_follow_plan, company_id, id ON public.api_keys FOR EACH ROW EXECUTE FUNCTION public.record_key_change();

CREATE TRIGGER api_keys_record_truncate AFTER TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.record_change_of_all_keys();

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER audit_log_is_not_truncated BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER budgets_record_key_change AFTER INSERT OR DELETE OR UPDATE OF company_id, alias, is_hard, limit_micros ON public.budgets FOR EACH ROW EXECUTE FUNCTION public.record_company_key_change();

CREATE TRIGGER budgets_record_truncate AFTER TRUNCATE ON public.budgets FOR EACH STATEMENT EXECUTE FUNCTION public.record_change_of_all_keys();

CREATE TRIGGER calls_are_append_only BEFORE DELETE OR UPDATE ON public.calls FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER companies_record_key_change AFTER UPDATE OF suspended_at, billing_mode ON public.companies FOR EACH ROW WHEN (((old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.billing_mode <> new.billing_mode))) EXECUTE FUNCTION public.record_own_key_change();

CREATE TRIGGER credit_packs_keep_their_terms BEFORE UPDATE ON public.credit_packs FOR EACH ROW WHEN (((old.provider_price_id IS NOT NULL) AND (((old.credits_micros IS DISTINCT FROM new.credits_micros) OR (old.price_minor IS DISTINCT FROM new.price_minor)) OR (old.currency IS DISTINCT FROM new.currency)))) EXECUTE FUNCTION public.refuse_price_change();

CREATE TRIGGER credit_transfers_are_append_only BEFORE DELETE OR UPDATE ON public.credit_transfers FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER credit_transfers_are_not_truncated BEFORE TRUNCATE ON public.credit_transfers FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER job_facts_deleted AFTER DELETE ON public.job_facts REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION public.forget_jobs();

CREATE TRIGGER job_facts_inserted AFTER INSERT ON public.job_facts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_new_jobs();

CREATE TRIGGER job_facts_updated AFTER UPDATE ON public.job_facts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_changed_jobs();

CREATE TRIGGER jobs_status_updated AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_jobs_by_status();

CREATE TRIGGER match_score_log_is_not_changed BEFORE UPDATE ON public.match_score_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER model_aliases_change_catalog AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.model_aliases FOR EACH STATEMENT EXECUTE FUNCTION public.count_model_catalog_change();

CREATE TRIGGER model_prices_are_append_only BEFORE DELETE OR UPDATE ON public.model_prices FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER model_prices_are_not_truncated BEFORE TRUNCATE ON public.model_prices FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER model_prices_change_catalog AFTER INSERT ON public.model_prices FOR EACH STATEMENT EXECUTE FUNCTION public.count_model_catalog_change();

CREATE TRIGGER model_routes_change_catalog AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.model_routes FOR EACH STATEMENT EXECUTE FUNCTION public.count_model_catalog_change();

CREATE TRIGGER parked_call_decisions_are_append_only BEFORE DELETE OR UPDATE ON public.parked_call_decisions FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER plans_keep_their_terms BEFORE UPDATE ON public.plans FOR EACH ROW WHEN (((old.provider_price_id IS NOT NULL) AND ((((((old.credits_micros IS DISTINCT FROM new.credits_micros) OR (old.trial_credits_micros IS DISTINCT FROM new.trial_credits_micros)) OR (old.price_minor IS DISTINCT FROM new.price_minor)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.billing_interval IS DISTINCT FROM new.billing_interval)) OR (old.billing_mode IS DISTINCT FROM new.billing_mode)))) EXECUTE FUNCTION public.refuse_price_change();

CREATE TRIGGER plans_record_key_change AFTER UPDATE OF id, key_rpm_limit_max, key_tpm_limit_max ON public.plans FOR EACH ROW WHEN (((old.id <> new.id) OR (old.key_rpm_limit_max IS DISTINCT FROM new.key_rpm_limit_max) OR (old.key_tpm_limit_max IS DISTINCT FROM new.key_tpm_limit_max))) EXECUTE FUNCTION public.record_change_of_all_keys();

CREATE TRIGGER postpaid_terms_record_key_change AFTER INSERT OR DELETE OR UPDATE OF company_id, plan_id ON public.postpaid_terms FOR EACH ROW EXECUTE FUNCTION public.record_company_key_change();

CREATE TRIGGER postpaid_terms_record_truncate AFTER TRUNCATE ON public.postpaid_terms FOR EACH STATEMENT EXECUTE FUNCTION public.record_change_of_all_keys();

CREATE TRIGGER provider_charges_record_dispute AFTER INSERT OR UPDATE OF dispute_id, dispute_status, disputed_minor ON public.provider_charges FOR EACH ROW WHEN (((new.dispute_id IS NOT NULL) AND (new.dispute_status IS NOT NULL))) EXECUTE FUNCTION public.record_dispute_of_charge();

CREATE TRIGGER subscriptions_record_key_change AFTER INSERT OR DELETE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION public.record_company_key_change();

CREATE TRIGGER subscriptions_record_key_update AFTER UPDATE OF company_id, plan_id, is_active ON public.subscriptions FOR EACH ROW WHEN (((old.company_id <> new.company_id) OR (old.plan_id IS DISTINCT FROM new.plan_id) OR (old.is_active <> new.is_active))) EXECUTE FUNCTION public.record_company_key_change();

CREATE TRIGGER subscriptions_record_truncate AFTER TRUNCATE ON public.subscriptions FOR EACH STATEMENT EXECUTE FUNCTION public.record_change_of_all_keys();

CREATE TRIGGER talent_facts_deleted AFTER DELETE ON public.talent_facts REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION public.forget_talents();

CREATE TRIGGER talent_facts_inserted AFTER INSERT ON public.talent_facts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_new_talents();

CREATE TRIGGER talent_facts_updated AFTER UPDATE ON public.talent_facts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_changed_talents();

CREATE TRIGGER talents_status_updated AFTER UPDATE ON public.talents REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_talents_by_status();

CREATE TRIGGER transcript_lines_are_append_only BEFORE UPDATE ON public.transcript_lines FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.alert_rules(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_rotated_from_id_fkey FOREIGN KEY (rotated_from_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.archived_call_days
    ADD CONSTRAINT archived_call_days_partition_name_fkey FOREIGN KEY (partition_name) REFERENCES public.archived_call_partitions(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.archived_call_objects
    ADD CONSTRAINT archived_call_objects_partition_name_fkey FOREIGN KEY (partition_name) REFERENCES public.archived_call_partitions(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.billing_notices
    ADD CONSTRAINT billing_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_alias_fkey FOREIGN KEY (alias) REFERENCES public.model_aliases(alias);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.company_allowances
    ADD CONSTRAINT company_allowances_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_notices
    ADD CONSTRAINT company_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.credit_lots
    ADD CONSTRAINT credit_lots_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.credit_accounts(owner_id);

ALTER TABLE ONLY public.credit_pack_purchases
    ADD CONSTRAINT credit_pack_purchases_bought_by_fkey FOREIGN KEY (bought_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.credit_pack_purchases
    ADD CONSTRAINT credit_pack_purchases_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.credit_transfers
    ADD CONSTRAINT credit_transfers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.credit_accounts(owner_id);

ALTER TABLE ONLY public.credit_transfers
    ADD CONSTRAINT credit_transfers_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.credit_transfers(id);

ALTER TABLE ONLY public.document_texts
    ADD CONSTRAINT document_texts_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES public.documents(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_attempts
    ADD CONSTRAINT event_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.event_attempts
    ADD CONSTRAINT event_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.event_deliveries(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.event_endpoints(id);

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.outgoing_events(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_endpoints
    ADD CONSTRAINT event_endpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.excess_grants
    ADD CONSTRAINT excess_grants_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES public.credit_pack_purchases(id);

ALTER TABLE ONLY public.job_facts
    ADD CONSTRAINT job_facts_company_id_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES public.jobs(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.login_challenges
    ADD CONSTRAINT login_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.login_sessions
    ADD CONSTRAINT login_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.mail_bounces
    ADD CONSTRAINT mail_bounces_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES public.mails(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.meeting_rooms
    ADD CONSTRAINT meeting_rooms_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.meeting_rooms
    ADD CONSTRAINT meeting_rooms_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.model_routes
    ADD CONSTRAINT model_routes_alias_fkey FOREIGN KEY (alias) REFERENCES public.model_aliases(alias);

ALTER TABLE ONLY public.outgoing_events
    ADD CONSTRAINT outgoing_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.paid_grants
    ADD CONSTRAINT paid_grants_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.paid_grants
    ADD CONSTRAINT paid_grants_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES public.credit_pack_purchases(id);

ALTER TABLE ONLY public.parse_results
    ADD CONSTRAINT parse_results_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.postpaid_terms
    ADD CONSTRAINT postpaid_terms_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.postpaid_terms
    ADD CONSTRAINT postpaid_terms_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id);

ALTER TABLE ONLY public.provider_customers
    ADD CONSTRAINT provider_customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.login_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_attempts
    ADD CONSTRAINT sso_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sso_connections
    ADD CONSTRAINT sso_connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sso_domains
    ADD CONSTRAINT sso_domains_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id);

ALTER TABLE ONLY public.talent_facts
    ADD CONSTRAINT talent_facts_company_id_talent_id_fkey FOREIGN KEY (company_id, talent_id) REFERENCES public.talents(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.talents
    ADD CONSTRAINT talents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.taxonomy_names
    ADD CONSTRAINT taxonomy_names_source_fkey FOREIGN KEY (source) REFERENCES public.taxonomy_imports(source);

ALTER TABLE ONLY public.top_up_settings
    ADD CONSTRAINT top_up_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.top_up_settings
    ADD CONSTRAINT top_up_settings_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES public.credit_packs(id);

ALTER TABLE ONLY public.top_ups
    ADD CONSTRAINT top_ups_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.top_ups
    ADD CONSTRAINT top_ups_id_fkey FOREIGN KEY (id) REFERENCES public.credit_pack_purchases(id);

ALTER TABLE ONLY public.totp_factors
    ADD CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.upload_days
    ADD CONSTRAINT upload_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.usage_bills
    ADD CONSTRAINT usage_bills_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.usage_bills
    ADD CONSTRAINT usage_bills_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id);

ALTER TABLE ONLY public.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_login_hash_fkey FOREIGN KEY (login_hash) REFERENCES public.login_challenges(token_hash) ON DELETE CASCADE;

ALTER TABLE ONLY public.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.login_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY tasks.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY tasks.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES tasks.queue(name);

ALTER TABLE ONLY tasks.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY tasks.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES tasks.queue(name) ON DELETE CASCADE;
