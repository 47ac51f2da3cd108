-- Who leaves a company, or is no admin of it any more, must not come back by an invitation of their own making: the open
-- ones end with the role. Null for those that an operator made, and for those of before.
alter table invitations add column invited_by uuid references users (id);
