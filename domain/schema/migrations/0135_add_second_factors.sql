-- Second factors: an authenticator app (TOTP, RFC 6238), and recovery codes for when the factor is lost.
create table totp_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with the secret in FACTOR_SECRETS that secret_id names, bound to user_id.
  sealed_secret bytea not null,
  secret_id text not null,
  -- Null until a first code has shown that the app has the secret; until then a login does not ask for a code.
  confirmed_at timestamptz,
  -- Number of the 30-second step whose code was used last. Codes of this step and earlier ones are refused.
  last_step bigint,
  created_at timestamptz not null default now(),
  constraint totp_factors_step_when_confirmed check (confirmed_at is null or last_step is not null)
);

-- SHA-256 of codes with 80 random bits, which is why a fast hash is enough.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- A login whose password was right and whose second factor is still missing. Deleted when it is completed.
create table login_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- users.device_generation when the password was checked: a new password ends the logins in progress.
  device_generation integer not null,
  expires_at timestamptz not null
);
create index login_challenges_by_expiry on login_challenges (expires_at);
create index login_challenges_by_user on login_challenges (user_id);
