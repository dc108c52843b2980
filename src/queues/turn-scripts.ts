/*
 * Turns order the files of all accounts. A turn is the priority of a job: BullMQ gives the jobs of a lower priority number to
 * workers first, and jobs of the same number in the order in which they came. The waiting files of an account have consecutive
 * turns, so each round of equal turns has one file of each account. The first turn of an account whose files are all read is the
 * turn that is up now: it neither waits for the thousand files of another account, nor gets ahead for having sent nothing. This is
 * start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) with files of equal cost.
 *
 * The sorted set `turns` has the next turn of each account with waiting files, and `turn` the turn that was up at the last look.
 * KEYS: of BullMQ the jobs that wait (`prioritized`), that are read (`active`), whose worker has died (`wait`) and that are tried
 * again later (`delayed`); `turns`; `turn`. ARGV[1] is what the key of a job begins with. All keys have the hash tag of the queues.
 */

/** How many jobs of each kind a script looks at. Hardly ever are there more that were begun and not ended. */
const MOST_BEGUN = 1000;

/*
 * `present_turn` finds the turn that is up: the highest turn of the jobs that were begun, or that of the first job that was not. It
 * is not simply the turn of the first job that waits. A job that was begun and comes back, after an error or from a worker that has
 * stopped, keeps its turn, which may be above or below those of all jobs that wait:
 * - Turns begin at 1 again only when no job waits and none that was begun can come back: it would have to wait for all turns below
 *   its own, which files sent meanwhile would have.
 * - Where jobs wait, the present turn does not fall below `turn`: otherwise, while a job of an old turn waits, all files sent
 *   meanwhile would come before those that wait already.
 * An account whose next turn is up already, or below it, has no waiting files: its entry is removed. Where no job waits, all
 * entries are.
 */
const PRELUDE = `
local turns, turn_key = KEYS[5], KEYS[6]
local present = 1
local function see(job)
  local turn = tonumber(redis.call('HGET', ARGV[1] .. job, 'priority') or 1)
  if turn > present then present = turn end
end
local function see_all(jobs)
  for _, job in ipairs(jobs) do see(job) end
end
local function present_turn()
  see_all(redis.call('LRANGE', KEYS[2], 0, ${MOST_BEGUN - 1}))
  see_all(redis.call('LRANGE', KEYS[3], 0, ${MOST_BEGUN - 1}))
  see_all(redis.call('ZRANGE', KEYS[4], 0, ${MOST_BEGUN - 1}))
  local is_empty = redis.call('EXISTS', KEYS[1]) == 0
  if not is_empty then present = math.max(present, tonumber(redis.call('GET', turn_key) or 1)) end
  for place = 0, ${MOST_BEGUN - 1} do
    local job = redis.call('ZRANGE', KEYS[1], place, place)[1]
    if not job then break end
    see(job)
    local is_begun = redis.call('HEXISTS', ARGV[1] .. job, 'ats') == 1
    if not is_begun then break end
  end
  redis.call('ZREMRANGEBYSCORE', turns, '-inf', is_empty and '+inf' or present)
  redis.call('SET', turn_key, present)
  return present
end
local function next_turn_of(account)
  return math.max(present_turn(), tonumber(redis.call('ZSCORE', turns, account) or 0))
end
`;

/** Takes consecutive turns of an account. ARGV: prefix of jobs, account id, how many. Returns the first of them. */
export const takeTurnsScript = `${PRELUDE}
local first = next_turn_of(ARGV[2])
redis.call('ZADD', turns, first + tonumber(ARGV[3]), ARGV[2])
return first
`;

/**
 * Keeps the turns of files whose jobs may be lost. A file gets an earlier turn where one that its account sends now would have an
 * earlier one: so after a loss of Redis, or where turns have begun at 1 again, it does not wait for rounds that nobody else waits
 * for. The turn of a file whose job is not lost stays. ARGV: prefix of jobs; then account id, turn and job id of each file. Returns
 * the turn of each file that has no job, and 0 for the others.
 */
export const keepTurnsScript = `${PRELUDE}
local up = present_turn()
local kept = {}
for index = 2, #ARGV, 3 do
  local account, turn = ARGV[index], tonumber(ARGV[index + 1])
  local next_turn = math.max(up, tonumber(redis.call('ZSCORE', turns, account) or 0))
  if redis.call('EXISTS', ARGV[1] .. ARGV[index + 2]) == 1 then
    turn = 0
  elseif turn >= next_turn then
    turn = next_turn
    redis.call('ZADD', turns, next_turn + 1, account)
  end
  kept[#kept + 1] = turn
end
return kept
`;
