-- A mail may contain a link that is as good as a password, such as an invitation's. Its bodies are then stored encrypted under
-- a secret that is not in the database, and no mail keeps its bodies once its outcome is settled: a dump, a replica or a
-- backup must not let its reader into a company.
alter table mails
  -- AES-256-GCM of both bodies, which are empty in the columns for plain ones.
  add column sealed_body bytea,
  -- Which of the secrets in MAIL_SECRETS opens it.
  add column sealed_by text,
  add constraint mails_sealed_by_secret check ((sealed_body is null) = (sealed_by is null)) not valid;
alter table mails validate constraint mails_sealed_by_secret;

-- Links that were stored in clear until now. Those of mails that are still queued are removed when they are sent.
update mails set text_body = '', html_body = '' where template = 'invitation' and status <> 'QUEUED';
