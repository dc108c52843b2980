/*
 * The uploads under way of an account are one Redis hash with a field for each:
 *   u:<upload>   "<end of its lease in ms>:<number of its files>". The number is 0 until its submission is checked; from then on so
 *                many files are held for it, so that no other submission passes a limit together with it
 * MongoDB has the facts: a hash that Redis lost is made again by the uploads that renew their leases. All times are Redis's own,
 * because the clocks of the web processes may differ.
 */

const PRELUDE = `
local key = KEYS[1]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
-- Returns how many uploads there are but one, and how many files they hold. An upload whose lease has ended belongs to a dead process:
-- what it has stored is in MongoDB. One that is written otherwise is of an older release, which has stopped.
local function others_than(own)
  local count, files = 0, 0
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if fields[i] ~= own then
      local lease_end, held = string.match(fields[i + 1], '^(%d+):(%d+)$')
      if not lease_end or tonumber(lease_end) < now_ms then
        redis.call('HDEL', key, fields[i])
      else
        count, files = count + 1, files + tonumber(held)
      end
    end
  end
  return count, files
end
`;

/**
 * Begins or renews an upload, and holds files for it.
 * ARGV: upload id, lease in ms, number of files, most uploads at once or -1 to begin it in any case.
 * Returns {1 if it is under way, 0 if too many others are; other uploads, their files}.
 */
export const holdScript = `${PRELUDE}
local own = 'u:' .. ARGV[1]
local count, files = others_than(own)
local most = tonumber(ARGV[4])
local is_taken = most < 0 or count < most or redis.call('HEXISTS', key, own) == 1
if is_taken then
  redis.call('HSET', key, own, string.format('%.0f', now_ms + ARGV[2]) .. ':' .. ARGV[3])
  redis.call('PEXPIRE', key, ARGV[2])
end
return {is_taken and 1 or 0, count, files}
`;

/** Reads the uploads. Returns {1, uploads, their files}, as holdScript does. */
export const readUploadsScript = `${PRELUDE}
local count, files = others_than('')
return {1, count, files}
`;
