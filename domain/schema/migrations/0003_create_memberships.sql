-- A membership is the role of one user in one company.
create type membership_role as enum ('ADMIN', 'MEMBER');

create table memberships (
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  role membership_role not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);

create index memberships_user_id_idx on memberships (user_id);
