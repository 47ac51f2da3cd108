-- A refund does not take back what has expired. The part of the refunded share that was therefore not taken is recorded,
-- because money that went back pays for nothing, whether or not its credits could still be taken. Null where an earlier
-- release settled the refund, which took the whole share.
alter table paid_grants add column not_taken_micros bigint;
