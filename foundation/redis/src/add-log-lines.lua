-- Adds a message of log lines to the capped stream for later searches, and passes it on to live viewers. One script instead of
-- two commands, so that a busy service sends its lines once.
-- KEYS[1]  the stream
-- ARGV[1]  maximum number of messages in the stream, roughly
-- ARGV[2]  the lines
-- ARGV[3]  channel of the live viewers
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'entries', ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[2])
