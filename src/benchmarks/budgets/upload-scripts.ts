/*
 * The uploads under way of an account are one Redis hash with a field for each:
 *   u:<upload>   "<end of its lease in ms>:<bytes>:<the ids of its files, by commas>". Bytes are 0 and files are none until its
 *                submission is checked; from then on they are held for it, so that no other submission passes a limit together
 *                with it
 * MongoDB has the facts: a hash that Redis lost is made again by the uploads that renew their leases. All times are Redis's own,
 * because the clocks of the web processes may differ.
 */

const PRELUDE = `
local key = KEYS[1]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
-- Returns how many uploads there are but one, the bytes that they hold, and the ids of their files, by commas. An upload whose
-- lease has ended belongs to a dead process: what it has stored is in MongoDB.
local function others_than(own)
  local count, bytes, ids = 0, 0, {}
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    if fields[i] ~= own then
      local lease_end, size, files = string.match(fields[i + 1], '^(%d+):(%d+):(.*)$')
      if tonumber(lease_end) < now_ms then
        redis.call('HDEL', key, fields[i])
      else
        count, bytes = count + 1, bytes + tonumber(size)
        if files ~= '' then ids[#ids + 1] = files end
      end
    end
  end
  return count, string.format('%.0f', bytes), table.concat(ids, ',')
end
`;

/**
 * Begins or renews an upload, and holds files and bytes for it.
 * ARGV: upload id, lease in ms, bytes, ids of files by commas, most uploads at once or -1 to begin it in any case.
 * Returns {1 if it is under way, 0 if too many others are; other uploads, their bytes, the ids of their files}.
 */
export const holdScript = `${PRELUDE}
local own = 'u:' .. ARGV[1]
local count, bytes, ids = others_than(own)
local most = tonumber(ARGV[5])
local is_taken = most < 0 or count < most or redis.call('HEXISTS', key, own) == 1
if is_taken then
  redis.call('HSET', key, own, string.format('%.0f', now_ms + ARGV[2]) .. ':' .. ARGV[3] .. ':' .. ARGV[4])
  redis.call('PEXPIRE', key, ARGV[2])
end
return {is_taken and 1 or 0, count, bytes, ids}
`;

/** Reads the uploads. Returns {1, uploads, their bytes, the ids of their files}, as holdScript does. */
export const readUploadsScript = `${PRELUDE}
local count, bytes, ids = others_than('')
return {1, count, bytes, ids}
`;
