-- Single sign-on: the OpenID provider of a company, the e-mail domains whose users it may log in, and the users that it
-- has logged in.
create table sso_connections (
  company_id uuid primary key references companies (id),
  issuer text not null constraint sso_connections_issuer_length check (length(issuer) <= 500),
  client_id text not null constraint sso_connections_client_id_length check (length(client_id) between 1 and 500),
  -- Encrypted with the secret of this id, which is not in the database.
  client_secret bytea not null,
  secret_id text not null,
  -- Members of the confirmed domains can log in through the provider only.
  is_enforced boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- An admin claims a domain, and a super admin confirms it. Any company can claim a domain.
create table sso_domains (
  company_id uuid not null references companies (id),
  domain text not null constraint sso_domains_domain_shape check (domain ~ '^[a-z0-9.-]{3,253}$'),
  claimed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (company_id, domain)
);

-- Only one company's provider decides who the users of a domain are.
create unique index sso_domains_confirmed_key on sso_domains (domain) where confirmed_at is not null;

-- The subject identifies a person at the issuer for ever; an e-mail address may be given to another person later.
create table sso_identities (
  company_id uuid not null references companies (id),
  issuer text not null,
  subject text not null constraint sso_identities_subject_length check (length(subject) between 1 and 255),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (company_id, issuer, subject),
  -- A second subject with the same address is another person.
  constraint sso_identities_one_subject unique (company_id, issuer, user_id)
);

create index sso_identities_user_id_idx on sso_identities (user_id);

-- Logins that were sent to the provider and have not come back yet. A row is deleted when it is used. The nonce and the
-- PKCE verifier are not stored: they are derived from the browser's cookie.
create table sso_attempts (
  -- SHA-256 of the state parameter, which has 256 random bits.
  state_hash bytea primary key constraint sso_attempts_state_hash_length check (octet_length(state_hash) = 32),
  -- SHA-256 of the cookie of the browser that started the login.
  browser_hash bytea not null constraint sso_attempts_browser_hash_length check (octet_length(browser_hash) = 32),
  company_id uuid not null references companies (id),
  issuer text not null,
  client_id text not null,
  return_path text not null,
  expires_at timestamptz not null
);

create index sso_attempts_expires_at_idx on sso_attempts (expires_at);
