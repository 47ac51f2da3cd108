-- A price is never changed: a new version is added, and every charge names the version it was made with, so that a
-- bill can be recomputed years later. Amounts are micro-credits per million tokens.
create table model_prices (
  version bigint generated always as identity primary key,
  alias text not null,
  input_micros_per_million bigint not null constraint model_prices_input_not_negative check (input_micros_per_million >= 0),
  cached_input_micros_per_million bigint not null
    constraint model_prices_cached_input_not_negative check (cached_input_micros_per_million >= 0),
  output_micros_per_million bigint not null constraint model_prices_output_not_negative check (output_micros_per_million >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now(),
  constraint model_prices_alias_valid_from_key unique (alias, valid_from)
);

create trigger model_prices_are_append_only before update or delete on model_prices
  for each row execute function refuse_change();
create trigger model_prices_are_not_truncated before truncate on model_prices
  for each statement execute function refuse_change();
