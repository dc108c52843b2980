import { VERSIONED_HASH_LUA } from "../../infra/redis-script.ts";

/**
 * The run counter of an account and a month is one hash in Redis:
 *   ver              its version, which every change raises: a sum is stored only if the version is unchanged
 *   total            units (runs) of the submissions in MongoDB, and of all reservations
 *   r:<submission>   a reservation, as "<units>:<time in ms>", until the counter is next compared with MongoDB
 * All times are Redis's own, because the clocks of the web processes may differ.
 * The scripts that reserve, release, read and replace get the counter's key and, as their first argument, the age in ms
 * at which a reservation is old: by then its submission is stored in MongoDB, or will never be stored.
 */

const PRELUDE = `${VERSIONED_HASH_LUA}
local function parse(reservation)
  local units, at = string.match(reservation, '^(%d+):(%d+)$')
  return tonumber(units), now_ms - tonumber(at) > tonumber(ARGV[1])
end
local function has_old()
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 2) == 'r:' then
      local _, is_old = parse(fields[i + 1])
      if is_old then return true end
    end
  end
  return false
end
`;

/**
 * Reserves units (runs) in one atomic step, if the limit allows them. If a repeated request reserves for the same
 * submission again, only the larger of the two reservations counts. ARGV: age in ms at which reservations are old,
 * submission id, units, limit. Returns {'reserved', units that are used now} or {'refused', units that were used
 * before}. Returns {'reconcile', 0} where the counter must first be compared with MongoDB: Redis has lost the counter,
 * or an old reservation may be the reason for a refusal.
 */
export const reserveScript = `${PRELUDE}
local total = tonumber(redis.call('HGET', key, 'total') or '')
if not total then return {'reconcile', 0} end
local field, own = 'r:' .. ARGV[2], 0
local reservation = redis.call('HGET', key, field)
if reservation then own = parse(reservation) end
local wanted = math.max(own, tonumber(ARGV[3]))
local after = total - own + wanted
if after > tonumber(ARGV[4]) then
  if has_old() then return {'reconcile', 0} end
  return {'refused', total - own}
end
redis.call('HSET', key, 'total', after, field, wanted .. ':' .. string.format('%.0f', now_ms))
raise_version()
return {'reserved', after}
`;

/**
 * Releases the units (runs) that a submission has reserved. ARGV: age in ms at which reservations are old, submission
 * id. Returns 1 if there was a reservation, else 0.
 */
export const releaseScript = `${PRELUDE}
local field = 'r:' .. ARGV[2]
local reservation = redis.call('HGET', key, field)
if not reservation then return 0 end
redis.call('HINCRBY', key, 'total', -parse(reservation))
redis.call('HDEL', key, field)
raise_version()
return 1
`;

/**
 * Reads a run counter. ARGV: age in ms at which reservations are old. Returns {version or '', total or '', {submission
 * ids of the young reservations…}, {submission ids of the old reservations…}}.
 */
export const readScript = `${PRELUDE}
local young, old = {}, {}
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 2) == 'r:' then
    local _, is_old = parse(fields[i + 1])
    local ids = is_old and old or young
    ids[#ids + 1] = string.sub(fields[i], 3)
  end
end
return {redis.call('HGET', key, 'ver') or '', redis.call('HGET', key, 'total') or '', young, old}
`;

/**
 * Sets a run counter to the units of the submissions in MongoDB and of the reservations that stay, if the counter has
 * not changed since it was read. ARGV: age in ms at which reservations are old (unused), version as it was read or '',
 * sum of the units in MongoDB, ms until the hash expires, the submission ids of the reservations to drop… Returns the
 * new total; or -1 where the counter has changed, so that the caller must read the counter again.
 */
export const replaceScript = `${PRELUDE}
if (redis.call('HGET', key, 'ver') or '') ~= ARGV[2] then return -1 end
for i = 5, #ARGV do redis.call('HDEL', key, 'r:' .. ARGV[i]) end
local total = tonumber(ARGV[3])
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 2) == 'r:' then total = total + parse(fields[i + 1]) end
end
redis.call('HSET', key, 'total', total)
redis.call('PEXPIRE', key, ARGV[4])
raise_version()
return total
`;

/**
 * Counts units (runs) of an account without a limit. The count is only shown to the account's owner, and is not exact
 * until the owner asks for the usage. The script removes the account's exact counter, which the service rebuilds if the
 * account gets a limit again. KEYS: the exact counter, the shown count. ARGV: units, ms until the shown count expires.
 * Returns the shown count.
 */
export const countShownScript = `
redis.call('UNLINK', KEYS[1])
local shown = redis.call('INCRBY', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return shown
`;

/**
 * Raises the tick (the number of the last round of the sweep that corrects counters) if Redis still has the tick that
 * the round has read. ARGV: the tick that was read or '', the next tick.
 */
export const raiseTickScript = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
`;
