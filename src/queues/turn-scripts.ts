/*
 * Turns order the files of all accounts. A turn is the priority of a job: BullMQ gives the jobs of a lower priority number to
 * workers first, and jobs of the same number in the order in which they came. The waiting files of an account have consecutive
 * turns, so each round of equal turns has one file of each account. The first turn of an account whose files are all read is the
 * turn that is up now: it neither waits for the thousand files of another account, nor gets ahead for having sent nothing. This is
 * start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) with files of equal cost.
 *
 * The sorted set `turns` has the next turn of each account with waiting files. KEYS: BullMQ's sorted set of the waiting jobs,
 * whose scores are <priority> * 2^32 + <counter>, and `turns`. Both have the hash tag of the queues.
 */

/**
 * Takes consecutive turns of an account. ARGV: account id, how many. Returns the first of them.
 * An account whose next turn is already up, or below it, has no waiting files: its entry is removed. Where no job waits, all
 * entries are.
 */
export const takeTurnsScript = `
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local current = 1
if head[2] then
  current = math.floor(tonumber(head[2]) / 4294967296)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', current)
else
  redis.call('DEL', KEYS[2])
end
local first = math.max(current, tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0))
redis.call('ZADD', KEYS[2], first + tonumber(ARGV[2]), ARGV[1])
return first
`;

/** Notes that an account has a waiting file of a turn, after a loss of Redis. ARGV: account id, turn. */
export const keepTurnScript = `
local next_turn = tonumber(ARGV[2]) + 1
if tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0) < next_turn then
  redis.call('ZADD', KEYS[2], next_turn, ARGV[1])
end
return 1
`;
