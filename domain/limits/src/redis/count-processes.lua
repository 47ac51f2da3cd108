-- Notes that this process lives and tells how many do.
-- KEYS[1]  the processes, by when they were last heard of
-- ARGV[1]  this process
-- ARGV[2]  how many milliseconds of silence mean that a process is gone
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. (now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { now, redis.call('ZCARD', KEYS[1]) }
