-- Decides about one call and, if it may run, takes its hold and its place in the window, in one round trip. A refused
-- call leaves no trace. Idempotent: a repeat for the same call returns the same answer, so a lost reply may be retried.
-- Loaded after window.lua and leases.lua, whose functions it uses.
--
-- An amount may exceed 2^53, where Lua numbers lose digits. So amounts are only added by HINCRBY, which is exact;
-- `effective` (balance minus holds) is only compared here, and a double keeps its sign and magnitude.
--
-- KEYS[1]  the company's account: balance, version, effective, goodUntil, refreshAt, postpaid, a field per hold, and what
--          its budgets have used. The fields of a budget end in its name, which is `company`, `key:` and a key id, or
--          `alias:` and an alias: `held:` sums the holds of its calls, `spent:` the charges of the month, `asOf:` is the
--          version of the account up to which Postgres added up the charges, and `until:` when they must be read again.
--          `loggedFrom` exists once the company has had a budget (see update-company.lua). `leases` are the parts of
--          its credits and windows that processes have taken in advance (see lease.lua); `effective` excludes them, and
--          until `recallUntil` none is granted
-- KEYS[2]  the window of the caller's key
-- KEYS[3]  the abandoned streams of the key (see update-company.lua)
-- KEYS[4]  the abandoned streams of the company
-- ARGV[1]  call id
-- ARGV[2]  estimate in micro-credits
-- ARGV[3]  tokens to reserve
-- ARGV[4]  milliseconds until the call's deadline
-- ARGV[5]  key id, operation and alias, to record the call if its process dies
-- ARGV[6]  requests per window
-- ARGV[7]  tokens per window
-- ARGV[8]  length of the window in milliseconds
-- ARGV[9]  credits below this many estimates are nearly used up; 0 if Postgres was just read, so that only the sign decides,
--          also if the balance has expired since. If it expired long ago, the process has stood still after its read
-- ARGV[10]  latest Redis time at which this may run, or 0: a delayed command must not take effect
-- ARGV[11]  `admit`; `preview`: decide but take nothing; `count`: only count a request, regardless of the account
-- ARGV[12]  abandoned streams that a key may have per minute, or 0 if this is not a stream
-- ARGV[13]  the same for the company
-- ARGV[14]  what the company may spend in a month, or empty; the next two are the same for the key and for the alias
-- ARGV[15]  key
-- ARGV[16]  alias
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local latest = tonumber(ARGV[10])
if latest > 0 and now > latest then return { 'late', now } end

local account = redis.call('HMGET', KEYS[1], 'goodUntil', 'effective', 'postpaid', 'refreshAt', ARGV[1], 'loggedFrom',
  'leases')
local is_confirmed = ARGV[9] == '0'
local is_known = account[5]
local mode = ARGV[11]

-- Only leases stand in the way: processes must return what they have left before the call can be decided. No lease is
-- granted meanwhile.
local function recall()
  redis.call('HSET', KEYS[1], 'recallUntil', now + 1000)
  return { 'recall', now }
end

if not is_known and mode ~= 'count' then
  if not account[1] then return { 'refresh', now, 'missing' } end
  if now >= account[1] + (is_confirmed and 2000 or 0) then return { 'refresh', now, 'account' } end
  if account[3] ~= '1' then
    local effective = tonumber(account[2])
    if effective <= 0 and is_confirmed and account[7] then
      -- Dead processes do not return their leases.
      local live = read_leases(account[7], { account = KEYS[1], now = now })
      effective = tonumber(redis.call('HGET', KEYS[1], 'effective'))
      if effective <= 0 and live.count > 0 then return recall() end
    end
    if effective <= 0 then return { 'refresh', now, 'holds' } end
    if effective <= ARGV[9] * ARGV[2] then return { 'refresh', now, 'account' } end
  end
end

-- A hold counts in every budget that is known here, also if its process does not know yet that the budget exists.
local has_budget = (ARGV[14] .. ARGV[15] .. ARGV[16]) ~= ''
local names, budgets
if account[6] or has_budget then
  local key_id, alias = string.match(ARGV[5], '^(%S+) %S+ (.*)$')
  names = { 'company', 'key:' .. key_id, 'alias:' .. alias }
  budgets = redis.call('HMGET', KEYS[1], 'held:' .. names[1], 'held:' .. names[2], 'held:' .. names[3],
    'spent:' .. names[1], 'spent:' .. names[2], 'spent:' .. names[3],
    'until:' .. names[1], 'until:' .. names[2], 'until:' .. names[3])
end
if has_budget and not is_known and mode ~= 'count' then
  -- From now on charges are logged, so that none is missed while Postgres adds up what was spent before. Sums that are
  -- older than the account lack the charges that led to its version.
  if not account[6] then
    redis.call('HSET', KEYS[1], 'loggedFrom', redis.call('HGET', KEYS[1], 'version') or 0)
  end
  for i = 1, 3 do
    local most = tonumber(ARGV[13 + i])
    if most then
      local held, spent, good_until = budgets[i], budgets[3 + i], tonumber(budgets[6 + i])
      if not held or not spent or not good_until or now >= good_until then return { 'refresh', now, 'budgets' } end
      if held + spent + ARGV[9] * ARGV[2] >= most then return { 'refresh', now, 'budgets' } end
    end
  end
end

-- Milliseconds until the bucket has capacity for one more abandoned stream; it drains `most` per minute.
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

local window = open_window(KEYS[2], tonumber(ARGV[8]), now)

local refused
if not is_known then
  local requests, tokens = window.requests + 1, window.tokens + ARGV[3]
  if requests > tonumber(ARGV[6]) then
    refused = { 'requests', wait_until_free(window, requests - ARGV[6], 1) }
  elseif mode ~= 'count' and tokens > tonumber(ARGV[7]) then
    refused = { 'tokens', wait_until_free(window, tokens - ARGV[7], 2) }
  elseif account[7] then
    -- Read again: those of dead processes may have been dropped above.
    local leases = redis.call('HGET', KEYS[1], 'leases')
    local leased = read_leases(leases, { key_id = string.match(ARGV[5], '^%S+'), account = KEYS[1], now = now })
    if requests + leased.requests > tonumber(ARGV[6])
      or (mode ~= 'count' and tokens + leased.tokens > tonumber(ARGV[7])) then
      store_moved(window)
      return recall()
    end
  end
end
if refused or is_known or mode == 'preview' then
  store_moved(window)
  local reset = window.tail and math.max(0, reset_of(window, window.tail)) or 0
  if refused then return { 'refused', now, window.requests, window.tokens, reset, refused[1], refused[2] } end
  return { 'admitted', now, window.requests, window.tokens, reset, 0 }
end

if mode == 'admit' then
  -- The only write that can fail, if the sum exceeds 64 bits, comes first: Redis does not roll back a script that fails
  -- half-way.
  if ARGV[2] ~= '0' then
    redis.call('HINCRBY', KEYS[1], 'effective', '-' .. ARGV[2])
    for i = 1, names and 3 or 0 do
      if budgets[i] then redis.call('HINCRBY', KEYS[1], 'held:' .. names[i], ARGV[2]) end
    end
  end
  redis.call('HSET', KEYS[1], ARGV[1],
    ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. window.bucket .. ' ' .. (now + ARGV[4]) .. ' ' .. ARGV[5])
end
count_in_window(window, 1, tonumber(ARGV[3]))

-- One caller is asked to refresh the account from Postgres before it becomes stale, so that no caller has to wait for
-- it.
local should_refresh = 0
if mode == 'admit' and now >= tonumber(account[4]) then
  should_refresh = 1
  redis.call('HSET', KEYS[1], 'refreshAt', now + 1000)
end
return { 'admitted', now, window.requests, window.tokens, reset_of(window, window.bucket), should_refresh }
