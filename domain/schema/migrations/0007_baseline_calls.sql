-- One row per call, written once, when it has ended. A UUIDv7 begins with its time, so ranges of ids are ranges of time
-- and the primary key is unique across all partitions.
create type call_status as enum ('SUCCEEDED', 'FAILED', 'PARKED');

create table calls (
  id uuid not null,
  company_id uuid not null,
  key_id uuid not null,
  alias text not null,
  operation text not null,
  status call_status not null,
  -- Why the call failed or was parked.
  reason text,
  price_version bigint,
  prompt_tokens integer not null constraint calls_prompt_tokens_not_negative check (prompt_tokens >= 0),
  cached_tokens integer not null constraint calls_cached_tokens_not_negative check (cached_tokens >= 0),
  completion_tokens integer not null constraint calls_completion_tokens_not_negative check (completion_tokens >= 0),
  charged_micros bigint not null
    constraint calls_only_success_is_charged check (charged_micros = 0 or (charged_micros > 0 and status = 'SUCCEEDED')),
  held_micros bigint not null,
  balance_after_micros bigint not null,
  duration_ms integer not null,
  created_at timestamptz not null default now(),
  -- The company for which the platform made the call, so that a plan can pass on the cost. Null for all calls that are
  -- not the platform's.
  concerned_company_id uuid,
  primary key (id)
) partition by range (id);

create index calls_company_id_idx on calls (company_id, id);

-- Before each call that the platform makes for a company, its earlier calls for that company are added up. Companies'
-- own calls are not in this index, so it adds nothing to the cost of settling them.
create index calls_concerned_idx on calls (concerned_company_id, id) include (company_id, charged_micros)
  where concerned_company_id is not null;

-- Few calls are ever parked, so they are found without reading the others.
create index calls_parked_idx on calls (id) where status = 'PARKED';

-- Takes calls whose id contains an unforeseen time (from a clock that is far off), so that no settlement fails for lack
-- of a partition.
create table calls_default partition of calls default;

create trigger calls_are_append_only before update or delete on calls
  for each row execute function refuse_change();

create table usage_rollups (
  company_id uuid not null,
  key_id uuid not null,
  alias text not null,
  day date not null,
  requests bigint not null,
  failed_requests bigint not null,
  prompt_tokens bigint not null,
  cached_tokens bigint not null,
  completion_tokens bigint not null,
  charged_micros bigint not null,
  primary key (company_id, key_id, alias, day)
) with (fillfactor = 50);

-- The lowest UUIDv7 of the given time.
create function uuid_at(moment timestamptz) returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Creates the partition of a week and moves rows of the week from the default partition into it. Without the move, a
-- single call whose id comes from a wrong clock would prevent the partition of its week, and all later ones, from being
-- created. The table is created separately and then attached, because that takes a weaker lock on calls than `create
-- table … partition of`. If a lock is not available soon, the function fails instead of making settlements queue behind
-- it.
create function create_call_partition(week_start date) returns boolean language plpgsql
  set lock_timeout = '200ms' as $$
declare
  name text := 'calls_' || to_char(week_start, 'IYYY"w"IW');
  first_id uuid := uuid_at(week_start::timestamp at time zone 'UTC');
  end_id uuid := uuid_at((week_start + 7)::timestamp at time zone 'UTC');
begin
  if to_regclass(name) is not null then
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
$$;

-- The Mondays of the weeks of rows in the default partition, within the retention period and a year ahead. An id
-- outside that range has no meaningful time: it stays where it is and is counted.
create function stray_call_weeks(weeks_kept integer) returns setof date language sql stable as $$
  select distinct date_trunc('week', to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) at time zone 'UTC')::date
    from calls_default
   where id >= uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - make_interval(weeks => weeks_kept))
     and id < uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + make_interval(weeks => 53))
$$;

select create_call_partition((date_trunc('week', now() at time zone 'UTC') + make_interval(weeks => week))::date)
  from generate_series(-1, 8) as week;
