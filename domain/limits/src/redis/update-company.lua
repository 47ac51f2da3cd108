-- Applies updates of a company in one step, so that a finished call is never visible both as a charge and as a hold.
-- Idempotent.
-- KEYS[1]  the company's account (see admit.lua)
-- KEYS[2]  prefix of the windows of its API keys; a finished call's hold names its window
-- KEYS[3]  prefix of the abandoned streams of its API keys; the suffix `company` is the company's own bucket
-- ARGV[1]  balance, or empty
-- ARGV[2]  version of the balance; an older one is ignored
-- ARGV[3]  milliseconds for which the snapshot may be used, or empty without a snapshot
-- ARGV[4]  milliseconds after which the snapshot should be refreshed
-- ARGV[5]  1 if the company is postpaid
-- ARGV[6]  finished calls: id and tokens used (- keeps the estimate), separated by blanks; the tokens of a stream are
--          followed by + if it was read to its end and ! if it was abandoned
-- ARGV[7]  ids of calls that Postgres has closed while their release is still in flight: their holds no longer count
-- ARGV[8]  holds that must exist, one per line: id, estimate, tokens, milliseconds left, key id, operation, alias
-- ARGV[9]  latest Redis time at which this may run, or 0
-- ARGV[10]  abandoned streams that a key may have per minute
-- ARGV[11]  the same for the company
-- ARGV[12]  amount that a stream read to its end drains from the bucket
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local latest = tonumber(ARGV[9])
if latest > 0 and now > latest then return { 'late', now } end

local function add(amount)
  if amount ~= '0' then redis.call('HINCRBY', KEYS[1], 'effective', amount) end
end

-- Negates the amount as text, because it may not fit into a Lua number.
local function subtract(amount)
  add(string.sub(amount, 1, 1) == '-' and string.sub(amount, 2) or amount == '0' and '0' or '-' .. amount)
end

local is_lasting = true
if ARGV[1] ~= '' then
  local known = redis.call('HMGET', KEYS[1], 'balance', 'version')
  is_lasting = known[2]
  local ahead = known[2] and ARGV[2] - known[2]
  -- A fresh read replaces a balance of the same version too: credits may have expired without a new version.
  if not ahead or ahead > 0 or (ahead == 0 and ARGV[3] ~= '') then
    if known[1] then subtract(known[1]) end
    add(ARGV[1])
    redis.call('HSET', KEYS[1], 'balance', ARGV[1], 'version', ARGV[2])
  end
end
if ARGV[3] ~= '' then
  redis.call('HINCRBY', KEYS[1], 'effective', 0)
  redis.call('HSET', KEYS[1], 'goodUntil', now + ARGV[3], 'refreshAt', now + ARGV[4], 'postpaid', ARGV[5])
end

-- Counts a stream in a bucket of abandoned streams, which drains `most` per minute. `change` is 1 for an abandoned
-- stream, and negative for a stream that was read to its end.
local function count_stream(key, most, change)
  local known = redis.call('HMGET', key, 'level', 'at')
  if not known[1] and change < 0 then return end
  local level = math.max(0, (known[1] or 0) - (now - (known[2] or now)) * most / 60000) + change
  if level <= 0 then return redis.call('DEL', key) end
  redis.call('HSET', key, 'level', level, 'at', now)
  redis.call('PEXPIRE', key, math.ceil(level * 60000 / most) + 1000)
end

local corrections = {}
for id, used, stream in string.gmatch(ARGV[6], '(%S+) ([%d-]+)(%S?)') do
  local hold = redis.call('HGET', KEYS[1], id)
  if hold then
    local estimate, reserved, bucket, key_id = string.match(hold, '^(%S+) (%S+) (%S+) %S+ (%S+)')
    redis.call('HDEL', KEYS[1], id)
    add(estimate)
    if stream ~= '' then
      local change = stream == '!' and 1 or -ARGV[12]
      count_stream(KEYS[3] .. key_id, tonumber(ARGV[10]), change)
      count_stream(KEYS[3] .. 'company', tonumber(ARGV[11]), change)
    end
    if used ~= '-' and used ~= reserved then
      local place = key_id .. ' ' .. bucket
      corrections[place] = (corrections[place] or 0) + used - reserved
    end
  end
end
for place, difference in pairs(corrections) do
  local key_id, bucket = string.match(place, '(%S+) (%S+)')
  local key = KEYS[2] .. key_id
  local window = redis.call('HMGET', key, 'tokens', 'tail', 'tailTokens', bucket)
  if window[2] == bucket then
    redis.call('HSET', key, 'tokens', window[1] + difference, 'tailTokens', window[3] + difference)
  elseif window[4] then
    local requests, tokens, following = string.match(window[4], '(%S+) (%S+) (%S+)')
    redis.call('HSET', key, 'tokens', window[1] + difference,
      bucket, requests .. ' ' .. (tokens + difference) .. ' ' .. following)
  end
end

-- Keep the hold with an estimate of 0 instead of removing it, so that its release can still correct the token window.
for id in string.gmatch(ARGV[7], '%S+') do
  local hold = redis.call('HGET', KEYS[1], id)
  if hold then
    local estimate, rest = string.match(hold, '^(%S+) (.+)$')
    redis.call('HSET', KEYS[1], id, '0 ' .. rest)
    add(estimate)
  end
end

for line in string.gmatch(ARGV[8], '[^\n]+') do
  local id, estimate, reserved, left, label = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (.+)$')
  local deadline = now + left
  local hold = redis.call('HGET', KEYS[1], id)
  if not hold then
    redis.call('HSET', KEYS[1], id, estimate .. ' ' .. reserved .. ' 0 ' .. deadline .. ' ' .. label)
    subtract(estimate)
  else
    local start, known_deadline, known_label = string.match(hold, '^(%S+ %S+ %S+) (%S+) (.+)$')
    if known_deadline + 1000 < deadline then
      redis.call('HSET', KEYS[1], id, start .. ' ' .. deadline .. ' ' .. known_label)
    end
  end
end

-- Longer than any call runs. Account and holds share one key, so that neither can expire before the other.
if not is_lasting or ARGV[3] ~= '' or ARGV[8] ~= '' then redis.call('PEXPIRE', KEYS[1], 86400000) end
return { 'done', now }
