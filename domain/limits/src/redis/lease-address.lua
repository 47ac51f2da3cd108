-- Counts the requests that a process has admitted from its lease of a client address, and renews the lease. A lease is a
-- part of the window that the process may give to requests without asking; it counts as used from the moment at which it
-- is granted, so requests and leases together never exceed the limit. Loaded after window.lua.
-- KEYS[1]  the window of the address
-- KEYS[2]  the leases of the address: `requests until` by process, and `recallUntil`
-- ARGV[1]  process id
-- ARGV[2]  requests admitted since the last report
-- ARGV[3]  requests that the process has left
-- ARGV[4]  requests that it wants in addition
-- ARGV[5]  requests per window
-- ARGV[6]  length of the window in milliseconds
-- ARGV[7]  the share of the rest that one grant may take is 1 divided by this
-- ARGV[8]  milliseconds for which the process may use the lease, counted from before it sent this
-- ARGV[9]  milliseconds after which the lease no longer counts if it is not renewed; longer than the ones before
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = open_window(KEYS[1], tonumber(ARGV[6]), now)
local used = tonumber(ARGV[2])
if used > 0 then count_in_window(window, used, 0) else store_moved(window) end

local own, others, recall_until = 0, 0, 0
local fields = redis.call('HGETALL', KEYS[2])
for index = 1, #fields, 2 do
  local name = fields[index]
  local requests, ends = string.match(fields[index + 1], '^(%S+) (%S+)$')
  if name == 'recallUntil' then recall_until = tonumber(fields[index + 1])
  elseif tonumber(ends) <= now then redis.call('HDEL', KEYS[2], name)
  elseif name == ARGV[1] then own = tonumber(requests)
  else others = others + requests end
end
local lease = math.min(own, tonumber(ARGV[3]))
local is_recalled = now < recall_until
if not is_recalled then
  local rest = math.floor((ARGV[5] - window.requests - others - lease) / ARGV[7])
  lease = lease + math.max(0, math.min(tonumber(ARGV[4]), rest))
end
if lease > 0 then
  redis.call('HSET', KEYS[2], ARGV[1], string.format('%.0f %.0f', lease, now + ARGV[9]))
  redis.call('PEXPIRE', KEYS[2], 2000)
else
  redis.call('HDEL', KEYS[2], ARGV[1])
end
local reset = window.tail and reset_of(window, window.tail) or 0
return { now, lease, is_recalled and 0 or tonumber(ARGV[8]), window.requests, reset }
