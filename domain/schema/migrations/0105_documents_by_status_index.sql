-- Lists the documents of a company that have one status, newest first. Without it a rare status, such as REFUSED, is
-- searched among all documents of the company.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists documents_by_status_idx on documents (company_id, status, id);
