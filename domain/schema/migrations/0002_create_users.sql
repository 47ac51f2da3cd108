-- Users are people. What a person may do in a company is a membership; what they may do everywhere is
-- is_super_admin, which is read from here on every request and never from a token.
create table users (
  id uuid primary key,
  email text not null constraint users_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  -- argon2id, or null for a user who has not chosen a password yet and so cannot log in.
  password_hash text,
  is_super_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Two spellings of one address are one person.
create unique index users_email_key on users (lower(email));
