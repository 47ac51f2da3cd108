-- The leases of a company, for the scripts that read them: one line each, `process key credits requests tokens until`.
-- Credits are micro-credits, and at most 10^15, so that a number represents them. A lease counts even after its `until`,
-- until a script drops it and adds its credits to `effective` again.

-- Adds up the leases of `of.key_id`, or of all keys. With `of.account`, drops those whose time is over. With `of.process`,
-- that process's lease of the key is returned separately as `own`.
local function read_leases(text, of)
  local sum = { count = 0, requests = 0, tokens = 0, lines = {} }
  local has_dropped = false
  for line in string.gmatch(text or '', '[^\n]+') do
    local process, key_id, micros, requests, tokens, ends = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    if process == of.process and key_id == of.key_id then
      sum.own = { micros = tonumber(micros), requests = tonumber(requests), tokens = tonumber(tokens) }
    elseif of.account and tonumber(ends) <= of.now then
      has_dropped = true
      if micros ~= '0' then redis.call('HINCRBY', of.account, 'effective', micros) end
    else
      sum.lines[#sum.lines + 1] = line
      if not of.key_id or key_id == of.key_id then
        sum.count = sum.count + 1
        sum.requests, sum.tokens = sum.requests + requests, sum.tokens + tokens
      end
    end
  end
  if has_dropped and not of.process then
    if #sum.lines == 0 then redis.call('HDEL', of.account, 'leases')
    else redis.call('HSET', of.account, 'leases', table.concat(sum.lines, '\n')) end
  end
  return sum
end
