-- One check of one caller's sliding log (contract §5), as a whole: nothing else runs in between.
-- KEYS[1] the log, a list of microseconds, oldest first. ARGV: limit, span in microseconds and,
-- in tests, the time in microseconds. Answers {allowed, remaining, microseconds to wait}.
local log, limit, span, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  -- The server's time: processes whose clocks differ share one window.
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local held = redis.call('LLEN', log)
local function hit(place) return tonumber(redis.call('LINDEX', log, place)) end
-- Lua would write 1.7e+15.
local function written(time) return string.format('%.0f', time) end

-- A clock set back by more than a span would lock the caller out for as long: the hits move with it.
local last = held > 0 and hit(-1) or now
if last - now > span then
  local hits = redis.call('LRANGE', log, 0, -1)
  redis.call('DEL', log)
  for _, time in ipairs(hits) do redis.call('RPUSH', log, written(tonumber(time) - last + now)) end
  last = now
end

-- Drop the hits a span old or older; where the first still counts, all do, else search by halves.
if held > 0 and hit(0) + span <= now then
  local first, past = 1, held
  while first < past do
    local middle = math.floor((first + past) / 2)
    if hit(middle) + span <= now then first = middle + 1 else past = middle end
  end
  redis.call('LTRIM', log, first, -1)
  held = held - first
end

if held >= limit then
  local leaves = limit > 0 and hit(held - limit) or now
  return {0, 0, leaves + span - now}
end
redis.call('RPUSH', log, written(math.max(now, last)))
redis.call('PEXPIRE', log, math.ceil(span / 1000) + 1)
return {1, limit - held - 1, 0}
