-- A key is what a company's program presents to the gateway. The key itself is never stored, only its HMAC under a
-- secret pepper that is not in the database: a reader of this table can neither present a key nor test guesses.
create table api_keys (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null constraint api_keys_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  -- The last characters, by which people tell their keys apart.
  hint text not null constraint api_keys_hint_length check (length(hint) = 4),
  key_hash bytea not null
    constraint api_keys_key_hash_key unique
    constraint api_keys_key_hash_length check (octet_length(key_hash) = 32),
  -- The id of the pepper used for the hash. A pepper may be removed once no live key refers to it.
  pepper_id text not null,
  scopes text[] not null constraint api_keys_scopes_known check (
    cardinality(scopes) > 0
    and scopes <@ array['inference:chat', 'inference:parse', 'usage:read', 'jobs:read']),
  -- Null allows every alias. An empty list is refused: it would be a key that can call nothing.
  model_allowlist text[] constraint api_keys_model_allowlist_not_empty check (
    cardinality(model_allowlist) > 0 and array_position(model_allowlist, null) is null),
  rpm_limit integer not null constraint api_keys_rpm_limit_positive check (rpm_limit > 0),
  tpm_limit integer not null constraint api_keys_tpm_limit_positive check (tpm_limit > 0),
  monthly_credit_cap_micros bigint
    constraint api_keys_monthly_credit_cap_not_negative check (monthly_credit_cap_micros >= 0),
  may_read_company_usage boolean not null default false,
  -- Null if an operator created the key.
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Accurate to about two minutes: writing it on every call would make this the busiest table.
  last_used_at timestamptz,
  revoked_at timestamptz,
  rotated_from_id uuid references api_keys (id),
  -- True for keys that a company's admins create: their limits follow the plan on every lookup. Limits granted by an
  -- operator or a super admin stay.
  limits_follow_plan boolean not null default false
) with (fillfactor = 80);

create index api_keys_company_id_idx on api_keys (company_id, id);

create function refuse_key_change() returns trigger language plpgsql as $$
begin
  raise exception 'a key keeps its company, its hash and its revocation' using errcode = 'restrict_violation';
end
$$;

-- If a key could move to another company, or be restored after its revocation, cached keys could not be trusted.
create trigger api_keys_keep_what_they_are before update on api_keys
  for each row when (
    (old.id, old.company_id, old.key_hash) is distinct from (new.id, new.company_id, new.key_hash)
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at))
  execute function refuse_key_change();
