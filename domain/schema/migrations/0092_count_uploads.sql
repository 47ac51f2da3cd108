-- What each company has uploaded in a day of UTC, so that a daily quota holds also for documents that were deleted since. Written
-- in the transaction that writes the document.
create table upload_days (
  company_id uuid not null references companies (id),
  day date not null,
  documents integer not null,
  bytes bigint not null,
  primary key (company_id, day)
) with (fillfactor = 50);
