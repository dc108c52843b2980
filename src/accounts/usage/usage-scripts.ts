import { VERSIONED_HASH_LUA } from "../../infra/redis-script.ts";

/*
 * The counter of an account and a period is one Redis hash with these fields:
 *   ver              the version: every step raises it, and a rebuild replaces the counter only if it is unchanged
 *   used             the units of the submissions that are in the ledger
 *   last_charge      the greatest charge number that the counter knows: its own last one, or one that a rebuild found in the ledger
 *   r:<submission>   the reservation of a submission in flight, as "<units>:<time in ms>"
 * All times are Redis's own, because the clocks of the web processes may differ. A hash that Redis lost has no `used`, and one
 * that is an older copy has a `last_charge` below that of the ledger. Both are rebuilt from the ledger before any request is decided
 * by them. Charge numbers are times in µs, so that an older copy never gives out numbers that were given out after it was made.
 *
 * Every script gets the counter's key and, as its first argument, the age in ms at which a reservation is stale.
 */

const PRELUDE = `${VERSIONED_HASH_LUA}
local function last_charge()
  return tonumber(redis.call('HGET', key, 'last_charge') or 0)
end
local function in_flight()
  local ids, units, has_stale = {}, 0, false
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 2) == 'r:' then
      local n, at = string.match(fields[i + 1], '^(%d+):(%d+)$')
      units = units + tonumber(n)
      if now_ms - tonumber(at) > tonumber(ARGV[1]) then has_stale = true else ids[#ids + 1] = string.sub(fields[i], 3) end
    end
  end
  return ids, units, has_stale
end
`;

/**
 * Reserves units if the limit leaves room for them, in one atomic step. An earlier reservation of the same submission is
 * replaced.
 * ARGV: stale age, submission id, units, limit or -1 for none, the last charge number of the ledger.
 * Returns {'reserved' | 'refused', units used and in flight before, charge number or ''}; or {'rebuild', 0, ''} where the counter
 * must be rebuilt first, because `used` is missing, a reservation is stale, or the counter is an older copy.
 */
export const reserveScript = `${PRELUDE}
local used = redis.call('HGET', key, 'used')
local _, units_in_flight, has_stale = in_flight()
if not used or has_stale or last_charge() < tonumber(ARGV[5]) then return {'rebuild', 0, ''} end
local own = string.match(redis.call('HGET', key, 'r:' .. ARGV[2]) or '', '^(%d+):')
local before = tonumber(used) + units_in_flight - tonumber(own or 0)
local units, limit = tonumber(ARGV[3]), tonumber(ARGV[4])
if limit >= 0 and before + units > limit then return {'refused', before, ''} end
local charge = next_after(last_charge())
redis.call('HSET', key, 'r:' .. ARGV[2], ARGV[3] .. ':' .. string.format('%.0f', now_ms), 'last_charge', charge)
raise_version()
return {'reserved', before, charge}
`;

/**
 * Turns a reservation into used units, once the submission is in the ledger.
 * ARGV: stale age (unused), submission id.
 * Returns 1; or 0 where the reservation or `used` is missing, so that a rebuild must count the submission.
 */
export const settleScript = `${PRELUDE}
local reservation = redis.call('HGET', key, 'r:' .. ARGV[2])
if not reservation or redis.call('HEXISTS', key, 'used') == 0 then return 0 end
redis.call('HINCRBY', key, 'used', string.match(reservation, '^(%d+):'))
redis.call('HDEL', key, 'r:' .. ARGV[2])
raise_version()
return 1
`;

/**
 * Reads the counter. ARGV: stale age.
 * Returns {ver or '', used or '', units in flight, 1 if a reservation is stale else 0, last charge number, the next one, {the ids of
 * the submissions whose reservation is not stale…}}.
 */
export const readScript = `${PRELUDE}
local ids, units_in_flight, has_stale = in_flight()
local ver, used = redis.call('HGET', key, 'ver') or '', redis.call('HGET', key, 'used') or ''
local last = last_charge()
return {ver, used, units_in_flight, has_stale and 1 or 0, string.format('%.0f', last), next_after(last), ids}
`;

/**
 * Sets `used` to a sum of the ledger, if the counter has not changed since it was read. It keeps exactly the reservations of
 * the submissions that the sum leaves out. The caller names them, instead of the script dropping the stale ones, because a
 * reservation may have become stale since the counter was read: its units are not in the sum, so dropping it would lose them.
 * ARGV: stale age (unused), ver as it was read or '', used, ms until the hash expires, the last charge number of the ledger before
 * the counter was read, the ids of the submissions that the sum leaves out…
 * Returns 1; or 0 where the counter has changed, so that the rebuild must begin again.
 */
export const rebuildScript = `${PRELUDE}
if (redis.call('HGET', key, 'ver') or '') ~= ARGV[2] then return 0 end
local is_kept = {}
for i = 6, #ARGV do is_kept['r:' .. ARGV[i]] = true end
for _, field in ipairs(redis.call('HKEYS', key)) do
  if string.sub(field, 1, 2) == 'r:' and not is_kept[field] then redis.call('HDEL', key, field) end
end
redis.call('HSET', key, 'used', ARGV[3], 'last_charge', string.format('%.0f', math.max(last_charge(), tonumber(ARGV[5]))))
redis.call('PEXPIRE', key, ARGV[4])
raise_version()
return 1
`;
