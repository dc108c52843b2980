import { RANKS_PRELUDE } from "./rank-scripts.ts";

/*
 * Scripts that each answer one question about the ranks in one atomic step. Each script returns nil if Redis has no
 * complete generation (copy) of the ranks. Scripts return numbers as texts in the format of Redis, with all digits,
 * because Lua itself would format a number with only 14 digits.
 */

const READING = `${RANKS_PRELUDE}
local generation = ready_generation()
if not generation then return false end
local function value_at(key, index)
  return redis.call('ZRANGE', key, index, index, 'WITHSCORES')[2]
end
-- The values between which the quantiles at 0.1, 0.5 and 0.9 lie: those at floor((n - 1)p) and behind it, counted from 0.
local function quantile_neighbours(key, count)
  local found = {}
  for _, p in ipairs({0.1, 0.5, 0.9}) do
    local low = math.floor((count - 1) * p)
    found[#found + 1] = value_at(key, low)
    found[#found + 1] = value_at(key, math.min(low + 1, count - 1))
  end
  return found
end
`;

/**
 * Returns the ranks of values in cohorts (groups of comparable builds). KEYS: root. ARGV: category, cohort, member,
 * value of each. Returns for each value: the number of members of the cohort; the number of members other than the
 * given one; how many of these others have a better value; how many have a worse value. If the cohort has members, also
 * returns the values next to its quantiles.
 */
export const standingsScript = `${READING}
local standings = {}
for i = 1, #ARGV, 4 do
  local key, member, value = key_of(generation, ARGV[i], ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  local count = redis.call('ZCARD', key)
  local better = redis.call('ZCOUNT', key, '(' .. value, '+inf')
  local worse = redis.call('ZCOUNT', key, '-inf', '(' .. value)
  local others, own = count, redis.call('ZSCORE', key, member)
  if own then
    others = count - 1
    if tonumber(own) > tonumber(value) then better = better - 1 end
    if tonumber(own) < tonumber(value) then worse = worse - 1 end
  end
  standings[#standings + 1] = {count, others, better, worse, count > 0 and quantile_neighbours(key, count) or {}}
end
return standings
`;

/**
 * Returns the distribution of the values of a cohort (group of comparable builds). KEYS: root. ARGV: category,
 * cohort, how many bins. Returns how many members the cohort has. If it has members, also returns the values next to
 * its quantiles, the lowest and the highest value, the edges of the bins, and how many values each bin has. A bin
 * includes its lower edge; only the last bin includes its upper edge.
 */
export const distributionScript = `${READING}
local key, bins = key_of(generation, ARGV[1], ARGV[2]), tonumber(ARGV[3])
local count = redis.call('ZCARD', key)
if count == 0 then return {0} end
local lowest, highest = value_at(key, 0), value_at(key, count - 1)
local first, last = tonumber(lowest), tonumber(highest)
-- Where all values are the same they get bins around them.
if first == last then
  local margin = math.max(math.abs(first) * 0.05, 0.5)
  first, last = first - margin, last + margin
end
local edges, counts, below = {}, {}, 0
for bin = 0, bins - 1 do edges[#edges + 1] = string.format('%.17g', first + (last - first) * (bin / bins)) end
edges[#edges + 1] = string.format('%.17g', last)
for bin = 1, bins do
  local up_to = bin < bins and redis.call('ZCOUNT', key, '-inf', '(' .. edges[bin + 1]) or count
  counts[bin] = up_to - below
  below = up_to
end
return {count, quantile_neighbours(key, count), lowest, highest, edges, counts}
`;

/**
 * Returns a page of the ranks of a cohort (group of comparable builds), the best member first. KEYS: root. ARGV:
 * category, cohort, how many members to skip, how many to return. Returns how many members the cohort has, how many
 * members are better than the first one of the page, and the page: member, value, ….
 */
export const pageScript = `${READING}
local key = key_of(generation, ARGV[1], ARGV[2])
local page = redis.call('ZREVRANGE', key, ARGV[3], ARGV[3] + ARGV[4] - 1, 'WITHSCORES')
local better = page[2] and redis.call('ZCOUNT', key, '(' .. page[2], '+inf') or 0
return {redis.call('ZCARD', key), better, page}
`;

/**
 * Returns a page of each of some lists of categories (benchmark, variant and settings) with counts, the highest count
 * first. KEYS: root. ARGV: how many categories of each list to skip, how many to return, the lists. Returns for each
 * list its length, and the page: category, count, ….
 */
export const countsScript = `${READING}
local first, pages = ARGV[1], {}
for i = 3, #ARGV do
  local key = root .. ':' .. generation .. ':' .. ARGV[i]
  local page = redis.call('ZREVRANGE', key, first, first + ARGV[2] - 1, 'WITHSCORES')
  pages[#pages + 1] = {redis.call('ZCARD', key), page}
end
return pages
`;

/**
 * Returns the number of members of each cohort (group of comparable builds). KEYS: root. ARGV: category, cohort of
 * each.
 */
export const sizesScript = `${READING}
local sizes = {}
for i = 1, #ARGV, 2 do sizes[#sizes + 1] = redis.call('ZCARD', key_of(generation, ARGV[i], ARGV[i + 1])) end
return sizes
`;

/**
 * Returns the medians of cohorts (groups of comparable builds), and the values between which the medians lie most
 * probably. KEYS: root. ARGV: category, cohort of each. Returns for each cohort how many members it has and, if it
 * has members, the two middle values and the c-th values from both ends. c is max(1, round((n + 1)/2 - √n)): see
 * `medians/ratio-of-medians.ts`.
 */
export const mediansScript = `${READING}
local medians = {}
for i = 1, #ARGV, 2 do
  local key = key_of(generation, ARGV[i], ARGV[i + 1])
  local count = redis.call('ZCARD', key)
  if count == 0 then medians[#medians + 1] = {0}
  else
    local bound = math.max(0, math.floor((count + 1) / 2 - math.sqrt(count) + 0.5) - 1)
    medians[#medians + 1] = {
      count,
      value_at(key, math.floor((count - 1) / 2)),
      value_at(key, math.floor(count / 2)),
      value_at(key, bound),
      value_at(key, count - 1 - bound),
    }
  end
end
return medians
`;
