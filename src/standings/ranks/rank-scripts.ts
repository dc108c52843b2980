/*
 * The ranks in Redis. All keys begin with the root `{<prefix>:standings}`, a hash tag, so that Redis Cluster stores
 * them on one node.
 *
 *   <root>:ready                               `<generation> <run id>`: the generation from which everybody reads
 *   <root>:filling                             `<generation> <phase> <run id>`: the generation that is being filled
 *   <root>:generations                         every generation that may have keys
 *   <root>:lock:<account>:<category>           the lock for writing the values of one account in one category
 *   <root>:<generation>:<category>:<cohort>    a sorted set: member → value, more is better
 *   <root>:<generation>:<list>                 a sorted set: category → how many entries the category has
 *   <root>:<generation>:measured:<kind>=<slug> a sorted set: category → how many entries with that part it has
 *   <root>:<generation>:touched                places that were written while the entries were streamed
 *
 * Each category is in at most one list. `variants:<benchmark>` has the categories without resolution and preset.
 * `resolutions:<category>` and `presets:<category>` have the categories that differ from <category> only by a
 * resolution or only by a preset, and `pairs:<category>` those that differ by both. The `measured` sets have only
 * categories without resolution and preset, of benchmarks that measure the kind of the part. No category without
 * entries is in any of these sets.
 *
 * The run id is that of the Redis process. A generation that another Redis process has left may be an older copy of the
 * data, so nobody reads it, and no filling continues it.
 */

/**
 * The beginning of every Redis script of the ranks: the root of the keys (KEYS[1]), and functions that return the
 * generation (copy) of the ranks that is read or filled. Each function returns false if this Redis process has no such
 * generation.
 */
export const RANKS_PRELUDE = `
local root = KEYS[1]
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''
local function ready_generation()
  local generation, of = string.match(redis.call('GET', root .. ':ready') or '', '^(%S+) (%S*)$')
  return of == run_id and generation
end
local function filling_generation()
  local generation, phase, of = string.match(redis.call('GET', root .. ':filling') or '', '^(%S+) (%S+) (%S*)$')
  return of == run_id and generation, phase
end
local function key_of(generation, category, cohort)
  return root .. ':' .. generation .. ':' .. category .. ':' .. cohort
end
`;

const COUNTS = `
-- Stores the number of entries of a cohort in the list that has it, where there is one.
local function keep_count(generation, category, list, cohort)
  if list == '' then return end
  local count = redis.call('ZCARD', key_of(generation, category, cohort))
  local key = root .. ':' .. generation .. ':' .. list
  if count == 0 then redis.call('ZREM', key, category) else redis.call('ZADD', key, count, category) end
end
local function member_of(account, pair)
  return pair == '-' and account or account .. ':' .. pair
end
`;

/**
 * Takes the lock of an account and a category, if Redis has a generation (copy) of the ranks to write to. KEYS: root,
 * lock. ARGV: a random text, ms until the lock expires. Returns the token of the lock; '' if another writer has the
 * lock; nil if there is no generation to write to. The token contains the run id of the Redis process, so that nobody
 * can write with a lock that was restored from an older copy.
 */
export const lockScript = `${RANKS_PRELUDE}
if not ready_generation() and not filling_generation() then return false end
local token = run_id .. ' ' .. ARGV[1]
return redis.call('SET', KEYS[2], token, 'NX', 'PX', ARGV[2]) and token or ''
`;

/**
 * Frees a lock of the ranks. KEYS: root, lock. ARGV: the token of the lock. Does nothing if another writer has the
 * lock.
 */
export const unlockScript = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1
`;

/**
 * Writes the values of an account in a category (benchmark, variant and settings), and frees the lock. KEYS: root,
 * lock. ARGV: token, account, category; then for each place of the account: the cohort (group of comparable builds);
 * the CPU and GPU, or '-' for none; the list that stores how many entries the cohort has, or '' for none; the value, or
 * '' to remove the account from the place. Returns 1; or 0, without writing, if the lock was lost: the caller then has
 * to read the entries again.
 */
export const updateScript = `${RANKS_PRELUDE}${COUNTS}
local token, account, category = ARGV[1], ARGV[2], ARGV[3]
if redis.call('GET', KEYS[2]) ~= token or string.match(token, '^%S*') ~= run_id then return 0 end
local function write(generation)
  for i = 4, #ARGV, 4 do
    local cohort, member, list, value = ARGV[i], member_of(account, ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
    local key = key_of(generation, category, cohort)
    if value == '' then redis.call('ZREM', key, member) else redis.call('ZADD', key, value, member) end
    keep_count(generation, category, list, cohort)
  end
end
local ready = ready_generation()
if ready then write(ready) end
local filling, phase = filling_generation()
if filling then write(filling) end
if filling and phase == 'streaming' then
  for i = 4, #ARGV, 4 do
    local place = table.concat({account, category, ARGV[i], ARGV[i + 1]}, ' ')
    redis.call('SADD', root .. ':' .. filling .. ':touched', place)
  end
end
redis.call('DEL', KEYS[2])
return 1
`;

/**
 * Begins to fill a new generation (copy) of the ranks, in place of any generation that is being filled. KEYS: root.
 * ARGV: the new generation.
 */
export const beginScript = `${RANKS_PRELUDE}
redis.call('SADD', root .. ':generations', ARGV[1])
redis.call('SET', root .. ':filling', ARGV[1] .. ' streaming ' .. run_id)
return 1
`;

/**
 * Adds entries (best runs of builds) to the generation (copy) of the ranks that is being filled. If several entries
 * have the same account and place, the best value is stored. KEYS: root. ARGV: the generation; then for each entry:
 * account, category, value, the number of places, and for each place: the cohort (group of comparable builds); the CPU
 * and GPU, or '-' for none; the list that stores how many entries the cohort has, or '' for none. Returns 1; or 0 if
 * the generation is no longer being filled.
 */
export const addScript = `${RANKS_PRELUDE}${COUNTS}
local generation, phase = filling_generation()
if generation ~= ARGV[1] or phase ~= 'streaming' then return 0 end
local i = 2
while i <= #ARGV do
  local account, category, value, places = ARGV[i], ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3])
  i = i + 4
  for _ = 1, places do
    local cohort, member, list = ARGV[i], member_of(account, ARGV[i + 1]), ARGV[i + 2]
    local is_new = redis.call('ZADD', key_of(generation, category, cohort), 'GT', value, member) == 1
    if is_new then keep_count(generation, category, list, cohort) end
    i = i + 3
  end
end
return 1
`;

/**
 * Records that all entries were streamed into a generation (copy) of the ranks. From now on no streamed entry can
 * overwrite a change, so no further changes are recorded for a second update. KEYS: root. ARGV: the generation. Returns
 * 1; or 0 if the generation is no longer being filled.
 */
export const endStreamingScript = `${RANKS_PRELUDE}
local generation = filling_generation()
if generation ~= ARGV[1] then return 0 end
redis.call('SET', root .. ':filling', generation .. ' updating ' .. run_id)
return 1
`;

/**
 * Removes places (each an account in a group of comparable builds) from the list of places that were written while
 * entries were streamed into a generation (copy) of the ranks, and returns them. Makes the generation ready if no such
 * place is left. KEYS: root. ARGV: the generation, how many places to take at most. Returns the places, each as
 * `<account> <category> <cohort> <CPU and GPU, or - for none>`. Returns an empty list if the generation is ready now;
 * nil if the generation is no longer being filled.
 */
export const finishScript = `${RANKS_PRELUDE}
local generation, phase = filling_generation()
if generation ~= ARGV[1] or phase ~= 'updating' then return false end
local taken = redis.call('SPOP', root .. ':' .. generation .. ':touched', ARGV[2])
if #taken == 0 then
  redis.call('SET', root .. ':ready', generation .. ' ' .. run_id)
  redis.call('DEL', root .. ':filling')
end
return taken
`;

/** Returns the generations (copies) of the ranks in Redis that are neither read nor filled any more. KEYS: root. */
export const abandonedScript = `${RANKS_PRELUDE}
local ready, filling = ready_generation(), filling_generation()
local abandoned = {}
for _, generation in ipairs(redis.call('SMEMBERS', root .. ':generations')) do
  if generation ~= ready and generation ~= filling then abandoned[#abandoned + 1] = generation end
end
return abandoned
`;

/** Returns 1 if Redis has a complete generation (copy) of the ranks to read from, else 0. KEYS: root. */
export const isReadyScript = `${RANKS_PRELUDE}
return ready_generation() and 1 or 0
`;
