-- A super admin or an operator can suspend a company: its billable calls are refused until it is resumed, however many keys
-- its admins mint. The reason is stored with the state so that the company's admins can read it.
alter table companies
  add column suspended_at timestamptz,
  add column suspension_reason text,
  add constraint companies_suspension_has_reason
    check ((suspended_at is null) = (suspension_reason is null)) not valid,
  add constraint companies_suspension_reason_not_blank
    check (btrim(suspension_reason) <> '' and length(suspension_reason) <= 500) not valid,
  -- Its keys make the calls of the platform itself, for all companies.
  add constraint companies_platform_not_suspended
    check (id <> '00000000-0000-7000-8000-000000000001' or suspended_at is null) not valid;
alter table companies validate constraint companies_suspension_has_reason;
alter table companies validate constraint companies_suspension_reason_not_blank;
alter table companies validate constraint companies_platform_not_suspended;
