-- Applies updates of a company in one step, so that a finished call is never visible both as a charge and as a hold.
-- Idempotent.
-- KEYS[1]  the company's account (see admit.lua)
-- KEYS[2]  prefix of the windows of its API keys; a finished call's hold names its window
-- KEYS[3]  prefix of the abandoned streams of its API keys; the suffix `company` is the company's own bucket
-- KEYS[4]  the latest charges, by the version of the account that they led to; kept only for companies with budgets
-- ARGV[1]  balance, or empty
-- ARGV[2]  version of the balance; an older one is ignored
-- ARGV[3]  milliseconds for which the snapshot may be used, or empty without a snapshot
-- ARGV[4]  milliseconds after which the snapshot should be refreshed
-- ARGV[5]  1 if the company is postpaid
-- ARGV[6]  finished calls, one per line: id, tokens used (- keeps the estimate), charge (- if it is not known), version
--          of the account after the charge, key id and alias; the tokens of a stream are followed by + if it was read to
--          its end and ! if it was abandoned
-- ARGV[7]  ids of calls that Postgres has closed while their release is still in flight: their holds no longer count
-- ARGV[8]  holds that must exist, one per line: id, estimate, tokens, milliseconds left, key id, operation, alias
-- ARGV[9]  latest Redis time at which this may run, or 0
-- ARGV[10]  abandoned streams that a key may have per minute
-- ARGV[11]  the same for the company
-- ARGV[12]  amount that a stream read to its end drains from the bucket
-- ARGV[13]  charges of the month by budget, one per line: micro-credits and name (see admit.lua). They were read together
--           with the balance, so they are as of its version
-- ARGV[14]  milliseconds for which these sums may be used
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

local logged_from = redis.call('HGET', KEYS[1], 'loggedFrom')

local function names_of(label)
  local key_id, alias = string.match(label, '^(%S+) %S+ (.*)$')
  return { 'company', 'key:' .. key_id, 'alias:' .. alias }
end

-- Adds to the holds of the budgets that limit the call.
local function add_held(label, amount)
  if not logged_from or amount == '0' or amount == '-0' then return end
  for _, name in ipairs(names_of(label)) do
    if redis.call('HEXISTS', KEYS[1], 'held:' .. name) == 1 then
      redis.call('HINCRBY', KEYS[1], 'held:' .. name, amount)
    end
  end
end

-- Requires the sums of the call's budgets to be read again, because its charge is not known here. Sums as of `version` or
-- later include it.
local function forget_spent(label, version)
  if not logged_from then return end
  for _, name in ipairs(names_of(label)) do
    local as_of = redis.call('HGET', KEYS[1], 'asOf:' .. name)
    if as_of and (not version or as_of - version < 0) then redis.call('HSET', KEYS[1], 'until:' .. name, -1) end
  end
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
-- Whether processes could rely on the account before, so that its company is listed for the reaper.
local was_usable = 1
if ARGV[3] ~= '' or ARGV[8] ~= '' then was_usable = redis.call('HEXISTS', KEYS[1], 'goodUntil') end
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

-- Adds a charge to what its budgets have spent, unless their sums were read after it. The log recognises a repeat, and
-- has the charges that sums read a moment ago lack. It keeps a few hundred versions; older sums are not accepted.
local function add_spent(id, charge, version, label)
  if redis.call('ZADD', KEYS[4], version, id .. ' ' .. charge .. ' ' .. label) == 0 then return end
  if version - logged_from > 400 then
    logged_from = version - 200
    redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', logged_from)
    redis.call('HSET', KEYS[1], 'loggedFrom', logged_from)
  end
  redis.call('PEXPIRE', KEYS[4], 60000)
  for _, name in ipairs(names_of(label)) do
    local as_of = redis.call('HGET', KEYS[1], 'asOf:' .. name)
    if as_of and version - as_of > 0 then redis.call('HINCRBY', KEYS[1], 'spent:' .. name, charge) end
  end
end

local corrections = {}
local has_unknown_charge = false
for line in string.gmatch(ARGV[6], '[^\n]+') do
  local id, used, stream, charge, version, given = string.match(line, '^(%S+) ([%d-]+)(%S?) (%S+) (%S+) ?(.*)$')
  local hold = redis.call('HGET', KEYS[1], id)
  local label = given ~= '' and given
  if charge == '-' then has_unknown_charge = true end
  if hold then
    local estimate, reserved, bucket, key_id
    estimate, reserved, bucket, label = string.match(hold, '^(%S+) (%S+) (%S+) %S+ (.+)$')
    key_id = string.match(label, '^%S+')
    redis.call('HDEL', KEYS[1], id)
    add(estimate)
    add_held(label, '-' .. estimate)
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
  if logged_from and label then
    if charge == '-' then forget_spent(label)
    elseif charge ~= '0' then add_spent(id, charge, version, label) end
  end
end
-- The balance here may lack a charge whose hold is gone, so the next decision must read it again. A balance that comes
-- with the call includes its charge, which the log lacks.
if has_unknown_charge and ARGV[1] == '' then
  if redis.call('HEXISTS', KEYS[1], 'goodUntil') == 1 then redis.call('HSET', KEYS[1], 'goodUntil', now) end
elseif has_unknown_charge and logged_from and ARGV[2] - logged_from > 0 then
  logged_from = ARGV[2]
  redis.call('HSET', KEYS[1], 'loggedFrom', logged_from)
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
    local estimate, rest, label = string.match(hold, '^(%S+) (%S+ %S+ %S+ (.+))$')
    redis.call('HSET', KEYS[1], id, '0 ' .. rest)
    add(estimate)
    if estimate ~= '0' then
      add_held(label, '-' .. estimate)
      forget_spent(label, ARGV[2])
    end
  end
end

for line in string.gmatch(ARGV[8], '[^\n]+') do
  local id, estimate, reserved, left, label = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (.+)$')
  local deadline = now + left
  local hold = redis.call('HGET', KEYS[1], id)
  if not hold then
    redis.call('HSET', KEYS[1], id, estimate .. ' ' .. reserved .. ' 0 ' .. deadline .. ' ' .. label)
    subtract(estimate)
    add_held(label, estimate)
  else
    local start, known_deadline, known_label = string.match(hold, '^(%S+ %S+ %S+) (%S+) (.+)$')
    if known_deadline + 1000 < deadline then
      redis.call('HSET', KEYS[1], id, start .. ' ' .. deadline .. ' ' .. known_label)
    end
  end
end

-- Stores the sums of budgets, with the logged charges that they lack. Sums that begin before the log are not usable; the
-- caller then reads them again.
for spent, name in string.gmatch(ARGV[13], '(%S+) ([^\n]+)') do
  local known = redis.call('HMGET', KEYS[1], 'asOf:' .. name, 'until:' .. name)
  local good_until = tonumber(known[2]) or 0
  local is_older = now < good_until and ARGV[2] - known[1] < 0
  if logged_from and ARGV[2] - logged_from >= 0 and not is_older then
    redis.call('HSET', KEYS[1], 'spent:' .. name, spent, 'asOf:' .. name, ARGV[2], 'until:' .. name, now + ARGV[14])
    for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '(' .. ARGV[2], '+inf')) do
      local charge, label = string.match(entry, '^%S+ (%S+) (.+)$')
      for _, other in ipairs(names_of(label)) do
        if other == name then redis.call('HINCRBY', KEYS[1], 'spent:' .. name, charge) end
      end
    end
    -- The holds are added up for a new budget, and again whenever its sum has expired.
    if good_until >= 0 and now >= good_until then
      redis.call('HSET', KEYS[1], 'held:' .. name, 0)
      local fields = redis.call('HGETALL', KEYS[1])
      for i = 1, #fields, 2 do
        local estimate, label = string.match(fields[i + 1], '^(%d+) %d+ %d+ %d+ (%S+ %S+ .+)$')
        if label and estimate ~= '0' then
          for _, other in ipairs(names_of(label)) do
            if other == name then redis.call('HINCRBY', KEYS[1], 'held:' .. name, estimate) end
          end
        end
      end
    end
  end
end

-- Longer than any call runs. Account and holds share one key, so that neither can expire before the other.
if not is_lasting or ARGV[3] ~= '' or ARGV[8] ~= '' then redis.call('PEXPIRE', KEYS[1], 86400000) end
return { 'done', now, was_usable }
