-- A device that has logged in to an account has its own allowance of attempts, so that strangers who guess cannot lock its
-- owner out. It is recognised by a signed cookie; a new password makes all cookies of the account invalid by counting this up.
alter table users add column device_generation integer not null default 1;
