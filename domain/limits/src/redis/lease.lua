-- Records the calls that a process has admitted from its lease of a key, and renews the lease. A lease is a part of the
-- company's credits and of the key's window that the process may give to calls without asking. It is booked when it is
-- granted: `effective` excludes its credits, and every check of the window counts its requests and tokens as used. So
-- leases and holds together never exceed what there is. Loaded after window.lua and leases.lua.
--
-- A repeat is harmless: a call that has its hold keeps it, and what a lost reply granted is returned by the next report,
-- because a lease never exceeds what its process says it has left.
--
-- KEYS[1]  the company's account (see admit.lua)
-- KEYS[2]  the window of the key
-- KEYS[3]  the abandoned streams of the key
-- KEYS[4]  the abandoned streams of the company
-- ARGV[1]  process id
-- ARGV[2]  key id
-- ARGV[3]  admitted calls, one per line: id, estimate, tokens, milliseconds left, key id, operation, alias
-- ARGV[4]  number of admitted calls that have ended already, and so never get a hold
-- ARGV[5]  tokens that these calls used
-- ARGV[6]  micro-credits that the process has left, after all these calls; the next two are its requests and tokens
-- ARGV[7]  requests
-- ARGV[8]  tokens
-- ARGV[9]  micro-credits that it wants in addition; the next two are requests and tokens
-- ARGV[10]  requests
-- ARGV[11]  tokens
-- ARGV[12]  requests per window
-- ARGV[13]  tokens per window
-- ARGV[14]  length of the window in milliseconds
-- ARGV[15]  micro-credits that are never leased, because calls near the end of the credits are decided one by one
-- ARGV[16]  the share of the rest that one grant may take is 1 divided by this
-- ARGV[17]  milliseconds for which the process may use the lease
-- ARGV[18]  milliseconds after which the lease is dropped if it is not renewed, because its process is dead
-- ARGV[19]  latest Redis time at which this may run, or 0: a delayed command must not take effect
-- ARGV[20]  1 if the process has just listed the company for the reaper
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local latest = tonumber(ARGV[19])
if latest > 0 and now > latest then return { 'late', now } end

local account = redis.call('HMGET', KEYS[1], 'goodUntil', 'postpaid', 'refreshAt', 'loggedFrom', 'recallUntil', 'leases')
-- Redis has lost its data, and with it the list: if the process died before it had the answer, the reaper would not find
-- the holds. So nothing is done until the company is listed.
if ARGV[3] ~= '' and not account[1] and ARGV[20] ~= '1' then return { 'unlisted', now } end
local leases = read_leases(account[6], { process = ARGV[1], key_id = ARGV[2], account = KEYS[1], now = now })
local own = leases.own or { micros = 0, requests = 0, tokens = 0 }
local window = open_window(KEYS[2], tonumber(ARGV[14]), now)

-- Adds to the holds of the budgets that limit the call, as update-company.lua does.
local function add_held(label, estimate)
  local key_id, alias = string.match(label, '^(%S+) %S+ (.*)$')
  for _, name in ipairs({ 'company', 'key:' .. key_id, 'alias:' .. alias }) do
    if redis.call('HEXISTS', KEYS[1], 'held:' .. name) == 1 then
      redis.call('HINCRBY', KEYS[1], 'held:' .. name, estimate)
    end
  end
end

local requests, tokens = tonumber(ARGV[4]), tonumber(ARGV[5])
for line in string.gmatch(ARGV[3], '[^\n]+') do
  local id, estimate, reserved, left, label = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (.+)$')
  requests, tokens = requests + 1, tokens + reserved
  if redis.call('HEXISTS', KEYS[1], id) == 0 then
    redis.call('HSET', KEYS[1], id, estimate .. ' ' .. reserved .. ' ' .. window.bucket .. ' ' .. (now + left) .. ' ' .. label)
    if estimate ~= '0' then
      redis.call('HINCRBY', KEYS[1], 'effective', '-' .. estimate)
      if account[4] then add_held(label, estimate) end
    end
  end
end
if requests > 0 then count_in_window(window, requests, tokens) else store_moved(window) end
-- Longer than any call runs, as in update-company.lua.
if ARGV[3] ~= '' then redis.call('PEXPIRE', KEYS[1], 86400000) end

local lease = {
  micros = math.min(own.micros, tonumber(ARGV[6])),
  requests = math.min(own.requests, tonumber(ARGV[7])),
  tokens = math.min(own.tokens, tonumber(ARGV[8])),
}
local function book(micros)
  if micros ~= 0 then redis.call('HINCRBY', KEYS[1], 'effective', string.format('%.0f', -micros)) end
end
book(lease.micros - own.micros)

-- A company with budgets is decided about call by call.
local is_usable = account[1] and now < tonumber(account[1]) and not account[4]
  and not (account[5] and now < tonumber(account[5]))
if is_usable then
  local share = tonumber(ARGV[16])
  local function part(wanted, rest) return math.max(0, math.min(tonumber(wanted), math.floor(rest / share))) end
  local effective = tonumber(redis.call('HGET', KEYS[1], 'effective')) or 0
  local micros = account[2] == '1' and tonumber(ARGV[9]) or part(ARGV[9], effective - ARGV[15])
  book(micros)
  lease.micros = lease.micros + micros
  lease.requests = lease.requests
    + part(ARGV[10], ARGV[12] - window.requests - leases.requests - lease.requests)
  lease.tokens = lease.tokens + part(ARGV[11], ARGV[13] - window.tokens - leases.tokens - lease.tokens)
end

local lines = leases.lines
if lease.micros > 0 or lease.requests > 0 or lease.tokens > 0 then
  lines[#lines + 1] = string.format('%s %s %.0f %.0f %.0f %.0f', ARGV[1], ARGV[2], lease.micros, lease.requests,
    lease.tokens, now + ARGV[18])
end
if #lines > 0 then redis.call('HSET', KEYS[1], 'leases', table.concat(lines, '\n'))
elseif account[6] then redis.call('HDEL', KEYS[1], 'leases') end

local should_refresh = 0
if is_usable and now >= tonumber(account[3]) then
  should_refresh = 1
  redis.call('HSET', KEYS[1], 'refreshAt', now + 1000)
end
local lasts = is_usable and math.min(tonumber(ARGV[17]), account[1] - now) or 0
local may_stream = redis.call('EXISTS', KEYS[3], KEYS[4]) == 0 and 1 or 0
return { 'leased', now, string.format('%.0f', lease.micros), lease.requests, lease.tokens, lasts,
  window.requests, window.tokens, may_stream, should_refresh }
