-- Counts one request of a client address, unless its window is full. The window is the list of buckets of admit.lua,
-- with requests only; Redis scripts cannot share functions.
-- KEYS[1]  the window of the address
-- ARGV[1]  requests per window
-- ARGV[2]  length of the window in milliseconds
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length = tonumber(ARGV[2])
local width = math.max(1, math.floor(length / 600))
local bucket = math.floor(now / width)
local oldest = math.floor((now - length) / width)
local window = redis.call('HMGET', KEYS[1], 'requests', 'head', 'tail', 'tailRequests')
local requests, head, tail = tonumber(window[1]) or 0, tonumber(window[2]), tonumber(window[3])
local tail_requests = tonumber(window[4]) or 0
if tail and tail > bucket then
  if tail - bucket > 600 then
    redis.call('DEL', KEYS[1])
    requests, head, tail = 0, nil, nil
  else
    bucket = tail
  end
end
while head and head < oldest do
  if head == tail then
    requests, head, tail = 0, nil, nil
    redis.call('DEL', KEYS[1])
  else
    local left_requests, following = string.match(redis.call('HGET', KEYS[1], head), '(%S+) (%S+)')
    redis.call('HDEL', KEYS[1], head)
    requests, head = requests - left_requests, tonumber(following)
    redis.call('HSET', KEYS[1], 'requests', requests, 'head', head)
  end
end
local excess = requests + 1 - ARGV[1]
if excess > 0 then
  if not head then return { 'refused', now, 0, length, length } end
  local freed, at = 0, head
  for _ = 1, 32 do
    local count, following = tail_requests, nil
    if at ~= tail then count, following = string.match(redis.call('HGET', KEYS[1], at), '(%S+) (%S+)') end
    freed = freed + count
    if freed >= excess or not following then break end
    at = tonumber(following)
  end
  return { 'refused', now, requests, (tail + 1) * width + length - now, (at + 1) * width + length - now }
end
if tail == bucket then
  redis.call('HSET', KEYS[1], 'requests', requests + 1, 'tailRequests', tail_requests + 1)
else
  if tail then redis.call('HSET', KEYS[1], tail, tail_requests .. ' ' .. bucket) end
  redis.call('HSET', KEYS[1], 'requests', requests + 1, 'head', head or bucket, 'tail', bucket, 'tailRequests', 1)
end
redis.call('PEXPIRE', KEYS[1], length + 2 * width)
return { 'admitted', now, requests + 1, (bucket + 1) * width + length - now, 0 }
