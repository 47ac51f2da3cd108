-- Records a heartbeat of this process and returns the number of live processes.
-- KEYS[1]  the processes, by the time of their last heartbeat
-- ARGV[1]  this process
-- ARGV[2]  milliseconds without a heartbeat after which a process counts as dead
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. (now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { now, redis.call('ZCARD', KEYS[1]) }
