import type { Clock } from "../infra/clock.ts";
import { createRedisScript } from "../infra/redis-script.ts";
import type { Redis } from "../infra/redis.ts";

/** The jobs and the workers of a queue at one moment. */
export interface QueueState {
  queue: string;
  /** The number of jobs that a worker could take now. */
  waiting: number;
  /** The number of jobs that are not due yet: jobs that will be tried again, and jobs that were added with a delay. */
  delayed: number;
  /** The number of jobs that workers have taken and work on. */
  active: number;
  /** The number of active jobs whose lock has expired: the worker has crashed, or its process is stuck. */
  abandoned: number;
  /** How long the oldest due job has been due, in ms; 0 if no job is due. */
  oldestMs: number;
  /**
   * How long the oldest due job has been due, in ms, if no worker works on any job of the queue. If a worker works on a
   * job, the value is 0, because the due jobs then only wait for that job.
   */
  untakenMs: number;
  /** The number of workers that are connected to the queue. */
  workers: number;
  isPaused: boolean;
}

/**
 * The maximum number of jobs that the script which reads a queue's state reads from each list, so that the script takes
 * a limited time even if very many jobs wait.
 */
const MOST_SEEN = 1000;

/*
 * Counts the jobs of a queue, and finds the job that has been due for longest among the next thousand jobs that workers
 * will take. A job is due from the moment at which it was added, or from the end of its delay. An active job whose lock
 * has expired counts as due since a worker began it. KEYS of BullMQ: wait, prioritized, delayed, active, meta. ARGV:
 * the prefix of the keys of jobs; the time in ms.
 */
const QUEUE_STATE_LUA = `
local prefix, now = ARGV[1], tonumber(ARGV[2])
local oldest = now
local function see(job, ...)
  for _, field in ipairs({...}) do
    local at = tonumber(redis.call('HGET', prefix .. job, field) or nil)
    if at then
      if at < oldest then oldest = at end
      return
    end
  end
end
local wait, prioritized, delayed, active = unpack(KEYS, 1, 4)
-- Workers take jobs from the right end of the list.
for _, job in ipairs(redis.call('LRANGE', wait, -${MOST_SEEN}, -1)) do see(job, 'timestamp') end
for _, job in ipairs(redis.call('ZRANGE', prioritized, 0, ${MOST_SEEN - 1})) do see(job, 'timestamp') end
local due = redis.call('ZCOUNT', delayed, '-inf', now * 0x1000)
local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')
if due > 0 then oldest = math.min(oldest, math.floor(first[2] / 0x1000)) end
local held, abandoned = 0, 0
for _, job in ipairs(redis.call('LRANGE', active, -${MOST_SEEN}, -1)) do
  if redis.call('EXISTS', prefix .. job .. ':lock') == 1 then
    held = held + 1
  else
    abandoned = abandoned + 1
    see(job, 'processedOn', 'timestamp')
  end
end
local waiting = redis.call('LLEN', wait) + redis.call('ZCARD', prioritized) + due
return {
  waiting,
  redis.call('ZCARD', delayed) - due,
  held,
  abandoned,
  now - oldest,
  redis.call('HEXISTS', KEYS[5], 'paused'),
}
`;

/**
 * Creates the function that reads the state of every queue. The function runs a script in Redis, because BullMQ returns
 * neither the age of the oldest due job nor the number of abandoned jobs.
 * @param deps.prefix the prefix of all keys of the queues
 */
export function createQueueStates({ redis, prefix, names, clock }: QueueStatesDeps) {
  const readState = createRedisScript(redis, QUEUE_STATE_LUA);
  return async (): Promise<QueueState[]> => {
    const workersOf = countWorkers(String(await redis.client("LIST")), prefix);
    return Promise.all(
      names.map(async (name) => {
        const key = `${prefix}:${name}:`;
        const keys = ["wait", "prioritized", "delayed", "active", "meta"].map((part) => `${key}${part}`);
        const reply = await readState(keys, [key, clock().getTime()]);
        const [waiting, delayed, active, abandoned, oldestMs, paused] = reply as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        const untakenMs = active > 0 ? 0 : oldestMs;
        const isPaused = paused === 1;
        const workers = workersOf(name);
        return { queue: name, waiting, delayed, active, abandoned, oldestMs, untakenMs, workers, isPaused };
      }),
    );
  };
}

/** Returns a function that counts the workers of a queue: BullMQ names their connections after the queue. */
function countWorkers(clientList: string, prefix: string): (name: string) => number {
  const clients = [...clientList.matchAll(/ name=(\S+)/g)].map(([, client = ""]) => client);
  return (name) => {
    const ofQueue = `${prefix}:${Buffer.from(name).toString("base64")}`;
    return clients.filter((client) => client === ofQueue || client.startsWith(`${ofQueue}:w:`)).length;
  };
}

interface QueueStatesDeps {
  redis: Redis;
  prefix: string;
  /** The names of the queues. */
  names: readonly string[];
  clock: Clock;
}
