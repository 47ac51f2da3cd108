-- The window of an API key, for the scripts that count calls: a linked list of buckets, each 1/600 of its length. A bucket
-- counts until all of it has left the window, so the error is on the safe side. The newest bucket has its own fields
-- (tail…); the others are stored as `requests tokens next`.

-- Removes the buckets that have left the window. `store_moved` or `count_in_window` must follow.
local function open_window(key, length, now)
  local width = math.max(1, math.floor(length / 600))
  local stored = redis.call('HMGET', key, 'requests', 'tokens', 'head', 'tail', 'tailRequests', 'tailTokens')
  local window = {
    key = key, length = length, width = width, now = now, bucket = math.floor(now / width), has_moved = false,
    requests = tonumber(stored[1]) or 0, tokens = tonumber(stored[2]) or 0,
    head = tonumber(stored[3]), tail = tonumber(stored[4]),
    tail_requests = tonumber(stored[5]) or 0, tail_tokens = tonumber(stored[6]) or 0,
  }
  local function clear() window.requests, window.tokens, window.head, window.tail = 0, 0, nil, nil end
  if window.tail and window.tail > window.bucket then
    -- Redis's clock was set back. If by less than a window, keep counting in the newest bucket; if by more, discard the
    -- window.
    if window.tail - window.bucket > 600 then
      redis.call('DEL', key)
      clear()
    else
      window.bucket = window.tail
    end
  end
  local oldest = math.floor((now - length) / width)
  while window.head and window.head < oldest do
    window.has_moved = true
    if window.head == window.tail then
      clear()
    else
      local left = redis.call('HGET', key, window.head)
      redis.call('HDEL', key, window.head)
      local requests, tokens, following = string.match(left, '(%S+) (%S+) (%S+)')
      window.requests, window.tokens = window.requests - requests, window.tokens - tokens
      window.head = tonumber(following)
    end
  end
  if window.has_moved and not window.head then redis.call('DEL', key) end
  return window
end

local function store_moved(window)
  if window.has_moved and window.head then
    redis.call('HSET', window.key, 'requests', window.requests, 'tokens', window.tokens, 'head', window.head)
  end
end

local function count_in_window(window, requests, tokens)
  window.requests, window.tokens = window.requests + requests, window.tokens + tokens
  if window.tail == window.bucket then
    window.tail_requests, window.tail_tokens = window.tail_requests + requests, window.tail_tokens + tokens
    redis.call('HSET', window.key, 'requests', window.requests, 'tokens', window.tokens, 'head', window.head,
      'tailRequests', window.tail_requests, 'tailTokens', window.tail_tokens)
  else
    if window.tail then
      redis.call('HSET', window.key, window.tail,
        window.tail_requests .. ' ' .. window.tail_tokens .. ' ' .. window.bucket)
    end
    window.head, window.tail = window.head or window.bucket, window.bucket
    window.tail_requests, window.tail_tokens = requests, tokens
    redis.call('HSET', window.key, 'requests', window.requests, 'tokens', window.tokens, 'head', window.head,
      'tail', window.tail, 'tailRequests', requests, 'tailTokens', tokens)
  end
  redis.call('PEXPIRE', window.key, window.length + 2 * window.width)
end

-- Milliseconds until the bucket has left the window.
local function reset_of(window, bucket) return (bucket + 1) * window.width + window.length - window.now end

-- Milliseconds until enough of the oldest buckets have left the window. `position` is 1 for requests and 2 for tokens.
-- Only the first 32 are examined, so the result may be too short but never too long.
local function wait_until_free(window, excess, position)
  if not window.head then return window.length end
  local freed, at = 0, window.head
  for _ = 1, 32 do
    local parts = { window.tail_requests, window.tail_tokens }
    local following
    if at ~= window.tail then
      parts[1], parts[2], following = string.match(redis.call('HGET', window.key, at), '(%S+) (%S+) (%S+)')
    end
    freed = freed + parts[position]
    if freed >= excess or not following then break end
    at = tonumber(following)
  end
  return math.max(1, reset_of(window, at))
end
