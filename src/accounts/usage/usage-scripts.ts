/*
 * The counter of one account and period is one Redis hash:
 *   ver              raised by every step; a rebuild is taken only if it is unchanged
 *   used             units of submissions that are in the ledger
 *   r:<submission>   units of a submission in flight, as "<units>:<time in ms>"
 * The time is Redis's own, so that the web processes need not agree on one. A hash that Redis lost has no `used` and is
 * rebuilt from the ledger before it answers anything. A new hash begins its `ver` at the time in µs: a rebuild that
 * began before a loss can never match the hash made after it.
 */

const prelude = `
local key = KEYS[1]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local function bump()
  if redis.call('HEXISTS', key, 'ver') == 0 then
    redis.call('HSET', key, 'ver', time[1] .. string.format('%06d', time[2]))
  else
    redis.call('HINCRBY', key, 'ver', 1)
  end
end
local function in_flight()
  local ids, units, is_stale = {}, 0, false
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 2) == 'r:' then
      local n, at = string.match(fields[i + 1], '^(%d+):(%d+)$')
      units = units + tonumber(n)
      if now_ms - tonumber(at) > tonumber(ARGV[1]) then is_stale = true else ids[#ids + 1] = string.sub(fields[i], 3) end
    end
  end
  return ids, units, is_stale
end
`;

/**
 * Reserves units, or not: the whole decision is one atomic step. A reservation of the same submission is replaced.
 * ARGV: age in ms at which a reservation is stale, submission id, units, limit or -1, ms until the hash ends.
 * Answers {'rebuild'} when the hash is not to be trusted, else {'taken' | 'refused', units used and in flight before}.
 */
export const reserveScript = `${prelude}
local used = redis.call('HGET', key, 'used')
local _, flying, is_stale = in_flight()
if not used or is_stale then return {'rebuild', 0} end
local own = string.match(redis.call('HGET', key, 'r:' .. ARGV[2]) or '', '^(%d+):')
local before = tonumber(used) + flying - tonumber(own or 0)
local units, limit = tonumber(ARGV[3]), tonumber(ARGV[4])
if limit >= 0 and before + units > limit then return {'refused', before} end
redis.call('HSET', key, 'r:' .. ARGV[2], ARGV[3] .. ':' .. string.format('%.0f', now_ms))
redis.call('PEXPIRE', key, ARGV[5])
bump()
return {'taken', before}
`;

/**
 * Turns a reservation into used units, once the submission is in the ledger.
 * ARGV: stale age (unused), submission id. Answers 1, or 0 where the reservation is gone and a rebuild must count it.
 */
export const settleScript = `${prelude}
local reservation = redis.call('HGET', key, 'r:' .. ARGV[2])
if not reservation or redis.call('HEXISTS', key, 'used') == 0 then return 0 end
redis.call('HINCRBY', key, 'used', string.match(reservation, '^(%d+):'))
redis.call('HDEL', key, 'r:' .. ARGV[2])
bump()
return 1
`;

/** Gives a reservation back. ARGV: stale age (unused), submission id. */
export const releaseScript = `${prelude}
if redis.call('HDEL', key, 'r:' .. ARGV[2]) == 1 then bump() end
return 1
`;

/**
 * Reads the counter. ARGV: stale age.
 * Answers {ver or '', used or '', units in flight, 1 if a reservation is stale, id of each that is not…}.
 */
export const readScript = `${prelude}
local ids, flying, is_stale = in_flight()
local ver, used = redis.call('HGET', key, 'ver') or '', redis.call('HGET', key, 'used') or ''
return {ver, used, flying, is_stale and 1 or 0, unpack(ids)}
`;

/**
 * Takes over a sum of the ledger, if nothing happened since it was read. The reservations that the sum has left out stay,
 * and no others: which of them are stale was decided when they were read, since one that went stale meanwhile is in
 * neither the sum nor, once it is dropped, in the counter.
 * ARGV: stale age (unused), ver that was read or '', used, ms until the hash ends, id of each reservation that stays…
 * Answers 1, or 0 to begin again.
 */
export const rebuildScript = `${prelude}
if (redis.call('HGET', key, 'ver') or '') ~= ARGV[2] then return 0 end
local stays = {}
for i = 5, #ARGV do stays['r:' .. ARGV[i]] = true end
for _, field in ipairs(redis.call('HKEYS', key)) do
  if string.sub(field, 1, 2) == 'r:' and not stays[field] then redis.call('HDEL', key, field) end
end
redis.call('HSET', key, 'used', ARGV[3])
redis.call('PEXPIRE', key, ARGV[4])
bump()
return 1
`;
