-- Reports the newest backup to the database, from where the AI service exports its age (alert BackupTooOld). Run it with
-- psql on the database's server, as the user that makes the backups, after each backup and every hour:
--   psql --dbname=gatehouse --file=report-backup.sql
-- It fails if pgbackrest fails or has no usable backup. Without reports the age grows, so the alert fires then, too.
\set ON_ERROR_STOP on
\set info `pgbackrest --config=${pgbackrest_config} --stanza=gatehouse info --output=json`
select report_backup(:'info') as newest_backup;
