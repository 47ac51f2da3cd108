-- Passkeys (WebAuthn): a second factor after the password, or both factors if the authenticator has verified the user.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Chosen by the authenticator. Logins without a password find the user by it.
  credential_id bytea not null
    constraint passkeys_credential_key unique
    constraint passkeys_credential_length check (length(credential_id) between 1 and 1023),
  -- In COSE format, as the authenticator sent it.
  public_key bytea not null,
  -- Signature counter of the last use; 0 for ever if the authenticator does not count. One that falls is a copy.
  counter bigint not null constraint passkeys_counter_range check (counter >= 0),
  -- How browsers can reach the authenticator, such as usb or internal.
  transports text[] not null,
  device_type text not null constraint passkeys_device_type check (device_type in ('SINGLE_DEVICE', 'MULTI_DEVICE')),
  is_backed_up boolean not null,
  name text not null constraint passkeys_name_length check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that a passkey has to sign. Each is deleted by its first use, and can be used only for its purpose and by the
-- session or the login that it was made for.
create table webauthn_challenges (
  -- SHA-256 of the challenge as base64url text.
  challenge_hash bytea primary key,
  purpose text not null
    constraint webauthn_challenges_purpose check (purpose in ('REGISTER', 'REAUTHENTICATE', 'CONFIRM_LOGIN', 'LOG_IN')),
  user_id uuid references users (id) on delete cascade,
  session_id uuid references login_sessions (id) on delete cascade,
  -- The login whose password was right.
  login_hash bytea references login_challenges (token_hash) on delete cascade,
  expires_at timestamptz not null,
  constraint webauthn_challenges_binding check (
    case purpose
      when 'LOG_IN' then num_nonnulls(user_id, session_id, login_hash) = 0
      when 'CONFIRM_LOGIN' then user_id is not null and login_hash is not null and session_id is null
      else user_id is not null and session_id is not null and login_hash is null
    end)
);
create index webauthn_challenges_by_expiry on webauthn_challenges (expires_at);
create index webauthn_challenges_by_user on webauthn_challenges (user_id);
create index webauthn_challenges_by_session on webauthn_challenges (session_id);
create index webauthn_challenges_by_login on webauthn_challenges (login_hash);
