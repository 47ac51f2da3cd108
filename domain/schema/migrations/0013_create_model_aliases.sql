-- An alias is the name that callers know; its routes say who answers behind it today. Both are data, so that a change
-- needs no restart: every gateway process keeps the catalog in memory and asks once a second whether it changed.
create type model_capability as enum ('chat', 'extract', 'embed');

create table model_aliases (
  alias text primary key
    constraint model_aliases_alias_shape check (alias ~ '^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*$' and length(alias) <= 100),
  capability model_capability not null,
  -- The most that a call is estimated to write, and what it is taken to ask for if it names no limit.
  max_output_tokens integer not null
    constraint model_aliases_max_output_tokens check (max_output_tokens > 0 or (max_output_tokens = 0 and capability = 'embed')),
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now()
);

create table model_routes (
  id uuid primary key,
  alias text not null references model_aliases (alias),
  -- Lower is tried first; routes of one position share the calls by their weights.
  position integer not null constraint model_routes_position_not_negative check (position >= 0),
  -- Of any provider that speaks the wire format, up to the version: https://provider.example/v1
  base_url text not null,
  provider_model text not null constraint model_routes_provider_model_not_blank check (btrim(provider_model) <> ''),
  -- Where the credential is, never the credential: env:NAME or file:/path. Null for a provider that asks for none.
  credential_ref text
    constraint model_routes_credential_ref_shape check (credential_ref ~ '^(env:[A-Za-z_][A-Za-z0-9_]*|file:/.+)$'),
  weight integer not null default 1 constraint model_routes_weight_positive check (weight > 0),
  connect_timeout_ms integer not null default 2000
    constraint model_routes_connect_timeout_positive check (connect_timeout_ms > 0),
  -- An answer that is not streamed has its first byte when all of it is made.
  first_byte_timeout_ms integer not null default 120000
    constraint model_routes_first_byte_timeout_positive check (first_byte_timeout_ms > 0),
  idle_timeout_ms integer not null default 60000
    constraint model_routes_idle_timeout_positive check (idle_timeout_ms > 0),
  total_timeout_ms integer not null default 600000
    constraint model_routes_total_timeout_positive check (total_timeout_ms > 0),
  supports_stream_options boolean not null default true,
  supports_json_schema boolean not null default true,
  supports_legacy_completions boolean not null default false,
  is_enabled boolean not null default true,
  -- Not (alias, position) alone: then no two routes could share a position, and weights would mean nothing.
  constraint model_routes_target_key unique (alias, position, base_url, provider_model)
);

-- One row. It is updated in the transaction of the change, so whoever sees the number sees the change, and the other
-- way round; a sequence would run ahead of commits.
create table model_catalog_version (
  is_only boolean primary key default true constraint model_catalog_version_is_one_row check (is_only),
  version bigint not null
);
insert into model_catalog_version (version) values (1);

create function count_model_catalog_change() returns trigger language plpgsql as $$
begin
  update model_catalog_version set version = version + 1;
  return null;
end
$$;

create trigger model_aliases_change_catalog after insert or update or delete or truncate on model_aliases
  for each statement execute function count_model_catalog_change();
create trigger model_routes_change_catalog after insert or update or delete or truncate on model_routes
  for each statement execute function count_model_catalog_change();
create trigger model_prices_change_catalog after insert on model_prices
  for each statement execute function count_model_catalog_change();

-- A price may be written long before it holds, and at that later moment no row changes. So the prices that hold are
-- counted too: both numbers only grow, and so their sum changes whenever one of them does.
create function current_catalog_version() returns bigint language sql stable as $$
  select v.version + (select count(*) from model_prices p where p.valid_from <= now()) from model_catalog_version v
$$;
