-- Counts one request of a client address, unless its window is full. The leases of processes count as used (see
-- lease-address.lua); they are recalled before a request is refused because of them. Loaded after window.lua.
-- KEYS[1]  the window of the address
-- KEYS[2]  the leases of the address: `requests until` by process, and `recallUntil`
-- ARGV[1]  requests per window
-- ARGV[2]  length of the window in milliseconds
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = open_window(KEYS[1], tonumber(ARGV[2]), now)
local excess = window.requests + 1 - ARGV[1]
if excess > 0 then
  store_moved(window)
  if not window.head then return { 'refused', now, 0, window.length, window.length } end
  return { 'refused', now, window.requests, reset_of(window, window.tail), wait_until_free(window, excess, 1) }
end
local leased = 0
local fields = redis.call('HGETALL', KEYS[2])
for index = 1, #fields, 2 do
  local requests, ends = string.match(fields[index + 1], '^(%S+) (%S+)$')
  if ends and tonumber(ends) > now then leased = leased + requests end
end
if excess + leased > 0 then
  store_moved(window)
  -- No lease is granted for a second.
  redis.call('HSET', KEYS[2], 'recallUntil', now + 1000)
  redis.call('PEXPIRE', KEYS[2], 2000)
  return { 'recall', now, window.requests, 0, 0 }
end
count_in_window(window, 1, 0)
return { 'admitted', now, window.requests, reset_of(window, window.tail), 0 }
