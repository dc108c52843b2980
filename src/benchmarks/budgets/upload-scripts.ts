import { VERSIONED_HASH_LUA } from "../../infra/redis-script.ts";

/*
 * The uploads of an account are one Redis hash with these fields:
 *   u:<upload>   an upload under way, as "<end of its lease in ms>:<files>:<bytes>". Files and bytes are 0 until its submission is
 *                checked; from then on they are held for it, so that no other submission passes a limit together with it
 *   kept         the bytes of all stored files of the account, as MongoDB had them at `kept_at` and with what was stored since
 *   kept_at      when `kept` was summed up
 *   ver          the version: raised by whatever may change the sum, which replaces `kept` only if it is unchanged
 * MongoDB has the facts: a hash that Redis lost is made again, with the uploads that renew their leases. All times are Redis's own,
 * because the clocks of the web processes may differ.
 */

const PRELUDE = `${VERSIONED_HASH_LUA}
local function forget_kept()
  redis.call('HDEL', key, 'kept', 'kept_at')
  raise_version()
end
-- Counts the uploads but one, with the files and bytes that they hold. An upload whose lease has ended belongs to a dead process,
-- which may have stored its bytes or not: the sum is made anew.
local function others_than(own)
  local count, files, bytes = 0, 0, 0
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 2) == 'u:' and fields[i] ~= own then
      local lease_end, n, size = string.match(fields[i + 1], '^(%d+):(%d+):(%d+)$')
      if tonumber(lease_end) < now_ms then
        redis.call('HDEL', key, fields[i])
        if tonumber(n) > 0 then forget_kept() end
      else
        count, files, bytes = count + 1, files + tonumber(n), bytes + tonumber(size)
      end
    end
  end
  return count, files, bytes
end
-- Returns kept, or '' where it is missing or older than so many ms.
local function kept_since(max_age_ms)
  local at = redis.call('HGET', key, 'kept_at')
  if at and now_ms - tonumber(at) > tonumber(max_age_ms) then forget_kept() end
  return redis.call('HGET', key, 'kept') or ''
end
`;

/**
 * Begins or renews an upload, and holds files and bytes for it.
 * ARGV: upload id, lease in ms, files, bytes, most uploads at once or -1 to begin it in any case, greatest age of `kept`
 * in ms, ms until the hash expires.
 * Returns {1 if it is under way, 0 if too many others are; other uploads, their files, their bytes, ver, kept or ''}.
 */
export const holdScript = `${PRELUDE}
local own = 'u:' .. ARGV[1]
local count, files, bytes = others_than(own)
local most = tonumber(ARGV[5])
local is_taken = most < 0 or count < most or redis.call('HEXISTS', key, own) == 1
local kept = kept_since(ARGV[6])
if is_taken then
  redis.call('HSET', key, own, string.format('%.0f', now_ms + ARGV[2]) .. ':' .. ARGV[3] .. ':' .. ARGV[4])
  if tonumber(ARGV[3]) > 0 then raise_version() end
  redis.call('PEXPIRE', key, ARGV[7])
end
return {is_taken and 1 or 0, count, files, string.format('%.0f', bytes), redis.call('HGET', key, 'ver') or '', kept}
`;

/**
 * Reads the uploads. ARGV: greatest age of `kept` in ms.
 * Returns {1, uploads, their files, their bytes, ver, kept or ''}, as holdScript does.
 */
export const readUploadsScript = `${PRELUDE}
local count, files, bytes = others_than('')
local kept = kept_since(ARGV[1])
return {1, count, files, string.format('%.0f', bytes), redis.call('HGET', key, 'ver') or '', kept}
`;

/** Ends an upload. ARGV: upload id, bytes that it has stored, or -1 where that is not known; ms until the hash expires. */
export const endUploadScript = `${PRELUDE}
redis.call('HDEL', key, 'u:' .. ARGV[1])
local bytes = tonumber(ARGV[2])
if bytes < 0 then
  forget_kept()
elseif bytes > 0 then
  raise_version()
  if redis.call('HEXISTS', key, 'kept') == 1 then redis.call('HINCRBY', key, 'kept', ARGV[2]) end
end
redis.call('PEXPIRE', key, ARGV[3])
return 1
`;

/** Stores the sum of the bytes, unless anything has changed since ver was read. ARGV: ver, bytes, ms until the hash expires. */
export const storeKeptScript = `${PRELUDE}
if (redis.call('HGET', key, 'ver') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', key, 'kept', ARGV[2], 'kept_at', string.format('%.0f', now_ms))
redis.call('PEXPIRE', key, ARGV[3])
return 1
`;

/** Forgets the sum of the bytes, because files were removed. ARGV: ms until the hash expires. */
export const forgetKeptScript = `${PRELUDE}
forget_kept()
redis.call('PEXPIRE', key, ARGV[1])
return 1
`;
