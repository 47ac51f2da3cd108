-- An alias is the name that callers use; its routes name the providers that serve it at present. Both are data, so that
-- a change needs no restart: every gateway process keeps the catalog in memory and checks for changes once a second.
create type model_capability as enum ('chat', 'extract', 'embed');

create table model_aliases (
  alias text primary key
    constraint model_aliases_alias_shape check (alias ~ '^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*$' and length(alias) <= 100),
  capability model_capability not null,
  -- The maximum number of output tokens of one answer. The estimate for a call assumes this number if the call sets no
  -- limit.
  max_output_tokens integer not null
    constraint model_aliases_max_output_tokens check (max_output_tokens > 0 or (max_output_tokens = 0 and capability = 'embed')),
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  -- The maximum number of prompt tokens. Null if unknown: then a provider's report of usage is rejected only if it is
  -- absurdly high.
  context_tokens integer constraint model_aliases_context_tokens_positive check (context_tokens > 0)
);

create table model_routes (
  id uuid primary key,
  alias text not null references model_aliases (alias),
  -- Lower positions are tried first; routes at the same position share the calls by weight.
  position integer not null constraint model_routes_position_not_negative check (position >= 0),
  -- Base URL of any provider with the same wire format, up to and including the version: https://provider.example/v1
  base_url text not null,
  provider_model text not null constraint model_routes_provider_model_not_blank check (btrim(provider_model) <> ''),
  -- The location of the credential, never the credential itself: env:NAME or file:/path. Null for a provider that needs
  -- none.
  credential_ref text
    constraint model_routes_credential_ref_shape check (credential_ref ~ '^(env:[A-Za-z_][A-Za-z0-9_]*|file:/.+)$'),
  weight integer not null default 1 constraint model_routes_weight_positive check (weight > 0),
  connect_timeout_ms integer not null default 2000
    constraint model_routes_connect_timeout_positive check (connect_timeout_ms > 0),
  -- The first byte of an answer that is not streamed arrives when the answer is complete.
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
  -- Whether output is computed as total_tokens − prompt_tokens. Some providers include reasoning tokens only in
  -- total_tokens. False for a provider whose total_tokens has another meaning.
  counts_total_tokens boolean not null default true,
  -- Model names that the provider's answers may contain; a name that ends with * is a prefix. If empty, the requested
  -- name with any suffix.
  answer_models text[] not null default '{}',
  -- Request fields that make the provider use another model or another price.
  rejected_fields text[] not null default '{}',
  -- Answer fields, in addition to provider and system_fingerprint, that reveal the provider.
  hidden_fields text[] not null default '{}',
  -- Names of the provider and its models that its error messages contain, in addition to the well-known ones.
  hidden_names text[] not null default '{}',
  -- The key is not just (alias, position): then no two routes could share a position, and weights would mean nothing.
  constraint model_routes_target_key unique (alias, position, base_url, provider_model)
);

-- A price never changes: a new version is added, and every charge names its version, so that a bill can be recomputed
-- years later. Amounts are micro-credits per million tokens.
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

-- Has one row, which is updated in the transaction that changes the catalog, so that the number and the change become
-- visible together. A sequence would change before the commit.
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

-- A price may be written long before it becomes valid, and no row changes when it does. So the version is the stored
-- number plus the number of prices that are already valid: both only grow, so the sum changes whenever either does.
create function current_catalog_version() returns bigint language sql stable as $$
  select v.version + (select count(*) from model_prices p where p.valid_from <= now()) from model_catalog_version v
$$;
