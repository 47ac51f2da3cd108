-- One row per call, written once, when it is over. A UUIDv7 begins with its time, so ranges of ids are ranges of time
-- and the primary key is unique over all partitions.
create type call_status as enum ('SUCCEEDED', 'FAILED', 'PARKED');

create table calls (
  id uuid not null,
  company_id uuid not null,
  key_id uuid not null,
  alias text not null,
  operation text not null,
  status call_status not null,
  -- Why it failed or was parked.
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
  primary key (id)
) partition by range (id);

create index calls_company_id_idx on calls (company_id, id);

-- Where ids of an unforeseen time go (a clock far off): a settle never fails for want of a partition.
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

-- The lowest id of a moment.
create function uuid_at(moment timestamptz) returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

create function create_call_partition(week_start date) returns boolean language plpgsql as $$
declare
  name text := 'calls_' || to_char(week_start, 'IYYY"w"IW');
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I partition of calls for values from (%L) to (%L)', name,
    uuid_at(week_start::timestamp at time zone 'UTC'),
    uuid_at((week_start + 7)::timestamp at time zone 'UTC'));
  return true;
end
$$;

select create_call_partition((date_trunc('week', now() at time zone 'UTC') + make_interval(weeks => week))::date)
  from generate_series(-1, 8) as week;
