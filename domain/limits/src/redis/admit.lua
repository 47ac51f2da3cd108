-- Decides about one call and, if it may run, takes its hold and its place in the window, in one round trip. A call
-- that is refused leaves no trace. Asked twice about the same call it gives the same answer, so that a lost reply may
-- be asked for again.
--
-- An amount may exceed 2^53, where Lua's numbers lose digits. So amounts are only ever added by HINCRBY, which is
-- exact; here `effective` (balance minus holds) is merely compared, and a double keeps its sign and its size.
--
-- KEYS[1]  the company's account: balance, version, effective, goodUntil, refreshAt, postpaid, and a field per hold
-- KEYS[2]  the window of the caller's key
-- KEYS[3]  the abandoned streams of the key (see update-company.lua)
-- KEYS[4]  the abandoned streams of the company
-- ARGV[1]  call id
-- ARGV[2]  estimate in micro-credits
-- ARGV[3]  tokens to reserve
-- ARGV[4]  milliseconds until the call's deadline
-- ARGV[5]  key id, operation and alias, for whoever may have to close the call
-- ARGV[6]  requests per window
-- ARGV[7]  tokens per window
-- ARGV[8]  length of the window in milliseconds
-- ARGV[9]  how many estimates are near zero; 0 if Postgres was asked just now and the sign alone decides
-- ARGV[10]  latest Redis time at which this may run, or 0: what was held up on its way must not take effect later
-- ARGV[11]  `admit`; `look`: only answer, and take nothing; `count`: only count a request, whatever the account says
-- ARGV[12]  how many streams of the key may be abandoned in a minute, or 0 if this is not a stream
-- ARGV[13]  the same for the company
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local latest = tonumber(ARGV[10])
if latest > 0 and now > latest then return { 'late', now } end

local account = redis.call('HMGET', KEYS[1], 'goodUntil', 'effective', 'postpaid', 'refreshAt', ARGV[1])
local is_confirmed = ARGV[9] == '0'
local is_known = account[5]
local mode = ARGV[11]
if not is_known and mode ~= 'count' then
  if not account[1] then return { 'ask', now, 'missing' } end
  if not is_confirmed and now >= tonumber(account[1]) then return { 'ask', now, 'account' } end
  if account[3] ~= '1' then
    local effective = tonumber(account[2])
    if effective <= 0 then return { 'ask', now, 'holds' } end
    if effective <= ARGV[9] * ARGV[2] then return { 'ask', now, 'account' } end
  end
end

-- How long until one more abandoned stream would be within the limit; they drain by `most` in a minute.
local function abandoned_wait(key, most)
  local bucket = redis.call('HMGET', key, 'level', 'at')
  if not bucket[1] then return 0 end
  local level = bucket[1] - (now - bucket[2]) * most / 60000
  if level <= most - 1 then return 0 end
  return math.ceil((level - most + 1) * 60000 / most)
end
if not is_known and ARGV[12] ~= '0' then
  local wait = math.max(abandoned_wait(KEYS[3], tonumber(ARGV[12])), abandoned_wait(KEYS[4], tonumber(ARGV[13])))
  if wait > 0 then return { 'abandoned', now, wait } end
end

-- The window is a chain of buckets, a six hundredth of it each. A bucket counts until all of it has left the window,
-- so the error is on the safe side. The newest bucket is kept apart (tail), the others as `requests tokens next`.
local length = tonumber(ARGV[8])
local width = math.max(1, math.floor(length / 600))
local bucket = math.floor(now / width)
local oldest = math.floor((now - length) / width)
local window = redis.call('HMGET', KEYS[2], 'requests', 'tokens', 'head', 'tail', 'tailRequests', 'tailTokens')
local requests, tokens = tonumber(window[1]) or 0, tonumber(window[2]) or 0
local head, tail = tonumber(window[3]), tonumber(window[4])
local tail_requests, tail_tokens = tonumber(window[5]) or 0, tonumber(window[6]) or 0
if tail and tail > bucket then
  -- The server's clock was set back: within a window it is waited for, beyond that the record is worthless.
  if tail - bucket > 600 then
    redis.call('DEL', KEYS[2])
    requests, tokens, head, tail = 0, 0, nil, nil
  else
    bucket = tail
  end
end
local has_moved = false
while head and head < oldest do
  has_moved = true
  if head == tail then
    requests, tokens, head, tail = 0, 0, nil, nil
  else
    local left = redis.call('HGET', KEYS[2], head)
    redis.call('HDEL', KEYS[2], head)
    local left_requests, left_tokens, following = string.match(left, '(%S+) (%S+) (%S+)')
    requests, tokens, head = requests - left_requests, tokens - left_tokens, tonumber(following)
  end
end
if has_moved and not head then redis.call('DEL', KEYS[2]) end

-- When enough of the oldest buckets will have left. It looks at a few only: the answer may be too early, never late.
local function wait_until_free(excess, position)
  local freed, at = 0, head
  for _ = 1, 32 do
    local parts = { tail_requests, tail_tokens }
    local following
    if at ~= tail then
      parts[1], parts[2], following = string.match(redis.call('HGET', KEYS[2], at), '(%S+) (%S+) (%S+)')
    end
    freed = freed + parts[position]
    if freed >= excess or not following then break end
    at = tonumber(following)
  end
  return math.max(1, (at + 1) * width + length - now)
end

local refused
if not is_known then
  local excess_requests = requests + 1 - ARGV[6]
  local excess_tokens = tokens + ARGV[3] - ARGV[7]
  if excess_requests > 0 then
    refused = { 'requests', head and wait_until_free(excess_requests, 1) or length }
  elseif excess_tokens > 0 and mode ~= 'count' then
    refused = { 'tokens', head and wait_until_free(excess_tokens, 2) or length }
  end
end
if refused or is_known or mode == 'look' then
  if has_moved and head then redis.call('HSET', KEYS[2], 'requests', requests, 'tokens', tokens, 'head', head) end
  local reset = tail and math.max(0, (tail + 1) * width + length - now) or 0
  if refused then return { 'refused', now, requests, tokens, reset, refused[1], refused[2] } end
  return { 'admitted', now, requests, tokens, reset, 0 }
end

if mode == 'admit' then
  -- The only write that can fail, should the sum leave 64 bits, comes first: a script that stops half-way is not undone.
  if ARGV[2] ~= '0' then redis.call('HINCRBY', KEYS[1], 'effective', '-' .. ARGV[2]) end
  redis.call('HSET', KEYS[1], ARGV[1],
    ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. bucket .. ' ' .. (now + ARGV[4]) .. ' ' .. ARGV[5])
end

requests, tokens = requests + 1, tokens + ARGV[3]
if tail == bucket then
  redis.call('HSET', KEYS[2], 'requests', requests, 'tokens', tokens, 'head', head,
    'tailRequests', tail_requests + 1, 'tailTokens', tail_tokens + ARGV[3])
else
  if tail then redis.call('HSET', KEYS[2], tail, tail_requests .. ' ' .. tail_tokens .. ' ' .. bucket) end
  redis.call('HSET', KEYS[2], 'requests', requests, 'tokens', tokens, 'head', head or bucket, 'tail', bucket,
    'tailRequests', 1, 'tailTokens', ARGV[3])
end
redis.call('PEXPIRE', KEYS[2], length + 2 * width)

-- One caller is asked to read Postgres again before what was read gets too old, so that nobody has to wait for it.
local should_refresh = 0
if mode == 'admit' and now >= tonumber(account[4]) then
  should_refresh = 1
  redis.call('HSET', KEYS[1], 'refreshAt', now + 1000)
end
return { 'admitted', now, requests, tokens, (bucket + 1) * width + length - now, should_refresh }
