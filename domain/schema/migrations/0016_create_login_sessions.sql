-- A session is one login on one device. It lives through a chain of refresh tokens, each good for one use: a token that
-- comes a second time was copied, and ends the session with all its tokens, because nobody can tell who is the thief.
create table login_sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- However often it is refreshed, a session ends then.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint login_sessions_end_reason_known check (
    end_reason in ('LOGOUT', 'PASSWORD', 'REUSE')),
  constraint login_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);

create index login_sessions_user_id_idx on login_sessions (user_id);
create index login_sessions_expires_at_idx on login_sessions (expires_at);

create table refresh_tokens (
  -- SHA-256. The tokens have 256 random bits, so that a slow hash would protect nothing more.
  token_hash bytea primary key constraint refresh_tokens_token_hash_length check (octet_length(token_hash) = 32),
  session_id uuid not null references login_sessions (id) on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Kept after its use: it is by the used ones that a copy is recognised.
  used_at timestamptz
);

create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
