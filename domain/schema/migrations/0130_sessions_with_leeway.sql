-- Tabs of one browser share their cookies, so two of them may present the same refresh token, and a reload may lose the
-- answer to a refresh. Within ten seconds such a repeat gets the token that the first use got. The token itself is not
-- stored: it is derived from the presented token and successor_salt, which is erased when the ten seconds are over.
alter table refresh_tokens
  add column successor_hash bytea,
  add column successor_salt bytea,
  -- SHA-256 of the address range and the user agent that used the token.
  add column used_from bytea,
  -- Set when another client exchanged the predecessor again. If a replaced token is presented, two clients hold tokens of
  -- the session, and the session ends.
  add column replaced_at timestamptz;

-- What a user needs to recognise their own sessions. Null for sessions from before this migration.
alter table login_sessions
  add column address text,
  add column user_agent text,
  add column last_used_at timestamptz,
  -- When the user last proved who they are in this session; null if only at its beginning.
  add column authenticated_at timestamptz;

alter table login_sessions drop constraint login_sessions_end_reason_known;
alter table login_sessions add constraint login_sessions_end_reason_known
  check (end_reason in ('LOGOUT', 'PASSWORD', 'REUSE', 'SUPER_ADMIN', 'ENDED')) not valid;
